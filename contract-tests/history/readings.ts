import { type RateLimit, rateLimitOf } from './headers.ts'
import {
  asTheyWereSent,
  countUpTo,
  hasKey,
  isRedirect,
  isRefusal,
  isServed,
  isServedHead,
  isWithKey,
  type RecordedExchange,
} from './history.ts'

/** One reply of a key's, with the figures of its rate-limit headers. */
export interface Reading {
  readonly exchange: RecordedExchange
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly reset: number
}

/** A kind of window that a service may count in; the document names none. */
export interface Window {
  readonly kind: 'fixed' | 'rolling' | 'refilled' | 'weighed'
  /** Seconds. */
  readonly length: number
}

/** Whether a kind of window is a counter, of which Reset is the end: all that is counted until then belongs to it. */
export function isCounter({ kind }: Window): boolean {
  return kind === 'fixed' || kind === 'weighed'
}

/** A service may round an instant to a whole second one way or the other. */
export const ROUNDING_S = 1
/** How far the clocks of service and client may be apart, in seconds. */
export const CLOCKS_S = 5
export const CLOCKS_MS = CLOCKS_S * 1000
export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** A contradiction to all windows of a kind: the exchanges that show it, and the wrong figure. */
export interface Contradiction {
  readonly of: 'Remaining' | 'Reset' | 'the length' | 'its end' | 'the limit'
  readonly expected: string
  readonly actual: string
  readonly exchanges: readonly RecordedExchange[]
}

/** The replies of some exchanges that speak of a window. */
export function readingsOf(exchanges: readonly RecordedExchange[]): readonly Reading[] {
  return exchanges.flatMap((exchange) => read(exchange) ?? [])
}

/** The figures of a reply that speak of a window: a refusal's may speak of a ban, or of another window. */
function read(exchange: RecordedExchange): Reading | undefined {
  const { headers } = exchange
  // Under a scheme in another case, which is the same to whoever serves it, the key is the same too.
  const isKnown = isWithKey(exchange) || (hasKey(exchange) && (isServed(exchange) || isServedHead(exchange)))
  if (!isKnown || isRefusal(exchange) || isRedirect(exchange)) return undefined
  const figure = (name: string): number =>
    /^\d+$/.test(headers[name] ?? '') ? Number(headers[name]) : Number.NaN
  const [limit, remaining, reset] = [
    figure('x-ratelimit-limit'),
    figure('x-ratelimit-remaining'),
    figure('x-ratelimit-reset'),
  ]
  const isTime = Math.abs(reset * 1000 - exchange.received) <= DAY_MS + CLOCKS_MS
  return limit > 0 && remaining >= 0 && isTime ? { exchange, limit, remaining, reset } : undefined
}

/** Whether a reply has the end of a window that is surely over, and so says nothing of the one that it stands in. */
export function isLongOver({ exchange, reset }: Reading): boolean {
  return reset - exchange.sent / 1000 < -(CLOCKS_S + ROUNDING_S)
}

/** Whether two replies speak of one window: of the same limit, with the same Reset but for its rounding. */
export function isSameWindow(one: RateLimit, other: RateLimit): boolean {
  return one.limit === other.limit && Math.abs(one.reset - other.reset) <= ROUNDING_S
}

/** Each reading with the one among those answered before it was sent whose figure is the greatest. */
export function* inOrder(
  meter: readonly Reading[],
  figure: (reading: Reading) => number,
): Generator<readonly [Reading, Reading | undefined]> {
  let greatest: Reading | undefined
  const meet = (one: Reading): void => {
    if (greatest === undefined || figure(one) >= figure(greatest)) greatest = one
  }
  for (const reading of asTheyWereSent(meter, meet)) yield [reading, greatest]
}

/** Each reading with the last one of those answered before it was sent that have the latest Reset before its own, however that is rounded. */
export function* afterAnotherReset(
  meter: readonly Reading[],
): Generator<readonly [Reading, Reading | undefined]> {
  const resets: number[] = []
  const last = new Map<number, Reading>()
  const meet = (one: Reading): void => {
    if (!last.has(one.reset)) resets.splice(countUpTo(resets, one.reset), 0, one.reset)
    last.set(one.reset, one)
  }
  for (const reading of asTheyWereSent(meter, meet)) {
    const earlier = countUpTo(resets, reading.reset - ROUNDING_S - 1)
    yield [reading, last.get(resets[earlier - 1] ?? Number.NaN)]
  }
}

/** How long a minute may seem to last, by clocks that differ. */
export const LONGEST_MINUTE_MS = MINUTE_MS + CLOCKS_MS

/** Whether the window that a reply speaks of is over within a minute. */
export function endsInAMinute(exchange: RecordedExchange): boolean {
  return rateLimitOf(exchange).reset * 1000 - exchange.received <= LONGEST_MINUTE_MS
}

/** Whether the window of a reply ends so many seconds after its request, as one does that the request has begun, or leaves by then. */
export function endsAfter(exchange: RecordedExchange, length: number): boolean {
  return Math.abs(rateLimitOf(exchange).reset - exchange.sent / 1000 - length) <= CLOCKS_S
}

/** The figures of a reply's rate-limit headers, as a finding shows them. */
export function figuresShown(exchange: RecordedExchange): string {
  const { limit, remaining, reset } = rateLimitOf(exchange)
  const ahead = Math.round(reset - exchange.received / 1000)
  return `${remaining} of ${limit} left, Reset ${reset} (${ahead} s ahead)`
}
