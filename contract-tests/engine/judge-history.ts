import { areaOf, type ClauseId } from '../../spec/clauses.ts'
import type { Finding } from '../history/history.ts'
import { judge } from '../history/judge.ts'
import { verdictOf, type FinishedCheck, type FinishedClause } from '../report/model/finished-check.ts'
import { offenders } from '../report/model/findings.ts'
import type { Exchange } from './exchange.ts'
import { reportBreach } from './reported-exchange.ts'
import type { Run } from './run.ts'
import { type Breach, breachBy, type Offence } from './verdicts.ts'

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
  const reported = new Set(finished.flatMap((check) => (check.kind === 'clause' ? [check.clause] : [])))
  const findings = judge({
    exchanges: run.session.exchanges,
    quotaSetAfter: run.quotaSetAfter,
    discredited: new Set(breaches.flatMap(({ exchanges }) => exchanges)),
  })
  const broken = new Set(breaches.map(({ clause }) => areaOf(clause)))
  const topics = new Set<string>()
  return findings.flatMap((finding): readonly FinishedClause[] => {
    const clauses = [finding.clause, ...finding.alternatives]
    const isExplained = clauses.some((one) => broken.has(areaOf(one)) || topics.has(topicOf(one)))
    if (!reported.has(finding.clause) || isExplained) return []
    for (const one of clauses) topics.add(topicOf(one))
    return asCheck(finding, run)
  })
}

/** What a clause is about. One wrong id or list leads to many contradictions in all that is about pets. */
function topicOf(clause: ClauseId): string {
  return /^(?:PET|LIST|CREATE|GET|DEPRECATION)-/.test(clause) ? 'pets' : areaOf(clause)
}

/** A finding as a check that found its clause broken. */
function asCheck(finding: Finding, { session }: Run): readonly FinishedClause[] {
  const breach = breachOf(finding, session.exchanges)
  if (breach === undefined) return []
  return [
    {
      kind: 'clause',
      clause: finding.clause,
      aspect: aspectOf(finding),
      needs: [],
      result: { kind: 'breach', breach: reportBreach(breach) },
      evidence: finding.steps.map(({ exchange }) => exchange.id),
      sent: [],
      milliseconds: 0,
    },
  ]
}

/** The exchange that ends a contradiction as that of the breach, with all others that it needs. */
export function breachOf(
  { expected, actual, steps }: Finding,
  exchanges: readonly Exchange[],
): Breach | undefined {
  const offences = steps.flatMap(({ exchange: { id }, shows }): readonly Offence[] => {
    const exchange = exchanges.find((one) => one.id === id)
    return exchange === undefined ? [] : [{ actual: shows, exchange }]
  })
  const last = offences.at(-1)
  return last && breachBy(expected, [{ actual, exchange: last.exchange }, ...offences.slice(0, -1)])
}

/** The title of the check that a finding belongs to. */
export function aspectOf({ alternatives }: Pick<Finding, 'alternatives'>): string {
  const or = alternatives.length === 0 ? '' : ` (or the cause is ${alternatives.join(' or ')})`
  return `each reply fits its request and the other replies${or}`
}
