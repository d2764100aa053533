import type { ClauseId } from '../../spec/clauses.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import type { Verdict } from '../../contract-tests/report/model/verdict.ts'

export function clausesThatAre(verdict: Verdict, { clauses }: RunReport): readonly ClauseId[] {
  return clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)
}

/** What the suite itself did wrong in a run, and no service. */
export function faultsOf({ clauses }: RunReport): readonly string[] {
  return clauses.flatMap(({ id, tests }) =>
    tests.flatMap(({ verdict, detail }) => (verdict === 'error' ? [`${id}: ${detail ?? 'no reason'}`] : [])),
  )
}
