import type { ClauseId } from '../../spec/index.ts'
import type { RunReport } from '../report/model/run-report.ts'
import type { Verdict } from '../report/model/verdict.ts'
import { runContract } from '../engine/run-contract.ts'
import type { ContractSettings } from '../engine/settings.ts'
import { settingsFor } from '../testing/settings-for.ts'
import type { Stand } from './violations/stand.ts'

/** Runs the whole suite against a stand. */
export async function runOnStand(
  { baseUrl, secondBaseUrl, control }: Stand,
  more: Partial<ContractSettings> = {},
): Promise<RunReport> {
  const keys = { key: 'free-demo-key', secondKey: 'free-demo-key-2' }
  return await runContract(
    settingsFor({ baseUrl, secondBaseUrl, control, ...keys, ...more }),
    () => undefined,
  )
}

export function clausesThatAre(verdict: Verdict, { clauses }: RunReport): readonly ClauseId[] {
  return clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)
}

/** What the suite itself did wrong in a run, which no service is to blame for. */
export function faultsOf({ clauses }: RunReport): readonly string[] {
  return clauses.flatMap(({ id, tests }) =>
    tests.flatMap(({ verdict, detail }) => (verdict === 'error' ? [`${id}: ${detail ?? 'no reason'}`] : [])),
  )
}
