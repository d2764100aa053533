// When what a reply says of a wait, or of its window, is over.
import type { RetryAfter } from '../../spec/retry-after.ts'
import { rateLimitOf, readWait } from './headers.ts'
import type { RecordedExchange } from './history.ts'
import { CLOCKS_MS, CLOCKS_S, DAY_MS, LONGEST_MINUTE_MS, ROUNDING_S } from './readings.ts'

/** A Reset that lies further ahead is no time by any clock: no window is longer than a day. */
export const LONGEST_WINDOW_MS = 2 * DAY_MS
const GATEWAY_MS = 2000
const INSTANTS: ReadonlySet<string | undefined> = new Set([
  'HTTP date',
  'ISO date',
  'Unix time',
  'Unix time in milliseconds',
])

/** The shortest ban that any service means by one. */
export const SHORTEST_BAN_MS = 2000

/**
 * When the wait that a refusal asks for is over, in Unix milliseconds; NaN where it cannot be read for sure. A time of the service's
 * clock is over later where no Date shows that clock for sure.
 */
export function endOfWait(refusal: RecordedExchange): number {
  const wait = sureWait(refusal)
  if (wait === undefined) return Number.NaN
  if (!INSTANTS.has(wait.form)) return refusal.received + wait.milliseconds
  // Where the clock of the service is known by Date alone, a gateway's Date does not show that it is ahead.
  return refusal.received + wait.milliseconds + Math.max(GATEWAY_MS, lateness(refusal))
}

/** By how much two waits that are the same may differ: each is rounded to whole seconds. */
export const ROUNDED_WAIT_MS = 2000

/** Whether two refusals ask to wait until the same instant. */
export function endTogether(one: RecordedExchange, other: RecordedExchange): boolean {
  return Math.abs(endOfWait(one) - endOfWait(other)) <= ROUNDED_WAIT_MS
}

/** A refusal with the wait that it asks for, as a finding shows it. */
export function waitShown({ status, headers }: RecordedExchange): string {
  return `status ${status}, Retry-After: ${headers['retry-after'] ?? ''}`
}

const QUARTER_MS = 900_000

/** Whether a day may end at an instant, in Unix milliseconds: it does so with a quarter of an hour, wherever it begins. */
export function mayEndDay(instant: number): boolean {
  return Math.abs(instant - Math.round(instant / QUARTER_MS) * QUARTER_MS) <= CLOCKS_MS
}

/** Whether a Reset, in Unix seconds, may be the end of the minute of an instant, by a clock that may be off. */
export function mayEndMinute(reset: number, instant: number): boolean {
  const left = reset * 1000 - instant
  return left > -CLOCKS_MS && left <= LONGEST_MINUTE_MS
}

/** The same for any window: none is longer than a day. */
export function mayEndWindow(reset: number, instant: number): boolean {
  const left = reset * 1000 - instant
  return left >= -CLOCKS_MS && left <= DAY_MS + CLOCKS_MS
}

/** The wait that a refusal asks for; `undefined` where the unit is not shown: what resets in 42 seconds may well mean 42,000 of them. */
function sureWait(refusal: RecordedExchange): RetryAfter | undefined {
  const wait = readWait(refusal)
  return wait?.form === 'milliseconds' ? undefined : wait
}

/**
 * By how many milliseconds later than its Date lets expect an instant of a reply may come: a gateway writes Date too, and one that is
 * ahead makes every wait too short.
 */
function lateness({ headers, received }: RecordedExchange): number {
  const ahead = Date.parse(headers['date'] ?? '') - received
  if (Number.isNaN(ahead)) return CLOCKS_MS
  return ahead <= CLOCKS_MS ? Math.max(0, ahead) : 0
}

const DATES: ReadonlySet<string | undefined> = new Set(['HTTP date', 'ISO date'])

/** Whether a refusal names a date that was past when it was written, by more than clocks differ: nothing comes back then. */
export function wasPast(refusal: RecordedExchange): boolean {
  const { 'retry-after': until = '', date = '' } = refusal.headers
  const written = Date.parse(date) || refusal.received
  return DATES.has(sureWait(refusal)?.form) && Date.parse(until) < written - CLOCKS_MS
}

/** When that wait may be over at the earliest, in whichever unit; NaN where it cannot be read. */
export function earliestEndOfWait(refusal: RecordedExchange): number {
  const milliseconds = Number(refusal.headers['retry-after'])
  const wait = sureWait(refusal)
  // Without a Date, nothing shows by how much the clock of such a time is ahead.
  const ahead = INSTANTS.has(wait?.form) && refusal.headers['date'] === undefined ? CLOCKS_MS : 0
  const end = refusal.received + (wait?.milliseconds ?? Number.NaN) - ahead
  // Seconds do not go beyond the Reset of the same reply, unless they are those of a ban.
  const isShort = end <= endOfReset(refusal) + CLOCKS_MS
  return isShort || Number.isNaN(milliseconds) ? end : refusal.received + milliseconds
}

/** When the window of a refusal is over that speaks of it, in Unix milliseconds; infinite where it does not. */
export function endOfWindow(refusal: RecordedExchange): number {
  return rateLimitOf(refusal).remaining === 0 && hasEnd(refusal)
    ? endOfReset(refusal)
    : Number.POSITIVE_INFINITY
}

/** Whether a Reset may be the end of a window: no window is longer than a day. */
export function hasEnd(reply: RecordedExchange): boolean {
  return mayEndWindow(rateLimitOf(reply).reset, reply.received)
}

/**
 * Whether X-RateLimit-Reset is a Unix time in seconds that may be the end of a window: not past when the request was sent, and at
 * most a day ahead when it was answered, for it may have been handled at any time between.
 */
export function isReset(exchange: Pick<RecordedExchange, 'headers' | 'sent' | 'received'>): boolean {
  const { reset } = rateLimitOf(exchange)
  const isPast = reset * 1000 - exchange.sent < -(CLOCKS_S + ROUNDING_S) * 1000
  const isFar = reset * 1000 - exchange.received > DAY_MS + CLOCKS_MS
  return Number.isInteger(reset) && !isPast && !isFar
}

/** Whether X-RateLimit-Reset is no Unix time in seconds by any clock: a date, a wait, or milliseconds, which are days from its reply. */
export function isResetByNoClock(exchange: Pick<RecordedExchange, 'headers' | 'received'>): boolean {
  const { reset } = rateLimitOf(exchange)
  return !Number.isInteger(reset) || Math.abs(reset * 1000 - exchange.received) > 7 * DAY_MS
}

/** The Reset of a refusal in Unix milliseconds, by the service's clock where its Date shows that for sure, and else later. */
export function endOfReset(refusal: RecordedExchange): number {
  const { reset } = rateLimitOf(refusal)
  const dated = Date.parse(refusal.headers['date'] ?? '')
  const from = Number.isNaN(dated) ? refusal.received : dated
  return refusal.received + Math.max(0, reset * 1000 - from) + lateness(refusal)
}
