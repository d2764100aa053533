import { isDateTime } from './date-time.ts'

/** The headers of a reply that say when to come back, as sent. */
export interface WaitHeaders {
  readonly retryAfter: string | undefined
  readonly date: string | undefined
  /** X-RateLimit-Reset in Unix seconds, which distinguishes seconds from milliseconds; NaN if it is missing or invalid. */
  readonly reset?: number
}

/** How a Retry-After says when to come back. The document shows neither unit nor format; RFC 9110 §10.2.3 has the first two. */
export type RetryAfterForm =
  | 'seconds'
  | 'HTTP date'
  | 'ISO date'
  | 'Unix time'
  | 'Unix time in milliseconds'
  | 'milliseconds'
  | 'seconds or milliseconds'
  | 'duration with a unit'

/** A Retry-After as it was read. */
export interface RetryAfter {
  readonly form: RetryAfterForm
  /** The wait from the reply on; if the unit is not clear, the longer one. */
  readonly milliseconds: number
}

/** The form of a date that HTTP prefers (RFC 9110 §5.6.7): Fri, 20 Nov 2026 10:00:42 GMT. */
export const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const NUMBER = /^\d{1,15}(?:\.\d{1,9})?$/
const UNITS = /^(?:\d{1,12}(?:\.\d{1,9})? ?[a-z]{1,12}(?:$|[ ,]+|(?=\d))){1,4}$/i
const ISO_DURATION = /^P(?:\d{1,6}D)?(?:T(?:\d{1,6}H)?(?:\d{1,9}M)?(?:\d{1,12}(?:\.\d{1,9})?S)?)?$/i

const UNIT_MS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msecs?|millis|milliseconds?)$/i, 1],
  [/^(?:s|secs?|seconds?)$/i, 1000],
  [/^(?:m|mins?|minutes?)$/i, 60_000],
  [/^(?:h|hrs?|hours?)$/i, 3_600_000],
  [/^(?:d|days?)$/i, 86_400_000],
]

/**
 * Reads a Retry-After in whichever form it has; `undefined` when the header is missing or names no time that can be read.
 * A date is read against the reply's own Date, so that a wrong clock does not matter; `received` (Unix milliseconds)
 * stands in where the reply has none.
 */
export function readRetryAfter(
  { retryAfter, date, reset = Number.NaN }: WaitHeaders,
  received: number,
): RetryAfter | undefined {
  if (retryAfter === undefined) return undefined
  const sent = Date.parse(date ?? '')
  const from = Number.isNaN(sent) ? received : sent
  const until = (form: RetryAfterForm, end: number): RetryAfter | undefined =>
    Number.isNaN(end) ? undefined : { form, milliseconds: Math.max(0, end - from) }
  if (NUMBER.test(retryAfter)) {
    const number = Number(retryAfter)
    if (isTime(number, from)) return until('Unix time in milliseconds', number)
    if (isTime(number * 1000, from)) return until('Unix time', number * 1000)
    return inUnits(number, reset - from / 1000)
  }
  if (IMF_FIXDATE.test(retryAfter)) return until('HTTP date', Date.parse(retryAfter))
  if (isDateTime(retryAfter)) return until('ISO date', Date.parse(retryAfter.toUpperCase()))
  const milliseconds = durationOf(retryAfter)
  return milliseconds === undefined ? undefined : { form: 'duration with a unit', milliseconds }
}

/** The same as the wait alone, in milliseconds from the reply on. */
export function waitOf(headers: WaitHeaders, received: number): number | undefined {
  return readRetryAfter(headers, received)?.milliseconds
}

/**
 * Whether a Retry-After names a time in some form, which need not be one that can be read here. A word, a negative number
 * and an HTTP date that no calendar has name none.
 */
export function namesTime(retryAfter: string): boolean {
  const isNoDate = IMF_FIXDATE.test(retryAfter) && Number.isNaN(Date.parse(retryAfter))
  return /\d/.test(retryAfter) && !/^-\d/.test(retryAfter.trim()) && !isNoDate
}

const IN_SECONDS: ReadonlySet<RetryAfterForm | undefined> = new Set(['seconds', 'seconds or milliseconds'])

/**
 * Whether a Retry-After that was read as `form` has one of the two forms of RFC 9110 §10.2.3, whole seconds or an HTTP date. A Unix
 * time and milliseconds look like seconds, and ask a client that follows the RFC to wait for years or hours.
 */
export function isInRfcForm(retryAfter: string, form: RetryAfterForm | undefined): boolean {
  return form === 'HTTP date' || (IN_SECONDS.has(form) && /^\d+$/.test(retryAfter))
}

const YEAR_MS = 366 * 86_400_000

/** Whether a Unix time in milliseconds lies within a year of now, so that it is one, rather than a wait. */
function isTime(time: number, now: number): boolean {
  return now > YEAR_MS && Math.abs(time - now) < YEAR_MS
}

// Whole seconds, rounded in either direction, by clocks that may differ a little.
const TOLERANCE_S = 2
// No service says so few milliseconds, and few say so many seconds.
const SURELY_SECONDS = 1000
// Fewer milliseconds are left so seldom that so many seconds beside a near Reset are likelier, which is another fault.
const FEWEST_MILLISECONDS = 100

/** A number without a unit, where the limit resets in `ahead` seconds. */
function inUnits(number: number, ahead: number): RetryAfter {
  const isAhead = (seconds: number): boolean => ahead > 0 && Math.abs(seconds - ahead) <= TOLERANCE_S
  if (isAhead(number)) return { form: 'seconds', milliseconds: number * 1000 }
  if (number >= FEWEST_MILLISECONDS && isAhead(number / 1000))
    return { form: 'milliseconds', milliseconds: number }
  const form = number < SURELY_SECONDS ? 'seconds' : 'seconds or milliseconds'
  return { form, milliseconds: number * 1000 }
}

/** The length of a text such as `42s`, `1 minute 30 seconds` or `PT42S` (ISO 8601), in milliseconds. */
function durationOf(text: string): number | undefined {
  const isIso = ISO_DURATION.test(text)
  if (!isIso && !UNITS.test(text)) return undefined
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?) ?([a-z]+)/gi)]
  const lengths = parts.map(([, number, unit = '']) => {
    const [, length] = UNIT_MS.find(([name]) => name.test(unit.replace(/T$/i, ''))) ?? []
    return Number(number) * (length ?? Number.NaN)
  })
  const sum = lengths.reduce((all, length) => all + length, 0)
  return lengths.length === 0 || Number.isNaN(sum) ? undefined : sum
}
