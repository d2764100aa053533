import type { ClauseId } from '../../spec/clauses.ts'
import { judgeOperator, type OperatorVerdict, type RunKind } from './judge-operator.ts'
import { operators } from './operators/index.ts'
import { type Operator, nameOf } from './operators/operator.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { memberAt } from './sample.ts'
import { violations } from './violations/index.ts'
import type { Violation } from './violations/service.ts'
import { runOverStranger } from './run-over-stranger.ts'

/** What the suite reported of a stranger with nothing laid over it. */
export interface StrangerVerdict {
  readonly broken: readonly ClauseId[]
  readonly warned: readonly ClauseId[]
  readonly notVerified: readonly ClauseId[]
  readonly faults: readonly string[]
  readonly held: number
  /** Open points whose variant was read. */
  readonly read: number
  /** All open points. */
  readonly points: number
}

/** Judges a stranger by a run that may do everything. Its clock is useless for other runs afterwards. */
export async function judgeStranger(baseUrl: string): Promise<StrangerVerdict> {
  const report = await runOverStranger(baseUrl, (healthy) => healthy, { deep: true }, true)
  return {
    broken: clausesThatAre('broken', report),
    warned: clausesThatAre('warned', report),
    notVerified: clausesThatAre('not verified', report),
    faults: faultsOf(report),
    held: report.totals.held,
    read: report.choices.filter(({ variant }) => variant !== undefined).length,
    points: report.choices.length,
  }
}

/** Something to lay over a stranger: a violation, or an operator, by its number. */
export interface Laid {
  readonly kind: 'violation' | 'operator'
  readonly at: number
}

export type LaidVerdict = Omit<OperatorVerdict, 'operator'>

/** Judges a stranger with something laid over it; `usualWarnings` are those that it gets with nothing laid over it. */
export async function judgeLaid(
  baseUrl: string,
  laid: Laid,
  usualWarnings: readonly ClauseId[],
): Promise<LaidVerdict> {
  const { operator, runs } = asOperator(laid)
  const { operator: _here, ...verdict } = await judgeOperator(
    operator,
    { runOver: (overlay, settings) => runOverStranger(baseUrl, overlay, settings), usualWarnings },
    runs,
  )
  return verdict
}

const LONGER: RunKind = '--exhaust --ban'

function asOperator({ kind, at }: Laid): { operator: Operator; runs: readonly RunKind[] } {
  if (kind === 'operator') return { operator: memberAt(operators, at), runs: ['a default run', LONGER] }
  const { overlay, breaks, also, needs, name } = memberAt(violations, at)
  const mayBreak = [...breaks, ...(also?.breaks ?? [])]
  const operator = { target: breaks.join(), change: name, when: '', mayBreak, isByChance: false, overlay }
  return {
    operator,
    runs: needs === 'deep' || needs === 'thorough' ? ['--exhaust --ban --deep --thorough'] : [LONGER],
  }
}

/** The name of what is laid: `LIST-4: the default page holds 25`. */
export function nameLaid({ kind, at }: Laid): string {
  if (kind === 'operator') return nameOf(memberAt(operators, at))
  const { name, breaks } = memberAt(violations, at)
  return `${breaks.join(', ')}: ${name}`
}

/** The clauses that may be reported of a stranger with this laid over it. */
export function clausesAtRisk(laid: Laid): readonly ClauseId[] {
  return asOperator(laid).operator.mayBreak
}

/** Everything that can be laid over a stranger. */
export function everythingLaid(): readonly Laid[] {
  const kinds = { violation: violations.map(suitsAnyService), operator: operators.map(() => true) }
  return (['violation', 'operator'] as const).flatMap((kind) =>
    kinds[kind].flatMap((applies, at) => (applies ? [{ kind, at }] : [])),
  )
}

/** Whether a violation needs no mock with certain pets or choices. */
function suitsAnyService({ mock }: Violation): boolean {
  return mock === undefined
}
