import { clocksApartIn } from '../history/assumptions.ts'
import { type Finding, type History, type RecordedExchange, wrongOf } from '../history/history.ts'
import { excusedIn, historyOf, judgeWhole } from '../history/judge.ts'
import { offenders } from '../report/model/findings.ts'
import { verdictOf, type FinishedCheck, type FinishedClause } from '../report/model/finished-check.ts'
import type { Exchange } from './exchange.ts'
import { ON_CLOCKS, SAME_CLOCKS } from './assumptions.ts'
import type { Run } from './run.ts'
import { isAsked, settle } from './settle.ts'

/** Judges all exchanges of a run as one history: the verdicts on what was asked, and what else was found of its clauses. */
export function judgeRun(run: Run, finished: readonly FinishedCheck[]): readonly FinishedClause[] {
  const reported = new Set(finished.flatMap((check) => (check.kind === 'clause' ? [check.clause] : [])))
  const apart = run.control === undefined ? clocksApartIn(run.session.exchanges) : []
  const wrong = new Set<RecordedExchange | undefined>(apart)
  const findings = findingsOf(run, finished).filter(
    (finding) => !ON_CLOCKS.includes(finding.clause) || !wrong.has(wrongOf(finding)),
  )
  const { exchanges } = run.session
  return settle(finished.filter(isAsked), findings, exchanges, excusedIn(exchanges, findings))
    .filter(({ clause }) => reported.has(clause))
    .map((check) => (apart.length > 0 && ON_CLOCKS.includes(check.clause) ? withoutClocks(check) : check))
}

/** What holds only if the clocks agree is not verified. */
function withoutClocks(check: FinishedClause): FinishedClause {
  if (check.result.kind !== 'held') return check
  return { ...check, result: { kind: 'not verified', reason: `precondition missing: ${SAME_CLOCKS}` } }
}

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

/** What all exchanges of a run show together, or some of them alone. */
export function findingsOf(
  run: Run,
  finished: readonly FinishedCheck[],
  exchanges?: readonly Exchange[],
): readonly Finding[] {
  const breaches = finished.flatMap((check) =>
    check.kind === 'clause' && check.result.kind === 'breach' && verdictOf(check) === 'broken'
      ? [{ clause: check.clause, exchanges: offenders(check.result.breach) }]
      : [],
  )
  const history = historyOfRun(run, new Set(breaches.flatMap((one) => one.exchanges)), exchanges)
  return judgeWhole(history, new Set(breaches.map(({ clause }) => clause)))
}
