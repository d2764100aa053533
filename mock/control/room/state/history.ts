/** The most columns of a span, or one more where its first column is not whole. */
export const COLUMNS = 120

/** The requests of a key in one second of the world. */
interface Tally {
  admitted: number
  refused: number
  /** The remaining requests of its minute window at the end of the second; `undefined` if they were not read. */
  left: number | undefined
  /** Whether it was banned then; `undefined` if that was not read. */
  isBanned: boolean | undefined
}

const NOTHING: Readonly<Tally> = { admitted: 0, refused: 0, left: undefined, isBanned: undefined }

/** A change of a world, shown as a line in the plot. */
export interface Marker {
  /** Unix seconds of the world. */
  readonly at: number
  readonly label: string
}

/** The columns of one key in the plot. */
export interface Lane {
  readonly admitted: readonly number[]
  readonly refused: readonly number[]
  /** The remaining requests at the end of each column. */
  readonly left: readonly (number | null)[]
  readonly banned: readonly boolean[]
  /** The starts of the columns in which a ban was seen to begin, not those in which the page found one. */
  readonly banStarts: readonly number[]
}

/** The part of the world's time that the plot shows. */
export interface Span {
  /** The start of each column, Unix seconds of the world. The last column is the current one. */
  readonly starts: readonly number[]
  /** Seconds per column. */
  readonly width: number
}

const MOST_MARKERS = 50
/** How many seconds with requests are stored. */
const MOST_SECONDS = 5000
/** In seconds. A span begins as short as this, and grows with what it shows. */
const SHORTEST_SPAN = 10
const LONGEST_SPAN = 360
/** Widths of columns that a reader can add up to minutes, in seconds. */
const WIDTHS = [1, 2, 3, 5, 6, 10, 15, 20, 30, 60]

/** The span from a time of the world to a later one, Unix milliseconds; at least ten seconds. */
export function spanBetween(from: number, to: number): Span {
  const first = Math.floor(from / 1000)
  const end = Math.max(Math.floor(to / 1000) + 1, first + SHORTEST_SPAN)
  const fewest = (end - first) / COLUMNS
  const width = WIDTHS.find((one) => one >= fewest) ?? Math.ceil(fewest / 60) * 60
  const start = Math.floor(first / width) * width
  return {
    width,
    starts: Array.from({ length: Math.ceil((end - start) / width) }, (_, at) => start + at * width),
  }
}

/**
 * The span from the first request of the last six minutes to a time of the world, Unix milliseconds; of more minutes if its clock
 * is very fast. Without a request, all of these minutes.
 */
export function spanUpTo(time: number, speed: number, history?: History): Span {
  const longest = Math.max(LONGEST_SPAN, Math.ceil(speed / 10) * COLUMNS)
  const from = time - (longest - 1) * 1000
  return spanBetween(history?.firstRequest(from, time) ?? from, time)
}

/**
 * The numbers of requests by key and second of the world. World time, because limits and bans follow it, and because a page
 * can rebuild it from the journal.
 */
export class History {
  /** Increases with each change. */
  version = 0
  readonly #seconds = new Map<number, Map<string, Tally>>()
  #markers: Marker[] = []
  #missingBefore = -Infinity
  /** The first reading of each key: in which second, and whether it was banned then. */
  readonly #found = new Map<string, { readonly second: number; readonly isBanned: boolean }>()

  count(key: string, isAdmitted: boolean, time: number): void {
    const tally = this.#tally(key, time)
    if (isAdmitted) tally.admitted += 1
    else tally.refused += 1
    this.version += 1
  }

  /** Records the quota of a key, if it is known, and whether it is banned. */
  record(key: string, left: number | undefined, isBanned: boolean, time: number): void {
    const second = Math.floor(time / 1000)
    if (second < (this.#found.get(key)?.second ?? Infinity)) this.#found.set(key, { second, isBanned })
    const last = this.#seconds.get(second)?.get(key)
    const now = { left: left ?? last?.left, isBanned }
    if (last && last.left === now.left && last.isBanned === isBanned) return
    Object.assign(this.#tally(key, time), now)
    this.version += 1
  }

  /** Adds the counts of `before` to those of `key`, when they turn out to be the same key. */
  rename(before: string, key: string): void {
    for (const tallies of this.#seconds.values()) {
      const tally = tallies.get(before)
      if (!tally) continue
      tallies.delete(before)
      const existing = tallies.get(key) ?? NOTHING
      tallies.set(key, {
        admitted: existing.admitted + tally.admitted,
        refused: existing.refused + tally.refused,
        left: existing.left ?? tally.left,
        isBanned: existing.isBanned ?? tally.isBanned,
      })
    }
    const [found, other] = [this.#found.get(before), this.#found.get(key)]
    this.#found.delete(before)
    if (found && found.second < (other?.second ?? Infinity)) this.#found.set(key, found)
    this.version += 1
  }

  addMarker(label: string, time: number): void {
    this.#markers = [...this.#markers, { at: time / 1000, label }].slice(-MOST_MARKERS)
    this.version += 1
  }

  markers({ starts, width }: Span): readonly Marker[] {
    const end = (starts.at(-1) ?? 0) + width
    return this.#markers.filter(({ at }) => at >= (starts[0] ?? 0) && at < end)
  }

  /** Notes that requests before this time may be missing. */
  missBefore(time: number): void {
    this.#missingBefore = time
    this.version += 1
  }

  /** Whether requests of a span may be missing. */
  mayMiss({ starts, width }: Span): boolean {
    const [first = 0] = starts
    return first * 1000 <= this.#missingBefore && this.#missingBefore < ((starts.at(-1) ?? 0) + width) * 1000
  }

  clear(): void {
    this.#seconds.clear()
    this.#missingBefore = -Infinity
    this.#found.clear()
    this.#markers = []
    this.version += 1
  }

  /** When the first request between two times was counted, Unix milliseconds of its second; `undefined` without one. */
  firstRequest(from: number, to: number): number | undefined {
    let first: number | undefined
    for (const [second, tallies] of this.#seconds) {
      const time = second * 1000
      if (time + 1000 <= from || time > to || time >= (first ?? Infinity)) continue
      if ([...tallies.values()].some(({ admitted, refused }) => admitted + refused > 0)) first = time
    }
    return first
  }

  /** The keys with requests in a span, the busiest first. */
  activeKeys({ starts, width }: Span): string[] {
    const requests = new Map<string, number>()
    const [first = 0] = starts
    const end = (starts.at(-1) ?? 0) + width
    for (const [second, tallies] of this.#seconds) {
      if (second < first || second >= end) continue
      for (const [key, { admitted, refused }] of tallies) {
        if (admitted + refused > 0) requests.set(key, (requests.get(key) ?? 0) + admitted + refused)
      }
    }
    return [...requests].sort(([, one], [, other]) => other - one).map(([key]) => key)
  }

  lane(key: string, { starts, width }: Span): Lane {
    const columns = starts.map(() => ({
      admitted: 0,
      refused: 0,
      left: null as number | null,
      leftAt: -Infinity,
      isBanned: undefined as boolean | undefined,
    }))
    const [first = 0] = starts
    for (const [second, tallies] of this.#seconds) {
      const column = columns[Math.floor((second - first) / width)]
      const tally = tallies.get(key)
      if (!column || !tally) continue
      column.admitted += tally.admitted
      column.refused += tally.refused
      if (tally.isBanned !== undefined) column.isBanned = column.isBanned === true || tally.isBanned
      // A journal that is read later has earlier seconds.
      if (tally.left !== undefined && second >= column.leftAt)
        Object.assign(column, { left: tally.left, leftAt: second })
    }
    // At a fast clock, not every second is read: until the next reading, a ban goes on.
    const last = columns.findLastIndex(({ isBanned }) => isBanned !== undefined)
    for (const [at, column] of columns.entries()) {
      if (at < last) column.isBanned ??= columns[at - 1]?.isBanned
    }
    const reading = this.#found.get(key)
    const found = reading?.isBanned === true ? Math.floor((reading.second - first) / width) : undefined
    return {
      admitted: columns.map(({ admitted }) => admitted),
      refused: columns.map(({ refused }) => refused),
      left: columns.map(({ left }) => left),
      banned: columns.map(({ isBanned }) => isBanned === true),
      banStarts: starts.filter(
        (_start, at) => columns[at]?.isBanned === true && columns[at - 1]?.isBanned !== true && at !== found,
      ),
    }
  }

  #tally(key: string, time: number): Tally {
    const second = Math.floor(time / 1000)
    const tallies = this.#seconds.get(second) ?? new Map<string, Tally>()
    this.#seconds.set(second, tallies)
    const [first] = this.#seconds.keys()
    if (this.#seconds.size > MOST_SECONDS && first !== undefined) this.#seconds.delete(first)
    const tally = tallies.get(key) ?? { ...NOTHING }
    tallies.set(key, tally)
    return tally
  }
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
