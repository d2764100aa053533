import type { ClauseId } from '../../spec/clauses.ts'
import { judgeOperator, type OperatorVerdict, type RunKind } from './judge-operator.ts'
import { operators } from './operators/index.ts'
import { type Operator, nameOf } from './operators/operator.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { violations } from './violations/index.ts'
import type { Violation } from './violations/service.ts'
import { runOverStranger } from './run-over-stranger.ts'

/** What was said of a stranger as it is. */
export interface StrangerVerdict {
  readonly broken: readonly ClauseId[]
  readonly warned: readonly ClauseId[]
  readonly notVerified: readonly ClauseId[]
  readonly faults: readonly string[]
  readonly held: number
  /** Open points of which a variant was read, and how many there are. */
  readonly read: number
  readonly points: number
}

/** Everything that a run may do, against a stranger that then may be ended. */
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

/** What the suite says of a stranger with something laid over it; `usual` is what it warns of anyway. */
export async function judgeLaid(
  baseUrl: string,
  laid: Laid,
  usual: readonly ClauseId[],
): Promise<LaidVerdict> {
  const { operator, runs } = whatIsLaid(laid)
  const { operator: _here, ...told } = await judgeOperator(
    operator,
    { runOver: (overlay, settings) => runOverStranger(baseUrl, overlay, settings), usual },
    runs,
  )
  return told
}

const LONGER: RunKind = '--exhaust --ban'

function whatIsLaid({ kind, at }: Laid): { operator: Operator; runs: readonly RunKind[] } {
  if (kind === 'operator') return { operator: memberOf(operators, at), runs: ['a default run', LONGER] }
  const { overlay, breaks, also, needs, name } = memberOf(violations, at)
  const may = [...breaks, ...(also?.breaks ?? [])]
  const operator = { target: breaks.join(), change: name, when: '', may, isByChance: false, overlay }
  return {
    operator,
    runs: needs === 'deep' || needs === 'thorough' ? ['--exhaust --ban --deep --thorough'] : [LONGER],
  }
}

/** What is laid, in words. */
export function nameLaid({ kind, at }: Laid): string {
  if (kind === 'operator') return nameOf(memberOf(operators, at))
  const { name, breaks } = memberOf(violations, at)
  return `${breaks.join(', ')}: ${name}`
}

/** The clauses that may be reported of what is laid. */
export function mayOf(laid: Laid): readonly ClauseId[] {
  return whatIsLaid(laid).operator.may
}

/** All that can be laid over a stranger. */
export function everythingLaid(): readonly Laid[] {
  const kinds = { violation: violations.map(isOfAnyService), operator: operators.map(() => true) }
  return (['violation', 'operator'] as const).flatMap((kind) =>
    kinds[kind].flatMap((applies, at) => (applies ? [{ kind, at }] : [])),
  )
}

/** Whether a violation is one of any service, and not of the mock with certain pets or choices. */
function isOfAnyService({ mock }: Violation): boolean {
  return mock === undefined
}

function memberOf<Member>(list: readonly Member[], at: number): Member {
  const member = list[at]
  if (member === undefined) throw new Error(`there is no number ${at}`)
  return member
}
