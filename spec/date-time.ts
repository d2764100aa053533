const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

/** Tells whether a text is a time that OpenAPI's `format: date-time` admits (RFC 3339 §5.6), leap seconds apart. */
export function isDateTime(text: string): boolean {
  return DATE_TIME.test(text) && !Number.isNaN(Date.parse(text.toUpperCase())) && isRealDay(text)
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)/

/** False for a text that begins with a day which no month has, such as 2026-02-30; Date would take the 2nd of March. */
function isRealDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? []
  return (
    day === undefined ||
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  )
}

const IMF_FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** The headers of a reply that say how long to wait, as sent. */
export interface WaitHeaders {
  readonly retryAfter: string | undefined
  readonly date: string | undefined
}

/**
 * The wait that Retry-After asks for, in milliseconds from the reply on; `undefined` when the header is missing or in
 * neither of its two forms (RFC 9110 §10.2.3). A date is read against the reply's own Date, so that a clock that is
 * off does no harm; `received` (Unix milliseconds) stands in where the reply has none.
 */
export function waitOf({ retryAfter, date }: WaitHeaders, received: number): number | undefined {
  if (retryAfter === undefined) return undefined
  if (/^\d{1,10}$/.test(retryAfter)) return Number(retryAfter) * 1000
  if (!IMF_FIXDATE.test(retryAfter)) return undefined
  const until = Date.parse(retryAfter)
  const from = Date.parse(date ?? '')
  return Number.isNaN(until) ? undefined : Math.max(0, until - (Number.isNaN(from) ? received : from))
}

/** A day in UTC as people write it: `5 December 2030`. */
export function longDay(time: number): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(time).toLocaleDateString('en-GB', parts)
}
