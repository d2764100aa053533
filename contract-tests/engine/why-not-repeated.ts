import type { ClauseId } from '../../spec/clauses.ts'
import { mayChangePets } from '../../spec/operations.ts'
import type { Exchange } from './exchange.ts'
import type { ContractSettings } from './settings.ts'

/** What a breach of a clause takes that is not done a second time for the sake of its curl line. */
const TAKES: Partial<Readonly<Record<ClauseId, string>>> = {
  'LIMIT-6': 'a day’s quota',
  'DEPRECATION-2': 'the day of the removal',
}

/** The requests that repeat a breach, and whether they go over the limit. */
interface Story {
  readonly exchanges: readonly Exchange[]
  readonly isOverTheLimit: boolean
}

/** Why a run does not repeat a breach; `undefined` where it may. */
export function whyNotRepeated(
  clause: ClauseId,
  { exchanges, isOverTheLimit }: Story,
  { exhaust, ban }: Pick<ContractSettings, 'exhaust' | 'ban'>,
): string | undefined {
  const takes = TAKES[clause]
  if (takes !== undefined) return `it takes ${takes}`
  if (clause === 'LIMIT-12' && !(ban && isOverTheLimit)) return 'it takes a ban'
  if (isOverTheLimit && !exhaust) return 'it takes going over the limit'
  if (!isOverTheLimit && exchanges.some(({ status }) => status === 429))
    return 'it takes a quota that is spent'
  const isForeign = exchanges.some(
    ({ status, probe: { caller, method, path } }) =>
      caller === 'nobody' && status < 300 && mayChangePets(method, path),
  )
  return isForeign ? 'it may add another pet without a valid key' : undefined
}
