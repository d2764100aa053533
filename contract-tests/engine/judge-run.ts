import { clocksApartIn } from '../history/assumptions.ts'
import { type Finding, wrongOf } from '../history/history.ts'
import { judgementOf, judgeWhole } from '../history/judge.ts'
import type { FinishedCheck, FinishedClause } from '../report/model/finished-check.ts'
import { mayFollowFromClocks, ON_CLOCKS, SAME_CLOCKS } from './assumptions.ts'
import type { Exchange } from './exchange.ts'
import { whatIsJudged } from './history-of-run.ts'
import type { Run } from './run.ts'
import { isAsked, settle } from './settle.ts'

/** Judges all exchanges of a run as one history: the verdicts on what was asked, and what else was found of its clauses. */
export function judgeRun(
  run: Run,
  finished: readonly FinishedCheck[],
  judged = whatIsJudged(run, finished),
): readonly FinishedClause[] {
  const reported = new Set(finished.flatMap((check) => (check.kind === 'clause' ? [check.clause] : [])))
  const apart = run.control === undefined ? clocksApartIn(run.session.exchanges) : []
  const wrong = new Set(apart)
  const judgement = judgementOf(...judged)
  const isOfService = (finding: Finding): boolean => {
    const reply = wrongOf(finding)
    return reply === undefined || !wrong.has(reply) || !mayFollowFromClocks(finding.clause, reply)
  }
  const findings = judgement.findings.filter(isOfService)
  const ofEstablished = judgement.ofEstablished?.filter(isOfService) ?? []
  return settle(finished.filter(isAsked), { ...judgement, findings, ofEstablished }, run.session.exchanges)
    .filter(({ clause }) => reported.has(clause))
    .map((check) => (apart.length > 0 && ON_CLOCKS.includes(check.clause) ? withoutClocks(check) : check))
}

/** What holds only if the clocks agree is not verified. */
function withoutClocks(check: FinishedClause): FinishedClause {
  if (check.result.kind !== 'held') return check
  return { ...check, result: { kind: 'not verified', reason: `precondition missing: ${SAME_CLOCKS}` } }
}

/** What all exchanges of a run show together, or some of them alone. */
export function findingsOf(
  run: Run,
  finished: readonly FinishedCheck[],
  exchanges?: readonly Exchange[],
): readonly Finding[] {
  return judgeWhole(...whatIsJudged(run, finished, exchanges))
}
