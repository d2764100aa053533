import { operationIds, type OperationId } from '../../spec/operations.ts'
import type { RecordedExchange } from '../history/history.ts'
import type { AskedCell, AskedGroup } from '../report/model/asked.ts'
import { askedOperation, classesRead, kindPairs, pairsIn, type KindPair } from './classes-in.ts'
import { inputClasses, type InputClass } from './input-class.ts'
import { afters, atOnce, besides, overlapsIn, transitions, transitionsIn, type Pair } from './neighbours.ts'

/** What it takes to ask something, besides an address and a key. */
export type AskingNeed = 'writes' | 'going over the limit' | 'second key'

/** Why nothing asks something that takes certain things, of a class too which one; `undefined` where the flags and the quota allow it. */
export type WhyNot = (
  kind: AskedGroup['kind'],
  needs: readonly AskingNeed[],
  one?: InputClass,
) => string | undefined

/** Who asked for what, and how it was answered. */
export interface AskedReply {
  readonly caller: string
  readonly operation: OperationId
  readonly status: number
}

/** A request for an operation of the document, as far as its neighbours matter. */
export interface AskedExchange extends AskedReply {
  readonly id: number
  readonly after: number
}

/** What the requests of a history asked, of all that can be asked: values, pairs of them, transitions, and pairs at once. */
export function asked(exchanges: readonly RecordedExchange[], whyNot: WhyNot): readonly AskedGroup[] {
  const requests = requestsIn(exchanges)
  const together = exchanges.flatMap(pairsIn).map(relatedPair)
  return [
    ...classGroups(exchanges, whyNot),
    ...pairGroups('in one request', operationIds, kindPairs.map(relatedPair), together, whyNot),
    ...pairGroups('transitions', afters, transitions, transitionsIn(requests), whyNot),
    ...pairGroups('at once', besides, atOnce, overlapsIn(requests), whyNot),
  ]
}

/** The requests for operations of the document; whoever is answered 401 has no key. */
export function requestsIn(exchanges: readonly RecordedExchange[]): readonly AskedExchange[] {
  return exchanges.flatMap((exchange): readonly AskedExchange[] => {
    const { id, after, status, probe } = exchange
    const operation = askedOperation(exchange)
    const caller = status === 401 ? 'nobody' : probe.caller
    return operation === undefined ? [] : [{ id, after, status, operation, caller }]
  })
}

function relatedPair({ one, other }: KindPair): Pair<OperationId> {
  return { relation: one.operation, beside: one.name, name: other.name }
}

function classGroups(exchanges: readonly RecordedExchange[], whyNot: WhyNot): readonly AskedGroup[] {
  const counts = new Map<InputClass, number>()
  for (const one of exchanges.flatMap(classesRead)) counts.set(one, (counts.get(one) ?? 0) + 1)
  const byInput = Map.groupBy(inputClasses, ({ operation, input }) => `${operation} ${input}`)
  return [...byInput.values()].flatMap((classes): readonly AskedGroup[] => {
    const [first] = classes
    if (first === undefined) return []
    const cells = classes.map((one): AskedCell => {
      const { name, clauses } = one
      const requests = counts.get(one) ?? 0
      const about = { name, requests, ...(clauses.length > 0 && { clauses }) }
      return { ...about, ...reason(requests, whyNot('classes', needsOf(one), one)) }
    })
    return [{ kind: 'classes', of: first.operation, input: first.input, cells }]
  })
}

function needsOf({ operation, place, sample }: InputClass): readonly AskingNeed[] {
  const isOther = place === 'key' && sample === 'Bearer {second-key}'
  return [...(isOther ? (['second key'] as const) : []), ...writesOf(operation)]
}

function pairGroups<Relation extends string>(
  kind: AskedGroup['kind'],
  relations: readonly Relation[],
  possible: readonly Pair<Relation>[],
  met: readonly Pair<Relation>[],
  whyNot: WhyNot,
): readonly AskedGroup[] {
  const counts = new Map<string, number>()
  const nameOf = ({ relation, beside, name }: Pair<Relation>): string => [relation, beside, name].join('\n')
  for (const pair of met) counts.set(nameOf(pair), (counts.get(nameOf(pair)) ?? 0) + 1)
  return relations.map((relation) => {
    const own = possible.filter((pair) => pair.relation === relation)
    const cells = own.map((pair): AskedCell => {
      const { name, beside } = pair
      const requests = counts.get(nameOf(pair)) ?? 0
      return { name, beside, requests, ...reason(requests, whyNot(kind, needsOfPair(pair))) }
    })
    return { kind, of: relation, cells }
  })
}

function needsOfPair({ relation, beside, name }: Pair<string>): readonly AskingNeed[] {
  const isOver = relation === 'across the limit' || [beside, name].some((one) => one.endsWith('429'))
  const isOfTwo = relation === 'another key' || relation === 'two keys'
  return [
    ...(isOver ? (['going over the limit'] as const) : []),
    ...(isOfTwo ? (['second key'] as const) : []),
    ...writesOf(`${relation} ${beside} ${name}`),
  ]
}

function writesOf(what: string): readonly 'writes'[] {
  return what.includes('createPet') ? ['writes'] : []
}

function reason(requests: number, why: string | undefined): { readonly leftOut?: string } {
  return requests > 0 || why === undefined ? {} : { leftOut: why }
}
