// When a change acts, from the tables by which the suite counts what it has asked: after something, beside something, for some values.
import { operationIds, operations, successOf, type OperationId } from '../../../spec/operations.ts'
import { isInt64 } from '../../../spec/exact-json/int64.ts'
import { classesIn, kindPairs, type Kind } from '../../../contract-tests/asked/classes-in.ts'
import { inputClasses, type InputClass } from '../../../contract-tests/asked/input-class.ts'
import {
  atOnce,
  transitions,
  transitionsTo,
  type Pair,
  type afters,
  type besides,
} from '../../../contract-tests/asked/neighbours.ts'
import type { Answered, Moment, State } from './moment.ts'

export const situationKinds = [
  'one class of values',
  'two kinds of values',
  'after another request of the key',
  'after a request of another key',
  'after a request without a key',
  'without a key after one with a key',
  'the second key only',
  'beside another request of the key',
  'beside a request of the other key',
  'beside others without a key',
  'beside another, across the limit',
] as const
export type SituationKind = (typeof situationKinds)[number]

export interface Situation {
  readonly kind: SituationKind
  /** `of listPets 200 after createPet 400 of the same key`. */
  readonly name: string
  readonly operation: OperationId
  /** The statuses that a reply in it can have. */
  readonly statuses: readonly number[]
  /** Whether the document leaves open what such a request is answered. */
  readonly isOpen?: boolean
  /** The class of keys that it is about. */
  readonly keyClass?: string
  readonly holds: (moment: Moment) => boolean
}

type Transition = Pair<(typeof afters)[number]>

const NO_KEY = 401
const OVER_LIMIT = 429

const nameOfAfter = {
  'the same key': 'after another request of the key',
  'another key': 'after a request of another key',
  'a key after none': 'after a request without a key',
  'none after a key': 'without a key after one with a key',
} as const satisfies Record<(typeof afters)[number], SituationKind>

function stateOf(text: string): State {
  const [operation, status] = text.split(' ')
  const id = operationIds.find((one) => one === operation)
  if (id === undefined) throw new Error(`there is no operation ${operation}`)
  return { operation: id, status: Number(status) }
}

function isState({ operation, status }: State, other: State | undefined): boolean {
  return other?.operation === operation && other.status === status
}

function afterSituation({ relation, beside, name }: Transition): Situation {
  const { operation, status } = stateOf(name)
  return {
    kind: nameOfAfter[relation],
    name: `${name} after ${beside}${relation === 'the same key' ? '' : `, ${relation}`}`,
    operation,
    statuses: [status],
    holds: ({ state, caller, last, before }) =>
      transitionsTo({ ...state, caller }, last, before).some(
        (made) => made.relation === relation && made.beside === beside && made.name === name,
      ),
  }
}

const nameOfBeside = {
  'the same key': 'beside another request of the key',
  'two keys': 'beside a request of the other key',
  'without a key': 'beside others without a key',
  'across the limit': 'beside another, across the limit',
} as const satisfies Record<(typeof besides)[number], SituationKind>

function besideSituations({ relation, beside, name }: Pair<(typeof besides)[number]>): readonly Situation[] {
  const both =
    beside === name
      ? [[beside, name]]
      : [
          [beside, name],
          [name, beside],
        ]
  return both.map(([other = '', own = '']): Situation => {
    const [{ operation: otherId }, { operation }] = [stateOf(`${other} 0`), stateOf(`${own} 0`)]
    return {
      kind: nameOfBeside[relation],
      name: `${own} beside ${other}, ${relation}`,
      operation,
      statuses:
        relation === 'without a key'
          ? [NO_KEY]
          : relation === 'across the limit'
            ? [OVER_LIMIT, successOf(operation).status]
            : served(operation),
      holds: ({ state, caller, beside: others }) =>
        state.operation === operation &&
        others.some((one) => one.operation === otherId && isRelated(relation, { ...state, caller }, one)),
    }
  })
}

function isRelated(relation: (typeof besides)[number], own: Answered, other: Answered): boolean {
  const isSame = own.caller === other.caller
  if (relation === 'without a key') return isSame && own.caller === 'nobody'
  if (own.caller === 'nobody' || other.caller === 'nobody') return false
  if (relation === 'two keys') return !isSame
  const isAcross = (own.status === OVER_LIMIT) !== (other.status === OVER_LIMIT)
  return isSame && (relation === 'the same key' || isAcross)
}

/** What a valid key is answered, below its limit. */
function served(operation: OperationId): readonly number[] {
  return operations[operation].statuses.filter((status) => status !== NO_KEY && status !== OVER_LIMIT)
}

const ofSecondKey = operationIds.flatMap((operation) =>
  [...served(operation), OVER_LIMIT].map((status): Situation => ({
    kind: 'the second key only',
    name: `${operation} ${status} of the second key only`,
    operation,
    statuses: [status],
    holds: ({ state, caller }) => caller === 'second key' && isState({ operation, status }, state),
  })),
)

function classSituation(one: InputClass): Situation {
  const { operation, input, name } = one
  return {
    kind: 'one class of values',
    name: `${operation} with ${input} ${name}`,
    operation,
    statuses: answersTo([one]),
    isOpen: one.clauses.length === 0 || one.clauses.some((id) => id === 'AUTH-7'),
    ...(input === 'key' && { keyClass: name }),
    holds: ({ exchange, state }) => state.status !== OVER_LIMIT && classesIn(exchange).includes(one),
  }
}

function pairSituation({ one, other }: (typeof kindPairs)[number]): Situation {
  return {
    kind: 'two kinds of values',
    name: `${one.operation} with ${one.name} and ${other.name}`,
    operation: one.operation,
    statuses: answersTo([...one.classes, ...other.classes]),
    isOpen: [one, other].some((kind) => /open$|AUTH-7$/.test(kind.name)),
    holds: ({ exchange, state }) => {
      const met = classesIn(exchange)
      const hasOne = ({ classes }: Kind): boolean => classes.some((own) => met.includes(own))
      return state.status !== OVER_LIMIT && hasOne(one) && hasOne(other)
    },
  }
}

/** What a request with such values is answered: what the document says, or anything where it leaves that open. */
function answersTo(classes: readonly InputClass[]): readonly number[] {
  const ids = new Set<string>(classes.flatMap(({ clauses }) => clauses))
  if (['AUTH-2', 'AUTH-3', 'AUTH-4'].some((id) => ids.has(id))) return [NO_KEY]
  const [operation] = classes.map((one) => one.operation)
  if (operation === undefined) return []
  if (['CREATE-3', 'CREATE-4', 'CREATE-5'].some((id) => ids.has(id))) return [400]
  const isOpen = classes.some(({ clauses }) => clauses.length === 0)
  if (operation === 'getPet' && classes.every(isBeyondIds)) return [404]
  return operation === 'getPet' || isOpen ? served(operation) : [successOf(operation).status]
}

/** Whether the class is an id that a service gives to no pet before it has many. */
function isBeyondIds({ input, test: { is } }: InputClass): boolean {
  return input === 'petId' && is !== undefined && is !== '1'
}

/** Whether the document says nothing at all of what a request with such a value is answered. */
function isUnspoken({ input, clauses, test }: InputClass): boolean {
  if (input === 'media type') return clauses.length === 0
  return input === 'petId' && clauses.length === 0 && (test.is === undefined || !isInt64(BigInt(test.is)))
}

export const situations: readonly Situation[] = [
  ...inputClasses.filter((one) => !isUnspoken(one)).map(classSituation),
  ...kindPairs
    .filter(({ one, other }) => ![one, other].some(({ classes }) => classes.every(isUnspoken)))
    .map(pairSituation),
  ...transitions.map(afterSituation),
  ...ofSecondKey,
  ...atOnce.flatMap(besideSituations),
]
