import type { PlanId } from '../../spec/plans.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { History } from '../history/history.ts'
import { historyOf, historyOfKeys, type Recorded } from '../history/judge.ts'
import { offenders } from '../report/model/findings.ts'
import { type FinishedCheck, verdictOf } from '../report/model/finished-check.ts'
import type { Exchange } from './exchange.ts'
import type { Run } from './run.ts'

/** The exchanges of a run so far as a history, for rules that look at no pet. */
export function historyOfLimits(run: Run): History {
  return historyOfKeys(recordedIn(run, run.session.exchanges))
}

function recordedIn({ settings, quotaSetAfter }: Run, exchanges: readonly Exchange[]): Recorded {
  return {
    exchanges,
    quotaSetAfter,
    givenKeys: new Set(['key', 'second key']),
    ownNames: settings.mark,
    plans: plansIn(settings),
  }
}

function plansIn({ plan, secondPlan = plan }: Run['settings']): ReadonlyMap<string, PlanId> {
  const plans = { key: plan, 'second key': secondPlan }
  return new Map(Object.entries(plans).flatMap(([key, one]) => (one === undefined ? [] : [[key, one]])))
}

/** The history of a run, and the clauses that checks have found broken already. */
export function whatIsJudged(
  run: Run,
  finished: readonly FinishedCheck[],
  exchanges: readonly Exchange[] = run.session.exchanges,
): readonly [history: History, established: ReadonlySet<ClauseId>] {
  const breaches = finished.flatMap((check) =>
    check.kind === 'clause' && check.result.kind === 'breach' && verdictOf(check) === 'broken'
      ? [{ clause: check.clause, exchanges: offenders(check.result.breach) }]
      : [],
  )
  const discredited = new Set(breaches.flatMap((one) => one.exchanges))
  const history = historyOf({ ...recordedIn(run, exchanges), discredited })
  return [history, new Set(breaches.map(({ clause }) => clause))]
}
