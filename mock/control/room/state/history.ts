import { LimitSwitches } from './limit-switches.ts'

/** The most columns of a span, or one more where its first column is not whole. */
export const COLUMNS = 120

/** What a key may still send in its minute, and whether it is banned. */
export interface Quota {
  readonly left: number
  readonly isBanned: boolean
}

/** The same from a time on, Unix milliseconds. */
export interface QuotaFrom extends Quota {
  readonly from: number
}

/** What became of a request: the limit let it through or refused it, or it was answered with an error otherwise. */
export type Outcome = 'admitted' | 'refused' | 'failed'

/** The requests of a key in one second of the world. */
interface Tally extends Record<Outcome, number> {
  /** The quota at the end of the second, and what becomes of it by itself; `undefined` if it is not known. */
  quota: (Quota & { readonly then: readonly QuotaFrom[] }) | undefined
  /** Whether it was seen without a ban. */
  wasFree: boolean
}

const NOTHING: Readonly<Tally> = { admitted: 0, refused: 0, failed: 0, quota: undefined, wasFree: false }

/** What is known of a quota, from a second on. */
interface Known extends Quota {
  readonly second: number
}

/** A change of a world, shown as a line in the plot. */
export interface Marker {
  /** Unix seconds of the world. */
  readonly at: number
  readonly label: string
}

/** The columns of one key in the plot. */
export interface Lane extends Readonly<Record<Outcome, readonly number[]>> {
  /** The remaining requests at the end of each column. */
  readonly left: readonly (number | null)[]
  readonly banned: readonly boolean[]
  /** Whether the limits were off, so that there was neither a quota nor a ban. */
  readonly limitsOff: readonly boolean[]
  /** The starts of the columns in which a ban was seen to begin, not those in which the page found one. */
  readonly banStarts: readonly number[]
}

/** The part of the world's time that the plot shows. */
export interface Span {
  /** The start of each column, Unix seconds of the world. The last column is the current one. */
  readonly starts: readonly number[]
  /** Seconds per column. */
  readonly width: number
  /** Where it ends, Unix seconds: the last column may go on after it. */
  readonly end: number
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
    end: Math.floor(to / 1000),
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
  readonly #limits = new LimitSwitches()

  count(key: string, outcome: Outcome, time: number): void {
    const tally = this.#tally(key, time)
    tally[outcome] += 1
    tally.wasFree ||= outcome === 'admitted'
    this.version += 1
  }

  /** Records the quota of a key at a time, and what becomes of it `then` unless another one is recorded. */
  record(key: string, { left, isBanned }: Quota, time: number, then: readonly QuotaFrom[] = []): void {
    const quota = { left, isBanned, then }
    const last = this.#seconds.get(Math.floor(time / 1000))?.get(key)?.quota
    if (JSON.stringify(last) === JSON.stringify(quota)) return
    const tally = this.#tally(key, time)
    tally.quota = quota
    tally.wasFree ||= !isBanned
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
        failed: existing.failed + tally.failed,
        quota: existing.quota ?? tally.quota,
        wasFree: existing.wasFree || tally.wasFree,
      })
    }
    this.version += 1
  }

  addMarker(label: string, time: number): void {
    this.#markers = [...this.#markers, { at: time / 1000, label }].slice(-MOST_MARKERS)
    this.version += 1
  }

  /** Notes that the limits were switched at a time. */
  switchLimits(isOn: boolean, time: number): void {
    this.#limits.note(isOn, time)
    this.version += 1
  }

  /** Takes how the limits were read at a time. */
  readLimits(isOn: boolean, time: number): void {
    if (this.#limits.read(isOn, time)) this.version += 1
  }

  /** Forgets when the limits were on: another world has others. */
  forgetLimits(): void {
    this.#limits.clear()
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
    this.#markers = []
    this.version += 1
  }

  /** When the first request between two times was counted, Unix milliseconds of its second; `undefined` without one. */
  firstRequest(from: number, to: number): number | undefined {
    let first: number | undefined
    for (const [second, tallies] of this.#seconds) {
      const time = second * 1000
      if (time + 1000 <= from || time > to || time >= (first ?? Infinity)) continue
      if ([...tallies.values()].some((tally) => requestsIn(tally) > 0)) first = time
    }
    return first
  }

  /** When a key last had a request, Unix seconds; `undefined` if it had none. */
  lastRequest(key: string): number | undefined {
    let last: number | undefined
    for (const [second, tallies] of this.#seconds) {
      const tally = tallies.get(key)
      if (tally && requestsIn(tally) > 0) last = Math.max(last ?? second, second)
    }
    return last
  }

  /** The keys with requests in a span, the busiest first. */
  activeKeys({ starts, width }: Span): string[] {
    const requests = new Map<string, number>()
    const [first = 0] = starts
    const end = (starts.at(-1) ?? 0) + width
    for (const [second, tallies] of this.#seconds) {
      if (second < first || second >= end) continue
      for (const [key, tally] of tallies) {
        const count = requestsIn(tally)
        if (count > 0) requests.set(key, (requests.get(key) ?? 0) + count)
      }
    }
    return [...requests].sort(([, one], [, other]) => other - one).map(([key]) => key)
  }

  /** The columns of a key. Its quota is shown up to the end of the span, or an earlier second, or its last request after that. */
  lane(key: string, { starts, width, end }: Span, quotaEnd = end): Lane {
    const columns = starts.map(() => ({
      admitted: 0,
      refused: 0,
      failed: 0,
      left: null as number | null,
      isBanned: undefined as boolean | undefined,
      freeAt: Infinity,
    }))
    const [first = 0] = starts
    const columnOf = (second: number): number => Math.floor((second - first) / width)
    let shownUpTo = quotaEnd
    const recorded: (Known & { readonly then: readonly QuotaFrom[] })[] = []
    for (const [second, tallies] of this.#seconds) {
      const tally = tallies.get(key)
      if (!tally) continue
      if (tally.quota) recorded.push({ second, ...tally.quota })
      if (requestsIn(tally) > 0) shownUpTo = Math.max(shownUpTo, second)
      const column = columns[columnOf(second)]
      if (!column) continue
      column.admitted += tally.admitted
      column.refused += tally.refused
      column.failed += tally.failed
      if (tally.wasFree) column.freeAt = Math.min(column.freeAt, second)
    }
    const known = courseOf(recorded, shownUpTo)
    for (const { second, left, isBanned } of known) {
      const column = columns[columnOf(second)]
      if (!column) continue
      column.left = left
      column.isBanned = column.isBanned === true || isBanned
    }
    const before = known.findLast(({ second }) => second < first)
    const last = columnOf(known.at(-1)?.second ?? -Infinity)
    for (const [at, column] of columns.entries()) {
      if (at < last) column.isBanned ??= at === 0 ? before?.isBanned : columns[at - 1]?.isBanned
    }
    const limitsOff = starts.map((start) => this.#limits.areOff(start + width - 1))
    for (const [at, column] of columns.entries())
      if (limitsOff[at] === true) Object.assign(column, { left: null, isBanned: false })
    const [firstKnown] = known
    const foundAt = firstKnown?.isBanned === true ? columnOf(firstKnown.second) : undefined
    const isFound = (at: number): boolean =>
      at === foundAt && (columns[at]?.freeAt ?? Infinity) > (firstKnown?.second ?? 0)
    const wasBanned = (at: number): boolean =>
      (at === 0 ? before?.isBanned : columns[at - 1]?.isBanned) === true
    return {
      admitted: columns.map(({ admitted }) => admitted),
      refused: columns.map(({ refused }) => refused),
      failed: columns.map(({ failed }) => failed),
      left: columns.map(({ left }) => left),
      banned: columns.map(({ isBanned }) => isBanned === true),
      limitsOff,
      banStarts: starts.filter(
        (_start, at) => columns[at]?.isBanned === true && !wasBanned(at) && !isFound(at),
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

/**
 * The course of a quota up to a second: what was recorded, and what became of it by itself before the next record. Where nothing more
 * becomes of it, it ends: a key that still exists is read again then.
 */
function courseOf(
  recorded: readonly (Known & { readonly then: readonly QuotaFrom[] })[],
  end: number,
): readonly Known[] {
  // A journal that is read later has earlier seconds.
  const inOrder = recorded
    .filter(({ second }) => second <= end)
    .sort((one, other) => one.second - other.second)
  const known = inOrder.flatMap(({ then, ...quota }, at): readonly Known[] => {
    const next = inOrder[at + 1]?.second ?? end + 1
    const later = then.map(({ from, ...one }) => ({ ...one, second: Math.floor(from / 1000) }))
    return [quota, ...later.filter(({ second }) => second < next)]
  })
  const [last, latest] = [inOrder.at(-1), known.at(-1)]
  const isOver =
    last !== undefined && last.then.length > 0 && last.then.every(({ from }) => from / 1000 < end + 1)
  return latest && !isOver ? [...known, { ...latest, second: end }] : known
}

function requestsIn({ admitted, refused, failed }: Tally): number {
  return admitted + refused + failed
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
