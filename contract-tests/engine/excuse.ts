import type { ClauseId } from '../../spec/clauses.ts'
import { isSafe } from '../../spec/operations.ts'
import { clocksApartIn, showsUseByOthers, usesByOthersIn } from '../history/assumptions.ts'
import { isRefusal, isServed, isWithKey, precedes, refusesKey } from '../history/history.ts'
import { mayFollowFromClocks, SAME_CLOCKS } from './assumptions.ts'
import type { Exchange } from './exchange.ts'
import type { Run } from './run.ts'
import { Breach, NotVerified } from './verdicts.ts'

/** What a check has thrown; where the run contradicts an assumption that a breach rests on, a NotVerified in place of it. */
export async function excused(thrown: unknown, clause: ClauseId, run: Run): Promise<unknown> {
  if (!(thrown instanceof Breach)) return thrown
  const { exchange } = thrown
  const isOfClocks = run.control === undefined && mayFollowFromClocks(clause, exchange)
  if (isOfClocks && clocksApartIn([exchange]).length > 0)
    return new NotVerified('precondition missing', SAME_CLOCKS)
  if (await isBannedByOthers(exchange, run))
    return new NotVerified('precondition missing', 'a key that nobody else gets banned meanwhile')
  return thrown
}

/**
 * Whether others may have got a key banned: they use it, and a 429 came before the refusal, or less is left than before it, or
 * the key is refused for whatever it asks now.
 */
async function isBannedByOthers(refused: Exchange, { session, quotaSetAfter }: Run): Promise<boolean> {
  if (!refusesKey(refused) || !isWithKey(refused)) return false
  const { caller, base } = refused.probe
  const own = session.exchanges.filter(({ probe }) => probe.caller === caller && probe.base === base)
  if (showsUseByOthers(refused, own)) return true
  const uses = usesByOthersIn({ exchanges: session.exchanges, quotaSetAfter })
  if (!uses.some((use) => use.caller === caller)) return false
  const before = own.findLast((one) => precedes(one, refused) && !isRefusal(one))
  if (before === undefined) return false
  if (own.some((one) => one.status === 429 && one.id > before.id && one.id < refused.id)) return true
  const usual = own.find((one) => isServed(one) && isSafe(one.probe.operation ?? 'createPet'))
  return usual !== undefined && refusesKey(await session.send(usual.probe, 'accept'))
}
