import { operationOf, type OperationId } from '../../spec/operations.ts'
import { authorizationOf } from '../history/credentials.ts'
import type { RecordedExchange } from '../history/history.ts'
import type { AskedCell, AskedGroup } from '../report/model/asked.ts'
import { inputClasses, predicateOf, type InputClass } from './input-class.ts'
import { readers } from './inputs.ts'
import { afters, atOnce, besides, overlapsIn, transitions, transitionsIn, type Pair } from './neighbours.ts'

/** What it takes to ask something, besides an address and a key. */
export type AskingNeed = 'writes' | 'going over the limit' | 'second key'

/** Why nothing asks something that takes certain things; `undefined` where the flags and the quota allow it. */
export type WhyNot = (kind: AskedGroup['kind'], needs: readonly AskingNeed[]) => string | undefined

/** A request for an operation of the document, as far as its neighbours matter. */
export interface AskedExchange {
  readonly id: number
  readonly after: number
  readonly caller: string
  readonly operation: OperationId
  readonly status: number
}

/** What the requests of a history asked, of all that can be asked: values, transitions, and pairs at once. */
export function asked(exchanges: readonly RecordedExchange[], whyNot: WhyNot): readonly AskedGroup[] {
  const all = exchanges.flatMap((exchange) => {
    const operation = askedOperation(exchange)
    return operation === undefined ? [] : [{ exchange, operation }]
  })
  const requests = all.map(({ exchange: { id, after, status, probe }, operation }): AskedExchange => {
    return { id, after, status, operation, caller: status === 401 ? 'nobody' : probe.caller }
  })
  return [
    ...classGroups(all, whyNot),
    ...pairGroups('transitions', afters, transitions, transitionsIn(requests), whyNot),
    ...pairGroups('at once', besides, atOnce, overlapsIn(requests), whyNot),
  ]
}

/** HEAD is another method, and what is sent to the second base address another service's. */
export function askedOperation({ probe: { method, path, base } }: RecordedExchange): OperationId | undefined {
  return method === 'HEAD' || base !== undefined ? undefined : operationOf(method, path)
}

interface Asking {
  readonly exchange: RecordedExchange
  readonly operation: OperationId
}

function classGroups(all: readonly Asking[], whyNot: WhyNot): readonly AskedGroup[] {
  const byOperation = Map.groupBy(all, ({ operation }) => operation)
  const byInput = Map.groupBy(inputClasses, ({ operation, input }) => `${operation} ${input}`)
  return [...byInput.values()].flatMap((classes): readonly AskedGroup[] => {
    const [first] = classes
    if (first === undefined) return []
    const met = countsOf(
      classes,
      (byOperation.get(first.operation) ?? []).map(({ exchange }) => exchange),
    )
    const cells = classes.map((one): AskedCell => {
      const { name, clauses } = one
      const requests = met.get(one) ?? 0
      return {
        name,
        requests,
        ...(clauses.length > 0 && { clauses }),
        ...reason(requests, whyNot('classes', needsOf(one))),
      }
    })
    return [{ kind: 'classes', of: first.operation, input: first.input, cells }]
  })
}

/** How many of some requests for an operation lie in each of the classes of one input. */
export function countsOf(
  classes: readonly InputClass[],
  exchanges: readonly RecordedExchange[],
): ReadonlyMap<InputClass, number> {
  const tests = classes.map((one) => ({ one, holds: predicateOf(one.test) }))
  const counts = new Map<InputClass, number>()
  for (const exchange of exchanges) {
    for (const { one, holds } of tests)
      if (asks(exchange, one) && holds(readers[one.place](exchange, one.input)))
        counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  return counts
}

const BEFORE_THE_KEY = new Set([429, 502, 503, 504])
const BEFORE_THE_VALUES = new Set([...BEFORE_THE_KEY, 401, 403])

/** Whether the service has read that input at all: of what it refuses before it knows nothing of the values. */
function asks({ status, probe: { headers } }: RecordedExchange, { place }: InputClass): boolean {
  if (place === 'key') return !BEFORE_THE_KEY.has(status)
  return !BEFORE_THE_VALUES.has(status) && authorizationOf(headers) !== undefined
}

function needsOf({ operation, place, sample }: InputClass): readonly AskingNeed[] {
  const isOther = place === 'key' && sample === 'Bearer {second-key}'
  return [...(isOther ? (['second key'] as const) : []), ...writesOf(operation)]
}

function pairGroups<Relation extends string>(
  kind: 'transitions' | 'at once',
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
    ...writesOf(`${beside} ${name}`),
  ]
}

function writesOf(what: string): readonly 'writes'[] {
  return what.includes('createPet') ? ['writes'] : []
}

function reason(requests: number, why: string | undefined): { readonly leftOut?: string } {
  return requests > 0 || why === undefined ? {} : { leftOut: why }
}
