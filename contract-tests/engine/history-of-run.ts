import type { ClauseId } from '../../spec/clauses.ts'
import type { History } from '../history/history.ts'
import { historyOf } from '../history/judge.ts'
import { offenders } from '../report/model/findings.ts'
import { type FinishedCheck, verdictOf } from '../report/model/finished-check.ts'
import type { Exchange } from './exchange.ts'
import type { Run } from './run.ts'

/** The exchanges of a run so far as a history; of those whose reply is `discredited` nothing follows. */
export function historyOfRun(
  { session, settings, quotaSetAfter }: Run,
  discredited: ReadonlySet<number> = new Set(),
  exchanges: readonly Exchange[] = session.exchanges,
): History {
  return historyOf({
    exchanges,
    quotaSetAfter,
    discredited,
    givenKeys: new Set(['key', 'second key']),
    ownNames: settings.mark,
    ...(settings.plan !== undefined && { plans: new Map([['key', settings.plan]]) }),
  })
}

/** The history of a run, and the clauses that checks have found broken already. */
export function whatIsJudged(
  run: Run,
  finished: readonly FinishedCheck[],
  exchanges?: readonly Exchange[],
): readonly [history: History, established: ReadonlySet<ClauseId>] {
  const breaches = finished.flatMap((check) =>
    check.kind === 'clause' && check.result.kind === 'breach' && verdictOf(check) === 'broken'
      ? [{ clause: check.clause, exchanges: offenders(check.result.breach) }]
      : [],
  )
  const history = historyOfRun(run, new Set(breaches.flatMap((one) => one.exchanges)), exchanges)
  return [history, new Set(breaches.map(({ clause }) => clause))]
}
