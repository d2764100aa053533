import type { ClauseId } from '../../spec/clauses.ts'
import { clocksApartIn, showsUseByOthers, usesByOthersIn } from '../history/assumptions.ts'
import { ascending, type History, isWithKey, type RecordedExchange, refusesKey } from '../history/history.ts'
import { isResetByNoClock } from '../history/waits.ts'
import type { FinishedCheck } from '../report/model/finished-check.ts'
import type { Assumption } from '../report/model/run-report.ts'
import type { Exchange } from './exchange.ts'
import type { Run } from './run.ts'

/**
 * What some checks of a run take for granted of everything but the service, with the replies that contradict it; of pets, what
 * the history shows by which the run was judged.
 */
export function assumptionsOf(
  run: Run,
  finished: readonly FinishedCheck[],
  { changedPets }: Pick<History, 'changedPets'>,
): readonly Assumption[] {
  const checked = new Set(finished.flatMap((check) => (check.kind === 'clause' ? [check.clause] : [])))
  return [
    ...keyAssumptions(run),
    {
      text: 'No one removed or changed pets.',
      clauses: ON_PETS,
      contradictedBy: inOrder([...(changedPets?.values() ?? [])].flat().map(({ id }) => id)),
    },
    ...clockAssumption(run),
  ]
    .map((assumption) => ({ ...assumption, clauses: assumption.clauses.filter((id) => checked.has(id)) }))
    .filter(({ clauses }) => clauses.length > 0)
}

// The document has no operation that removes or changes a pet; whoever runs the service may have another way.
const ON_PETS: readonly ClauseId[] = [
  'PET-2',
  'LIST-2',
  'LIST-4',
  'LIST-5',
  'LIST-6',
  'LIST-7',
  'GET-1',
  'DEPRECATION-3',
]

// Others with the key may spend what is left of it, and get it banned.
const ON_KEYS = {
  key: ['AUTH-1', 'LIMIT-3', 'LIMIT-5', 'LIMIT-7', 'LIMIT-9', 'LIMIT-10'],
  'second key': ['LIMIT-6', 'LIMIT-7', 'LIMIT-11', 'LIMIT-12'],
} as const satisfies Readonly<Record<string, readonly ClauseId[]>>

function keyAssumptions({ session, settings, quotaSetAfter }: Run): readonly Assumption[] {
  const { exchanges, unanswered } = session
  const uses = usesByOthersIn({ exchanges, quotaSetAfter })
  const keys = settings.secondKey === undefined ? (['key'] as const) : (['key', 'second key'] as const)
  return keys.map((caller) => {
    const own = exchanges.filter(({ probe }) => probe.caller === caller)
    const shown = uses
      .filter((use) => use.caller === caller)
      .flatMap(({ before, now }) => [before.id, now.id])
    const refused = own.filter((one) => isRefusedToo(one, own)).map(({ id }) => id)
    const isLost = unanswered.some(({ probe }) => probe.caller === caller)
    const lost = isLost ? ', and the service counted no request without a reply' : ''
    return {
      text: `No one else used the ${caller === 'key' ? 'first key' : caller}${lost}.`,
      clauses: ON_KEYS[caller],
      contradictedBy: inOrder([...shown, ...refused]),
    }
  })
}

function inOrder(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].sort(ascending)
}

/** Whether a reply refuses a key that others have emptied. */
function isRefusedToo(exchange: Exchange, all: readonly Exchange[]): boolean {
  if (!isWithKey(exchange) || !refusesKey(exchange)) return false
  const own = all.filter(({ probe }) => probe.base === exchange.probe.base)
  return showsUseByOthers(exchange, own)
}

/** On our mock the suite moves the clock itself. */
function clockAssumption({ control, session }: Run): readonly Assumption[] {
  if (control !== undefined) return []
  return [
    {
      text: 'The clocks of service and client agree within 5 s.',
      clauses: ON_CLOCKS,
      contradictedBy: clocksApartIn(session.exchanges).map(({ id }) => id),
    },
  ]
}

/** What is missing where the clocks do not agree. */
export const SAME_CLOCKS = 'clocks that agree within 5 s'

/** The clauses that compare times of the service with those of this machine. */
export const ON_CLOCKS: readonly ClauseId[] = ['LIMIT-4', 'LIMIT-10', 'DEPRECATION-2']

/** Whether a breach of a clause in a reply may follow from the clocks alone, where they do not agree. */
export function mayFollowFromClocks(clause: ClauseId, reply: RecordedExchange): boolean {
  return ON_CLOCKS.includes(clause) && !(clause === 'LIMIT-4' && isResetByNoClock(reply))
}
