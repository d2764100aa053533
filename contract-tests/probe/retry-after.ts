import type { Exchange } from './exchange.ts'

const IMF_FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * The wait that Retry-After asks for, in milliseconds from the reply on; `undefined` when the header is missing or in
 * neither of its two forms (RFC 9110 §10.2.3). A date is read against the reply's own Date, so that a clock that is
 * off does no harm.
 */
export function retryAfterOf({ headers, received }: Exchange): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000
  if (!IMF_FIXDATE.test(value)) return undefined
  const until = Date.parse(value)
  const from = Date.parse(headers['date'] ?? '')
  return Number.isNaN(until) ? undefined : Math.max(0, until - (Number.isNaN(from) ? received : from))
}
