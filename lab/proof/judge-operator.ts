import type { ClauseId } from '../../spec/clauses.ts'
import type { ContractSettings } from '../../contract-tests/engine/settings.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import type { Operator } from './operators/operator.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { PLAIN, runOn, testService } from './test-service.ts'
import type { Overlay } from './violations/service.ts'
import { watched } from './watched.ts'

/** What became of a service that an operator has changed. */
export interface OperatorVerdict {
  readonly operator: Operator
  /** The clauses that the suite reported broken, or warned of. */
  readonly reported: readonly ClauseId[]
  readonly faults: readonly string[]
  /**
   * `right`: a clause that it may break was reported, and no other; or it is lawful, and none was. `no occasion`: nothing in
   * the run met it. `astray`: another clause was reported.
   */
  readonly outcome: 'right' | 'missed' | 'astray' | 'no occasion'
  /** The least run that meets it, and the least that shows it; the same where none does. */
  readonly metBy: RunKind
  readonly run: RunKind
}

/** A service to lay something over. */
export interface Below {
  readonly runOver: (overlay: Overlay, settings: Partial<ContractSettings>) => Promise<RunReport>
  /** What it is warned of with nothing laid over it. */
  readonly usual: readonly ClauseId[]
}

const mock: Below = {
  runOver: async (overlay, settings) => runOn(await testService(overlay, PLAIN), settings),
  usual: [],
}

/** From the run that everybody makes to the longest: what it is asked for besides an address and two keys. */
const runs = {
  'a default run': { exhaust: false, ban: false },
  '--exhaust --ban': {},
  '--exhaust --ban --deep --thorough': { deep: true, thorough: true },
} as const satisfies Record<string, Partial<ContractSettings>>
export type RunKind = keyof typeof runs
export const runKinds = Object.keys(runs) as readonly RunKind[]

/** What the suite says of a service with an operator laid over it: in a default run, and where that sees nothing in longer ones. */
export async function judgeOperator(
  operator: Operator,
  below = mock,
  kinds: readonly RunKind[] = runKinds,
): Promise<OperatorVerdict> {
  let least: OperatorVerdict | undefined
  for (const run of kinds) {
    if (operator.needsExhaust && run === 'a default run') continue
    const verdict = await judgeBy(operator, run, below)
    const isMet = least !== undefined && least.outcome !== 'no occasion'
    if (verdict.outcome === 'right' || verdict.outcome === 'astray')
      return isMet && least ? { ...verdict, metBy: least.metBy } : verdict
    if (!isMet) least = verdict
  }
  if (least === undefined) throw new Error('no run to judge by')
  return least
}

async function judgeBy(
  operator: Operator,
  run: RunKind,
  { runOver, usual }: Below,
): Promise<OperatorVerdict> {
  const { overlay, hasActed } = watched(operator.overlay)
  const report = await runOver(overlay, runs[run])
  const warned = clausesThatAre('warned', report).filter((id) => !usual.includes(id))
  const reported = [...clausesThatAre('broken', report), ...warned]
  const faults = faultsOf(report)
  return {
    operator,
    reported,
    faults,
    run,
    metBy: run,
    outcome: outcomeOf(operator, reported, faults, hasActed()),
  }
}

function outcomeOf(
  { may }: Operator,
  reported: readonly ClauseId[],
  faults: readonly string[],
  hasActed: boolean,
): OperatorVerdict['outcome'] {
  if (faults.length > 0 || reported.some((id) => !may.includes(id))) return 'astray'
  if (!hasActed) return 'no occasion'
  return may.length > 0 && reported.length === 0 ? 'missed' : 'right'
}
