import type { ClauseId } from '../../spec/clauses.ts'
import type { ContractSettings } from '../../contract-tests/engine/settings.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import type { Operator } from './operators/operator.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { PLAIN, runOn, testService } from './test-service.ts'
import type { Overlay } from './violations/service.ts'
import { watchChanges } from './violations/watch-changes.ts'

/** What the suite reported of a service that an operator has changed. */
export interface OperatorVerdict {
  readonly operator: Operator
  /** The clauses that the suite reported broken, or warned of. */
  readonly reported: readonly ClauseId[]
  readonly faults: readonly string[]
  /**
   * `right`: a clause that it may break was reported, and no other; or the changed service is lawful, and none was.
   * `wrong clause`: another clause was reported. `nothing changed`: the operator changed no request or reply of the run, or may
   * break only what the suite warns of with nothing laid over the service.
   */
  readonly outcome: 'right' | 'missed' | 'wrong clause' | 'nothing changed'
  /** The shortest run that the operator changed something in. */
  readonly metBy: RunKind
  /** The shortest run that reported something; where none did, that of `metBy`. */
  readonly run: RunKind
}

/** A service that an operator can be laid over. */
export interface BaseService {
  readonly runOver: (overlay: Overlay, settings: Partial<ContractSettings>) => Promise<RunReport>
  /** The clauses that a run warns of with nothing laid over it. */
  readonly usualWarnings: readonly ClauseId[]
}

const mock: BaseService = {
  runOver: async (overlay, settings) => runOn(await testService(overlay, PLAIN), settings),
  usualWarnings: [],
}

/** From the run that users start with to the longest: its settings besides an address and two keys. */
export const runSettings = {
  'a default run': { exhaust: false, ban: false },
  '--exhaust --ban': {},
  '--exhaust --ban --deep --thorough': { deep: true, thorough: true },
} as const satisfies Record<string, Partial<ContractSettings>>
export type RunKind = keyof typeof runSettings
export const runKinds = Object.keys(runSettings) as readonly RunKind[]

/** Judges a service with an operator laid over it: by a default run, and where that reports nothing by longer ones. */
export async function judgeOperator(
  operator: Operator,
  service = mock,
  kinds: readonly RunKind[] = runKinds,
): Promise<OperatorVerdict> {
  let first: OperatorVerdict | undefined
  for (const run of kinds) {
    if (operator.needsExhaust && run === 'a default run') continue
    const verdict = await judgeBy(operator, run, service)
    const isMet = first !== undefined && first.outcome !== 'nothing changed'
    if (verdict.outcome === 'right' || verdict.outcome === 'wrong clause')
      return isMet && first ? { ...verdict, metBy: first.metBy } : verdict
    if (!isMet) first = verdict
  }
  if (first === undefined) throw new Error('there is no kind of run to judge by')
  return first
}

async function judgeBy(
  operator: Operator,
  run: RunKind,
  { runOver, usualWarnings }: BaseService,
): Promise<OperatorVerdict> {
  const { overlay, hasActed } = operator.watched?.() ?? watchChanges(operator.overlay)
  const report = await runOver(overlay, runSettings[run])
  const warned = clausesThatAre('warned', report).filter((id) => !usualWarnings.includes(id))
  const reported = [...clausesThatAre('broken', report), ...warned]
  const faults = faultsOf(report)
  return {
    operator,
    reported,
    faults,
    run,
    metBy: run,
    outcome: outcomeOf(operator, reported, faults, hasActed() && !breaksOnly(operator, usualWarnings)),
  }
}

function breaksOnly({ mayBreak }: Operator, warnings: readonly ClauseId[]): boolean {
  return mayBreak.length > 0 && mayBreak.every((id) => warnings.includes(id))
}

function outcomeOf(
  { mayBreak }: Operator,
  reported: readonly ClauseId[],
  faults: readonly string[],
  hasActed: boolean,
): OperatorVerdict['outcome'] {
  if (faults.length > 0 || reported.some((id) => !mayBreak.includes(id))) return 'wrong clause'
  if (!hasActed) return 'nothing changed'
  return mayBreak.length > 0 && reported.length === 0 ? 'missed' : 'right'
}
