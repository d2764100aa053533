// Which requests came one after the other, and which at once.
import { operationIds, operations, type OperationId } from '../../spec/operations.ts'
import { countUpTo, precedes } from '../history/history.ts'
import type { AskedExchange, AskedReply } from './asked.ts'

/** How two requests that are neighbours are related. */
export const afters = ['the same key', 'another key', 'a key after none', 'none after a key'] as const
export const besides = ['the same key', 'two keys', 'without a key', 'across the limit'] as const

/** Two requests, by what was asked and, where one came after the other, how it was answered. */
export interface Pair<Relation> {
  readonly relation: Relation
  readonly beside: string
  readonly name: string
}

const UNAUTHORIZED = 401
const OVER_LIMIT = 429

/** `createPet 201`: what the document says that an operation answers, with a valid key and without one. */
const states = operationIds.flatMap((operation) =>
  operations[operation].statuses.map((status) => ({
    name: `${operation} ${status}`,
    isRefused: status === UNAUTHORIZED,
  })),
)
const refused = states.filter(({ isRefused }) => isRefused).map(({ name }) => name)
const ofKeys = states.filter(({ isRefused }) => !isRefused).map(({ name }) => name)

/** All that can come one after the other: of a key what the document says it is answered, of nobody a 401. */
export const transitions: readonly Pair<(typeof afters)[number]>[] = [
  ...(['the same key', 'another key'] as const).flatMap((relation) => pairs(relation, ofKeys, ofKeys)),
  ...pairs('a key after none', refused, ofKeys),
  ...pairs('none after a key', ofKeys, refused),
]

/** All that can be asked at once. */
export const atOnce: readonly Pair<(typeof besides)[number]>[] = besides.flatMap((relation) =>
  operationIds.flatMap((beside, at) => pairs(relation, [beside], operationIds.slice(at))),
)

function pairs<const Relation>(
  relation: Relation,
  befores: readonly string[],
  names: readonly string[],
): readonly Pair<Relation>[] {
  return befores.flatMap((beside) => names.map((name) => ({ relation, beside, name })))
}

/** The transitions that the last requests of a history made: each after the last one that was answered before it, of all and of the same key. */
export function transitionsIn(
  exchanges: readonly AskedExchange[],
  ofLast: number = exchanges.length,
): readonly Transition[] {
  const byCaller = Map.groupBy(exchanges, ({ caller }) => caller)
  const lanes = new Map([...byCaller].map(([caller, own]) => [caller, { own, ids: own.map(({ id }) => id) }]))
  const all = exchanges.map(({ id }) => id)
  return exchanges.slice(exchanges.length - ofLast).flatMap((one) => {
    const own = lanes.get(one.caller)
    const same = own?.own[countUpTo(own.ids, one.after) - 1]
    const last = exchanges[countUpTo(all, one.after) - 1]
    return transitionsTo(one, last, same)
  })
}

/** A request that comes after another one. */
export type Transition = Pair<(typeof afters)[number]>

/** The transitions that a request makes after the last one of all, and after the last one of its own caller. */
export function transitionsTo(
  one: AskedReply,
  last: AskedReply | undefined,
  same: AskedReply | undefined,
): readonly Transition[] {
  const isOther = last !== undefined && last.caller !== one.caller
  return [
    ...(same === undefined || one.caller === NOBODY ? [] : [after('the same key', same, one)]),
    ...(isOther ? [after(relationOf(last, one), last, one)] : []),
  ]
}

function relationOf(last: AskedReply, one: AskedReply): (typeof afters)[number] {
  if (last.caller === NOBODY) return 'a key after none'
  return one.caller === NOBODY ? 'none after a key' : 'another key'
}

const NOBODY = 'nobody'

function after(relation: (typeof afters)[number], before: AskedReply, one: AskedReply): Transition {
  return { relation, beside: stateOf(before), name: stateOf(one) }
}

function stateOf({ operation, status }: AskedReply): string {
  return `${operation} ${status}`
}

// Of so many requests at once all pairs are looked at.
const MOST_AT_ONCE = 50

/** The pairs of requests in a history that were under way at the same time. */
export function overlapsIn(exchanges: readonly AskedExchange[]): readonly Pair<(typeof besides)[number]>[] {
  return exchanges.flatMap((one, at) => {
    const earlier = exchanges.slice(Math.max(0, at - MOST_AT_ONCE), at)
    return earlier.filter((other) => !precedes(other, one)).flatMap((other) => overlapOf(one, other))
  })
}

function overlapOf(one: AskedExchange, other: AskedExchange): readonly Pair<(typeof besides)[number]>[] {
  const [beside, name] = inOrder(one.operation, other.operation)
  const without = [one, other].filter(({ caller }) => caller === NOBODY).length
  if (without === 1) return []
  const isSame = one.caller === other.caller
  const relation = without === 2 ? 'without a key' : isSame ? 'the same key' : 'two keys'
  const isAcross = isSame && (one.status === OVER_LIMIT) !== (other.status === OVER_LIMIT)
  return [
    { relation, beside, name },
    ...(isAcross ? [{ relation: 'across the limit' as const, beside, name }] : []),
  ]
}

function inOrder(one: OperationId, other: OperationId): readonly [OperationId, OperationId] {
  return operationIds.indexOf(one) < operationIds.indexOf(other) ? [one, other] : [other, one]
}
