import { choosable } from '../../../spec/choices.ts'
import { clauses, type Clause } from '../../../spec/clauses.ts'
import { classesOf, type AskedGroup } from './asked.ts'
import { titleOf, verdictOf, type FinishedCheck, type FinishedClause } from './finished-check.ts'
import { exitCodeOf } from './known-breaches.ts'
import { leftOutFacts, type LeftOut } from './left-out.ts'
import type {
  Assumption,
  ClauseReport,
  CreatedPets,
  ObservedChoice,
  ReportedExchange,
  RunReport,
  TestReport,
  UnansweredRequest,
} from './run-report.ts'
import { countVerdicts, worst } from './verdict.ts'

/** The facts of a run besides its checks. */
export interface RunFacts {
  readonly baseUrl: string
  readonly mark: string
  readonly left: CreatedPets
  readonly startedAt: Date
  readonly milliseconds: number
  readonly gaveUp: boolean
  readonly interruptedBy?: string
  readonly unanswered?: readonly UnansweredRequest[]
  readonly minVerified: number
  readonly showsBodies?: boolean
  readonly leftOut: readonly LeftOut[]
  /** How many requests were sent again, how often all were sent, and of how many a reply was late or a connection broke. */
  readonly sentAgain?: number
  readonly sentInAll?: number
  readonly timedOut?: number
  readonly broken?: number
  readonly asked?: readonly AskedGroup[]
  readonly assumptions?: readonly Assumption[]
  readonly quotaSetAfter?: readonly number[]
}

/** Builds the report of a run. Checks are grouped by clause, in the order of the document. */
export function buildReport(checks: readonly FinishedCheck[], facts: RunFacts): RunReport {
  const clauseReports = reportClauses(checks, facts.asked)
  const exchanges = checks
    .flatMap((check) => (check.kind === 'second opinion' ? [] : check.sent))
    .sort((one, other) => one.id - other.id)
  const totals = countVerdicts(clauseReports.map(({ verdict }) => verdict))
  const report: Omit<RunReport, 'exitCode'> = {
    baseUrl: facts.baseUrl,
    startedAt: facts.startedAt.toISOString(),
    milliseconds: Math.round(facts.milliseconds),
    clauses: clauseReports,
    totals,
    choices: checks.flatMap(reportChoice),
    exchanges,
    requests: {
      ...countRequests(exchanges),
      ...(facts.sentAgain && { sentAgain: facts.sentAgain }),
      ...(facts.sentInAll && { sentInAll: facts.sentInAll }),
      ...(facts.timedOut && { timedOut: facts.timedOut }),
      ...(facts.broken && { broken: facts.broken }),
    },
    ...facts.left,
    mark: facts.mark,
    ...leftOutFacts(facts.leftOut),
    known: [],
    secondOpinions: checks.flatMap((check) => (check.kind === 'second opinion' ? [check.opinion] : [])),
    minVerified: facts.minVerified,
    ...(facts.showsBodies === true && { showsBodies: true as const }),
    gaveUp: facts.gaveUp,
    ...(facts.interruptedBy !== undefined && { interruptedBy: facts.interruptedBy }),
    ...(facts.unanswered && { unanswered: facts.unanswered }),
    ...(facts.asked && { asked: facts.asked }),
    ...(facts.assumptions && { assumptions: facts.assumptions }),
    ...(facts.quotaSetAfter && { quotaSetAfter: facts.quotaSetAfter }),
  }
  return { ...report, exitCode: exitCodeOf(report) }
}

/** Groups checks by clause, in the order of the document; what is about a clause as it stands comes before its sides. */
export function reportClauses(
  checks: readonly FinishedCheck[],
  asked: readonly AskedGroup[] = [],
): readonly ClauseReport[] {
  const ofClauses = checks.filter((check) => check.kind === 'clause')
  return clauses.flatMap((clause) => {
    const own = ofClauses
      .filter((check) => check.clause === clause.id)
      .toSorted((one, other) => Number(one.aspect !== '') - Number(other.aspect !== ''))
    return own.length === 0 ? [] : [reportClause(clause, own.map(reportCheck), asked)]
  })
}

/** A clause with its checks. It holds only if all of them do, but for extra ones that could not be verified. */
export function reportClause(
  clause: Clause,
  tests: readonly TestReport[],
  asked: readonly AskedGroup[] = [],
): ClauseReport {
  const { id, level, section, operations, text, quote, source = '' } = clause
  const needed = tests.filter((test) => test.extra === undefined || test.verdict !== 'not verified')
  const verdict = worst((needed.length > 0 ? needed : tests).map((test) => test.verdict))
  const classes = classesOf(id, asked)
  const about = { id, level, section, operations, text, source: quote ?? source, verdict }
  return { ...about, ...(classes && { classes }), tests }
}

/** The result of one check of a clause. */
export function reportCheck(check: FinishedClause): TestReport {
  const { result, milliseconds, evidence, ruledOutBy, extra } = check
  const about = {
    title: titleOf(check),
    verdict: verdictOf(check),
    milliseconds,
    evidence,
    ...(ruledOutBy !== undefined && { ruledOutBy }),
    ...(extra && { extra }),
  }
  switch (result.kind) {
    case 'held':
      return about
    case 'breach':
      return { ...about, breach: result.breach }
    case 'not verified':
      return { ...about, detail: reasonOf(check, result.reason) }
    case 'error':
      return { ...about, detail: result.fault }
  }
}

/** Why a check was not verified: where its own clause is the cause, another test of that has found it broken. */
function reasonOf({ clause }: FinishedClause, reason: string): string {
  return reason === `depends on: ${clause}` ? `depends on: another test of ${clause}` : reason
}

function reportChoice(check: FinishedCheck): readonly ObservedChoice[] {
  if (check.kind !== 'open point') return []
  const { openPoint: id, result, evidence } = check
  const question = choosable.find((point) => point.id === id)?.question ?? ''
  switch (result.kind) {
    case 'observed': {
      const { kind: _kind, ...seen } = result
      return [{ id, question, ...seen, evidence }]
    }
    case 'not verified':
      return [{ id, question, variant: undefined, evidence, detail: result.reason }]
    case 'error':
      return [{ id, question, variant: undefined, evidence, detail: result.fault }]
  }
}

function countRequests(exchanges: readonly ReportedExchange[]): RunReport['requests'] {
  const own = exchanges.filter(({ caller }) => caller === 'key')
  const refused = own.filter(({ status }) => status === 429).length
  return { sent: exchanges.length, admitted: own.length - refused, refused }
}
