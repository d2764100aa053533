import type { ClauseId } from '../../spec/clauses.ts'
import type { Finding } from '../history/history.ts'
import { judge } from '../history/judge.ts'
import { verdictOf, type FinishedCheck, type FinishedClause } from '../report/model/finished-check.ts'
import { offenders } from '../report/model/findings.ts'
import { reportBreach } from './reported-exchange.ts'
import type { Run } from './run.ts'
import { breachBy, type Offence } from './verdicts.ts'

/**
 * Contradictions between the replies of a run, whichever check they were sent for, as checks of the clauses that they break.
 * None is reported in an area where a check has found something broken, which may explain it.
 */
export function judgeHistory(run: Run, finished: readonly FinishedCheck[]): readonly FinishedClause[] {
  const breaches = finished.flatMap((check) =>
    check.kind === 'clause' && check.result.kind === 'breach' && verdictOf(check) === 'broken'
      ? [{ clause: check.clause, exchanges: offenders(check.result.breach) }]
      : [],
  )
  const broken = new Set(breaches.map(({ clause }) => areaOf(clause)))
  const reported = new Set(finished.flatMap((check) => (check.kind === 'clause' ? [check.clause] : [])))
  const findings = judge({
    exchanges: run.session.exchanges,
    quotaSetAfter: run.quotaSetAfter,
    discredited: new Set(breaches.flatMap(({ exchanges }) => exchanges)),
  })
  const news = findings.filter(
    ({ clause, alternatives }) =>
      reported.has(clause) && ![clause, ...alternatives].some((one) => broken.has(areaOf(one))),
  )
  return [...Map.groupBy(news, ({ clause }) => clause).values()].flatMap((own) => asCheck(own, run))
}

/** The first finding of a clause, with the exchanges that contradict each other. */
function asCheck([finding]: readonly Finding[], { session }: Run): readonly FinishedClause[] {
  if (finding === undefined) return []
  const { clause, alternatives, expected, actual, steps } = finding
  const offences = steps.flatMap(({ exchange: { id }, shows }): readonly Offence[] => {
    const exchange = session.exchanges.find((one) => one.id === id)
    return exchange === undefined ? [] : [{ actual: shows, exchange }]
  })
  const breach = breachBy(expected, ending(offences, actual))
  if (breach === undefined) return []
  const or = alternatives.length === 0 ? '' : ` (it may be ${alternatives.join(' or ')} instead)`
  return [
    {
      kind: 'clause',
      clause,
      aspect: `no two replies of the run contradict each other${or}`,
      needs: [],
      result: { kind: 'breach', breach: reportBreach(breach) },
      evidence: offences.map(({ exchange }) => exchange.id),
      sent: [],
      milliseconds: 0,
    },
  ]
}

/** The exchange that ends the contradiction first, as that of the breach; the others after it. */
function ending(offences: readonly Offence[], actual: string): readonly Offence[] {
  const last = offences.at(-1)
  return last === undefined ? [] : [{ actual, exchange: last.exchange }, ...offences.slice(0, -1)]
}

function areaOf(clause: ClauseId): string {
  return clause.replace(/-\d+$/, '')
}
