import { choosable, clauses, type Clause } from '../../../spec/index.ts'
import { GIVEN_UP } from '../../engine/not-verified.ts'
import type { FinishedTest } from './finished-test.ts'
import { reportTest } from './report-test.ts'
import type { ReportedExchange } from './reported-exchange.ts'
import {
  verdicts,
  type ClauseReport,
  type ObservedChoice,
  type RunReport,
  type Verdict,
} from './run-report.ts'

export interface RunFacts {
  readonly baseUrl: string
  readonly mark: string
  readonly startedAt: Date
  readonly milliseconds: number
}

/** Puts the tests of a run together by clause, in the order of the document. */
export function buildReport(tests: readonly FinishedTest[], facts: RunFacts): RunReport {
  const clauseReports = reportClauses(tests)
  const exchanges = tests
    .flatMap(({ finding, observation }) => (finding ?? observation)?.sent ?? [])
    .sort(byId)
  const count = (verdict: Verdict): number =>
    clauseReports.filter((clause) => clause.verdict === verdict).length
  const totals = Object.fromEntries(
    verdicts.map((verdict) => [verdict, count(verdict)]),
  ) as RunReport['totals']
  return {
    baseUrl: facts.baseUrl,
    startedAt: facts.startedAt.toISOString(),
    milliseconds: Math.round(facts.milliseconds),
    clauses: clauseReports,
    totals,
    choices: tests.flatMap(reportChoice),
    exchanges,
    requests: countRequests(exchanges),
    created: exchanges.flatMap(({ created }) => created ?? []),
    mark: facts.mark,
    known: [],
    secondOpinions: tests.flatMap(({ opinion }) => opinion ?? []),
    exitCode: totals.broken + totals.error > 0 ? 1 : isSilent(totals) || wasGivenUp(clauseReports) ? 2 : 0,
  }
}

/** A run that verified nothing must not look as if all were well. */
function isSilent({ held, warned }: RunReport['totals']): boolean {
  return held + warned === 0
}

function wasGivenUp(reports: readonly ClauseReport[]): boolean {
  return reports.some(({ tests }) => tests.some(({ detail }) => detail?.endsWith(GIVEN_UP)))
}

function reportClauses(tests: readonly FinishedTest[]): readonly ClauseReport[] {
  const ofService = clauses.filter(({ party }) => party !== 'client')
  return ofService.flatMap((clause) => {
    const own = tests.filter(({ finding }) => finding?.clause === clause.id)
    return own.length === 0 ? [] : [reportClause(clause, own)]
  })
}

function reportClause(clause: Clause, tests: readonly FinishedTest[]): ClauseReport {
  const { id, level, section, operations, text, quote, source = '' } = clause
  const reports = tests.map(reportTest)
  return {
    id,
    level,
    section,
    operations,
    text,
    source: quote ?? source,
    verdict: worst(reports),
    tests: reports,
  }
}

// A clause holds only when every test of it does.
const SEVERITY: readonly Verdict[] = ['broken', 'error', 'warned', 'not verified', 'held']

function worst(tests: ClauseReport['tests']): Verdict {
  return SEVERITY.find((verdict) => tests.some((test) => test.verdict === verdict)) ?? 'not verified'
}

function reportChoice({ observation, fault }: FinishedTest): readonly ObservedChoice[] {
  if (!observation) return []
  const { openPoint: id, variant, hindrance = fault, evidence } = observation
  const question = choosable.find((point) => point.id === id)?.question ?? ''
  return [{ id, question, variant, evidence, ...(hindrance !== undefined && { detail: hindrance }) }]
}

function countRequests(exchanges: readonly ReportedExchange[]): RunReport['requests'] {
  const own = exchanges.filter(({ caller }) => caller === 'key')
  const refused = own.filter(({ status }) => status === 429).length
  return { sent: exchanges.length, admitted: own.length - refused, refused }
}

function byId(one: ReportedExchange, other: ReportedExchange): number {
  return one.id - other.id
}
