/** Columns of the plot. */
export const COLUMNS = 120

/** What happened to a key in one second of the world. */
interface Tally {
  admitted: number
  refused: number
  /** What its minute window had left at the end of it; `undefined` where nobody looked. */
  left: number | undefined
  isBanned: boolean
}

const NOTHING: Readonly<Tally> = { admitted: 0, refused: 0, left: undefined, isBanned: false }

/** Something that happened to a world, to be marked in the plot. */
export interface Mark {
  /** Unix seconds of the world. */
  readonly at: number
  readonly label: string
}

/** A key's way through the time that the plot shows: columns of equal length. */
export interface Lane {
  readonly admitted: readonly number[]
  readonly refused: readonly number[]
  /** What was left at the end of each column. */
  readonly left: readonly (number | null)[]
  readonly banned: readonly boolean[]
}

/** The part of the world's time that the plot shows. */
export interface Span {
  /** When each column begins, Unix seconds of the world; the present one is the last. */
  readonly starts: readonly number[]
  /** Seconds of a column. */
  readonly width: number
}

const MOST_MARKS = 50
/** Seconds in which something happened that are remembered, however fast the world's clock runs. */
const MOST_SECONDS = 5000
const SHORTEST_COLUMN = 3

/** The last six minutes up to a time of the world, Unix milliseconds; more of them where its clock is very fast. */
export function spanUpTo(time: number, speed: number): Span {
  const width = Math.max(SHORTEST_COLUMN, Math.ceil(speed / 10))
  const last = Math.floor(time / 1000 / width)
  return { width, starts: Array.from({ length: COLUMNS }, (_, at) => (last - COLUMNS + 1 + at) * width) }
}

/**
 * What became of requests, by key and second of the world: as limits and bans count, and as every page finds it in the
 * journal, whenever it was opened.
 */
export class History {
  /** How often something was added: whoever draws it can tell whether it has changed. */
  version = 0
  readonly #seconds = new Map<number, Map<string, Tally>>()
  #marks: Mark[] = []

  count(key: string, isAdmitted: boolean, time: number): void {
    const tally = this.#tally(key, time)
    if (isAdmitted) tally.admitted += 1
    else tally.refused += 1
    this.version += 1
  }

  /** Notes what a key has left, and whether it is banned. */
  note(key: string, left: number, isBanned: boolean, time: number): void {
    const known = this.#seconds.get(Math.floor(time / 1000))?.get(key)
    if (known?.left === left && known.isBanned === isBanned) return
    Object.assign(this.#tally(key, time), { left, isBanned })
    this.version += 1
  }

  /** Counts what was counted for one key for another, as which it was recognized. */
  rename(before: string, key: string): void {
    for (const tallies of this.#seconds.values()) {
      const tally = tallies.get(before)
      if (!tally) continue
      tallies.delete(before)
      const known = tallies.get(key) ?? NOTHING
      tallies.set(key, {
        admitted: known.admitted + tally.admitted,
        refused: known.refused + tally.refused,
        left: known.left ?? tally.left,
        isBanned: known.isBanned || tally.isBanned,
      })
    }
    this.version += 1
  }

  mark(label: string, time: number): void {
    this.#marks = [...this.#marks, { at: time / 1000, label }].slice(-MOST_MARKS)
    this.version += 1
  }

  marks({ starts }: Span): readonly Mark[] {
    return this.#marks.filter(({ at }) => at >= (starts[0] ?? 0))
  }

  clear(): void {
    this.#seconds.clear()
    this.#marks = []
    this.version += 1
  }

  /** The keys that have made requests in a span, the busiest first. */
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
      isBanned: false,
    }))
    const [first = 0] = starts
    for (const [second, tallies] of this.#seconds) {
      const column = columns[Math.floor((second - first) / width)]
      const tally = tallies.get(key)
      if (!column || !tally) continue
      column.admitted += tally.admitted
      column.refused += tally.refused
      column.left = tally.left ?? column.left
      column.isBanned ||= tally.isBanned
    }
    return {
      admitted: columns.map(({ admitted }) => admitted),
      refused: columns.map(({ refused }) => refused),
      left: columns.map(({ left }) => left),
      banned: columns.map(({ isBanned }) => isBanned),
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
