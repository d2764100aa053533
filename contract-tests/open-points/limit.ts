import { serviceSchemas } from '../../spec/index.ts'
import type { Observation } from '../engine/check.ts'
import { type Exchange, rateLimitOf } from '../engine/exchange.ts'
import type { Session } from '../engine/session.ts'
import { missing } from '../engine/verdicts.ts'
import { refusal } from '../probes/over-the-limit.ts'
import { windowAlignment } from './window-alignment.ts'

export const limitPoints: readonly Observation[] = [
  { id: 'window-alignment', cost: 0, observe: ({ session }) => windowAlignment(session) },
  { id: 'do-errors-count', cost: 0, observe: ({ session }) => errorsCount(session) },
  {
    id: 'body-of-429',
    observe: async (run) => {
      const { body, json } = await refusal(run)
      if (body === '') return 'empty'
      return serviceSchemas.Error(json).length === 0 ? 'error' : 'other-object'
    },
  },
  {
    id: 'retry-after-form',
    observe: async (run) => {
      const { headers } = await refusal(run)
      const value = headers['retry-after'] ?? missing('there is no Retry-After')
      return /^\d+$/.test(value) ? 'seconds' : 'http-date'
    },
  },
]

/** Whether errors count, as Remaining has shown on the key's exchanges so far. */
export function errorsCount({ exchanges }: Session): 'yes' | 'no' {
  const own = exchanges.filter(({ probe }) => probe.caller === 'key' && probe.base === undefined)
  const falls = own.flatMap((exchange, at) => fallBefore(exchange, own[at - 1]))
  if (falls.length === 0) return missing('no error stood beside another exchange')
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
