import type { ClauseId } from '../../spec/clauses.ts'
import { rateLimitOf } from './headers.ts'
import { type History, type RecordedExchange, remembering } from './history.ts'

/** The clauses that may be broken by a reply to a request that may have been over the limit, or met a ban. */
export const OVER_THE_LIMIT = ['LIMIT-7', 'LIMIT-12'] as const satisfies readonly ClauseId[]

/** Requests that came when their caller had nothing left, or had been refused and not served since. */
export const perhapsOverLimit = remembering(({ exchanges }: History): ReadonlySet<RecordedExchange> => {
  const spent = new Set<string>()
  return new Set(
    exchanges.filter((exchange) => {
      const { status, probe } = exchange
      const wasSpent = spent.has(probe.caller)
      const isSpent = status === 429 || !(rateLimitOf(exchange).remaining > 0) || (wasSpent && status >= 400)
      if (isSpent) spent.add(probe.caller)
      else spent.delete(probe.caller)
      return wasSpent
    }),
  )
})
