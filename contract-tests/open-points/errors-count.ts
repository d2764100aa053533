import { unseen } from '../engine/expect/observe.ts'
import { rateLimitOf, type Exchange } from '../engine/exchange.ts'
import type { Session } from '../engine/session.ts'

/** Whether errors count, as Remaining has shown on the key's exchanges so far. */
export function errorsCount({ exchanges }: Session): 'yes' | 'no' {
  const own = exchanges.filter(({ probe }) => probe.caller === 'key' && probe.base === undefined)
  const falls = own.flatMap((exchange, at) => fallBefore(exchange, own[at - 1]))
  if (falls.length === 0) return unseen('no error stood beside another exchange')
  // Others who use the key can only make Remaining fall more often.
  return falls.includes(0) ? 'no' : 'yes'
}

const REFUSALS = new Set([401, 403, 429])

/** How much Remaining fell with a request that was answered with an error, where that can be told. */
function fallBefore(exchange: Exchange, before: Exchange | undefined): readonly number[] {
  // A key that is refused, over the limit or while it is banned, is no error of the request.
  if (before === undefined || exchange.status < 400 || REFUSALS.has(exchange.status)) return []
  const [first, second] = [rateLimitOf(before), rateLimitOf(exchange)]
  return first.reset === second.reset && first.limit === second.limit
    ? [first.remaining - second.remaining]
    : []
}
