const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

/** Whether a text is a time that OpenAPI's `format: date-time` admits (RFC 3339 §5.6), leap seconds apart. */
export function isDateTime(text: string): boolean {
  return DATE_TIME.test(text) && !Number.isNaN(Date.parse(text.toUpperCase())) && isRealDay(text)
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)/

/** False for a text that begins with a day which no month has, such as 2026-02-30; Date would read the 2nd of March. */
function isRealDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? []
  return (
    day === undefined ||
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  )
}

/** A day in UTC as people write it: `5 December 2030`. */
export function longDay(time: number): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(time).toLocaleDateString('en-GB', parts)
}
