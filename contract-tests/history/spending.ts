import { counted } from '../../spec/wording.ts'
import { costlyErrors, countedErrors } from './error-costs.ts'
import { asTheyWereAnswered, isServed, precedes } from './history.ts'
import {
  CLOCKS_S,
  type Contradiction,
  inOrder,
  isCounter,
  type Reading,
  ROUNDING_S,
  type Window,
} from './readings.ts'
import { Served } from './served.ts'
import { weighed } from './weighed.ts'

/** With each request that is served at least one fewer is left, but for those that a window gives back. */
export function tooMany(
  meter: readonly Reading[],
  window: Window,
  isShared: boolean,
): Contradiction | undefined {
  const counted = countedErrors(meter)
  const between = (stretch: readonly Reading[], more: Pick<Allowance, 'length' | 'given'> = {}) =>
    unspentOrBeyond(stretch, { ...more, isShared, counted })
  if (window.kind === 'refilled') return between(meter, { length: window.length })
  const stretches = sameReset(meter)
  if (window.kind === 'weighed') {
    for (const { stretch, length } of weighed(stretches, window, costlyErrors(meter))) {
      const contradiction = between(stretch, { length })
      if (contradiction) return contradiction
    }
  }
  if (window.kind === 'rolling') {
    for (const moment of atOneInstant(meter)) {
      const contradiction = between(moment)
      if (contradiction) return contradiction
    }
    // Within a day that rolls, no run sees its first request leave.
    for (const { stretch, unknown } of window.length > MINUTE_S ? [] : fromAWholeQuota(meter, window)) {
      const contradiction = between(stretch, { given: unknown })
      if (contradiction) return contradiction
    }
  }
  for (const [at, stretch] of stretches.entries()) {
    const contradiction = between(steadyIn(stretch, window))
    if (contradiction) return contradiction
    // A request may be counted in the window that ends while it is answered; one that rolls gives back when Reset is near.
    const lasts = isCounter(window) ? stretch : stretch.filter(isBeforeReset)
    const last = stretches[at - 1]?.at(-1)
    const contradicted = beyondQuota(lasts.filter((one) => isInside(one, lasts, window, last)))
    if (contradicted) return contradicted
  }
  return undefined
}

/** The readings of one Reset between which nothing is given back; how much a counter gives back that weighs is `weighed`'s. */
function steadyIn(stretch: readonly Reading[], window: Window): readonly Reading[] {
  if (window.kind === 'fixed') return stretch
  return window.kind === 'weighed' ? [] : stretch.filter((one) => isMidway(one, window))
}

/**
 * Whether Reset is surely the instant at which the oldest request leaves a rolling window, and that is not near: not that at which the
 * last one does, which an error need not be.
 */
function isMidway(reading: Reading, { length }: Window): boolean {
  const { exchange, reset } = reading
  const ends = exchange.sent / 1000 + length - CLOCKS_S - ROUNDING_S
  return isServed(exchange) && isBeforeReset(reading) && reset < ends
}

function isBeforeReset({ exchange, reset }: Reading): boolean {
  return reset > exchange.received / 1000 + CLOCKS_S
}

/** Whether a request was surely handled after its window began: another one, its clock, or the end of what the last window had says so. */
function isInside(
  { exchange, reset }: Reading,
  stretch: readonly Reading[],
  window: Window,
  last: Reading | undefined,
): boolean {
  const [first] = stretch
  if (first !== undefined && precedes(first.exchange, exchange)) return true
  const isSpent = isCounter(window) && last?.remaining === 0 && precedes(last.exchange, exchange)
  if (isSpent && isServed(exchange)) return true
  return reset - window.length < exchange.sent / 1000 - CLOCKS_S
}

/** The readings of each instant of a clock that stood still, in which nothing leaves any window. */
function atOneInstant(meter: readonly Reading[]): readonly (readonly Reading[])[] {
  const still = meter.filter(({ exchange }) => exchange.sent === exchange.received)
  return [...Map.groupBy(still, ({ exchange }) => exchange.sent).values()]
}

/** The readings of one Reset together, as they were answered; it may be rounded in two ways. */
function sameReset(meter: readonly Reading[]): readonly (readonly Reading[])[] {
  const stretches: Reading[][] = []
  let from = Number.NEGATIVE_INFINITY
  for (const reading of meter.toSorted((one, other) => one.reset - other.reset)) {
    if (reading.reset - from > ROUNDING_S) {
      from = reading.reset
      stretches.push([])
    }
    stretches.at(-1)?.push(reading)
  }
  return stretches.map(asTheyWereAnswered)
}

const MINUTE_S = 60
// Of others, or of a client before it was recorded.
const MOST_UNKNOWN = 2

/** Readings that follow on one before which next to nothing was spent, and how much: no more leaves a window that rolls until that one does. */
function fromAWholeQuota(meter: readonly Reading[], { length }: Window) {
  const costly = costlyErrors(meter)
  const stretches: { readonly stretch: readonly Reading[]; readonly unknown: number }[] = []
  let until = Number.NEGATIVE_INFINITY
  for (const first of meter) {
    const { exchange, limit, remaining } = first
    const unknown = limit - 1 - remaining
    const costs = isServed(exchange) || costly.has(exchange.status)
    if (!costs || unknown > MOST_UNKNOWN || exchange.sent < until) continue
    // One whose log has whole seconds gives back within the last one.
    const end = exchange.sent + (length - ROUNDING_S) * 1000
    const after = meter.filter((one) => precedes(exchange, one.exchange) && one.exchange.received < end)
    stretches.push({ stretch: [first, ...after], unknown: Math.max(0, unknown) })
    until = end
  }
  return stretches
}

/** What else a window may give than what a reply says is left. */
interface Allowance {
  /** Where tokens come back: in how many seconds a whole limit does. */
  readonly length?: number
  /** How many requests of others, or from before, may be given back. */
  readonly given?: number
  /** Whether others use the key: whatever they have under way may be given back, up to the limit. */
  readonly isShared: boolean
  /** The statuses of errors that are not given back. */
  readonly counted: ReadonlySet<number>
}

function unspentOrBeyond(stretch: readonly Reading[], allowance: Allowance): Contradiction | undefined {
  return unspent(stretch, allowance) ?? servedBeyond(stretch, allowance)
}

/** More requests that were served after a reply, at once or not, than it said were left. */
function servedBeyond(stretch: readonly Reading[], allowance: Allowance): Contradiction | undefined {
  const tally = tallyOf(stretch, allowance)
  const { served, rate, leftAfter, strictness } = tally
  let before: Reading | undefined
  for (const reading of asTheyWereAnswered(stretch)) {
    if (before !== undefined && isServed(reading.exchange)) {
      // Those that were sent before the first of the two was answered may have been counted in what it says.
      const spent = served.upTo(reading) - served.around(before)
      const elapsed = reading.exchange.received - before.exchange.sent
      if (spent > leftAfter(before) + mostRefilled(rate, elapsed))
        return beyond(before, reading, spent, stretch, tally)
    }
    if (before === undefined || strictness(reading) > strictness(before)) before = reading
  }
  return undefined
}

/** What is needed to compare the readings of a stretch. */
function tallyOf(
  stretch: readonly Reading[],
  { length = Number.POSITIVE_INFINITY, given = 0, isShared, counted }: Allowance,
) {
  const served = new Served(stretch)
  const rate = (stretch[0]?.limit ?? 0) / length
  const mostLeft = ({ remaining, limit }: Reading): number => (isShared ? limit : remaining)
  const ownError = ({ exchange }: Reading): number =>
    isServed(exchange) || counted.has(exchange.status) ? 0 : 1
  const leftAfter = (one: Reading): number => mostLeft(one) + served.errorsBeside(one) + ownError(one) + given
  // Of all readings before another one, the strictest allows it the least.
  const strictness = (one: Reading): number =>
    (rate * one.exchange.sent) / 1000 - leftAfter(one) - served.around(one)
  return { served, rate, mostLeft, leftAfter, strictness }
}

function beyond(
  before: Reading,
  reading: Reading,
  spent: number,
  stretch: readonly Reading[],
  { mostLeft }: Tally,
): Contradiction {
  const since = stretch
    .map(({ exchange }) => exchange)
    .filter((one) => isServed(one) && precedes(before.exchange, one) && one.id <= reading.exchange.id)
  return {
    of: 'the limit',
    expected: beyondLeft(mostLeft(before), spent),
    actual: `status ${reading.exchange.status}`,
    exchanges: [before.exchange, ...since],
  }
}

function beyondLeft(left: number, spent: number): string {
  return `429: ${counted(left, 'request')} ${left === 1 ? 'was' : 'were'} left, and ${spent} served since`
}

type Tally = ReturnType<typeof tallyOf>

/** Two replies between which fewer were spent than were served. */
function unspent(stretch: readonly Reading[], allowance: Allowance): Contradiction | undefined {
  const tally = tallyOf(stretch, allowance)
  const { served, rate, leftAfter, strictness } = tally
  for (const [reading, before] of inOrder(stretch, strictness)) {
    if (before === undefined) continue
    const alone = Math.max(0, served.until(reading) - served.around(before))
    const besides = besideWithAsMany(reading, before, served)
    // More than were left is another matter: servedBeyond finds it.
    const beside = alone + besides.length <= leftAfter(before) ? besides : []
    const spent = alone + beside.length
    const end = Math.max(...[reading, ...beside].map(({ exchange }) => exchange.received))
    if (reading.remaining <= leftAfter(before) - spent + mostRefilled(rate, end - before.exchange.sent))
      continue
    return unspentBetween(before, [...beside, reading], spent, stretch, tally)
  }
  return undefined
}

/**
 * The requests beside a served one that leave as many as it, or more. Whichever of them was counted last leaves fewer than were left
 * before them by their number.
 */
function besideWithAsMany(reading: Reading, before: Reading, served: Served): readonly Reading[] {
  const { exchange, remaining } = reading
  if (!isServed(exchange)) return []
  return served
    .beside(exchange)
    .filter((one) => one.remaining >= remaining && precedes(before.exchange, one.exchange))
}

/**
 * How many requests a window may have given back that gives `rate` of them back each second, in so many milliseconds. It may do so
 * once a second, and a part of a request may become a whole one, unless the clock stands still.
 */
export function mostRefilled(rate: number, milliseconds: number): number {
  if (!(rate > 0 && milliseconds > 0)) return 0
  const seconds = milliseconds / 1000
  // What is left over of a request in each second may make a whole one.
  const parts = Number.isInteger(rate) ? 0 : 1
  return Math.max(Math.floor(rate * seconds) + 1, Math.floor(rate * (Math.floor(seconds) + 1)) + parts)
}

function unspentBetween(
  before: Reading,
  after: readonly Reading[],
  spent: number,
  stretch: readonly Reading[],
  { mostLeft }: Tally,
): Contradiction {
  const [reading = before] = after.slice(-1)
  const between = stretch.filter(
    ({ exchange }) =>
      isServed(exchange) && precedes(before.exchange, exchange) && precedes(exchange, reading.exchange),
  )
  const exchanges = [before, ...between, ...after].map(({ exchange }) => exchange)
  const most = mostLeft(before)
  const left = most - spent
  if (left < 0)
    return {
      of: 'the limit',
      expected: beyondLeft(most, spent),
      actual: `status ${reading.exchange.status}`,
      exchanges,
    }
  return {
    of: 'Remaining',
    expected: `X-RateLimit-Remaining ${left} or less: ${most} were left before, and ${spent} served since`,
    actual: `X-RateLimit-Remaining ${reading.remaining}`,
    exchanges,
  }
}

/** Requests of one window that leave more than the limit less their number. */
function beyondQuota(stretch: readonly Reading[]): Contradiction | undefined {
  const served = new Served(stretch)
  for (const reading of stretch) {
    const spent = served.until(reading)
    if (reading.remaining <= reading.limit - spent) continue
    const own = stretch.map(({ exchange }) => exchange).filter(isServed)
    const before = own.filter((one) => precedes(one, reading.exchange))
    const isOver = spent > reading.limit
    return {
      of: isOver ? 'the limit' : 'Remaining',
      expected: isOver
        ? `429: ${reading.limit} requests were served in this window before`
        : `X-RateLimit-Remaining ${reading.limit - spent} or less: ${spent} of ${reading.limit} were served in this window`,
      actual: isOver ? `status ${reading.exchange.status}` : `X-RateLimit-Remaining ${reading.remaining}`,
      exchanges: [...before, reading.exchange],
    }
  }
  return undefined
}
