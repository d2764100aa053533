// The changes of the operators, as far as they break a promise wherever they are made.
import { clauses, type ClauseId } from '../../../spec/clauses.ts'
import { operationIds, successOf, type OperationId } from '../../../spec/operations.ts'
import { operatorsByKind } from '../operators/index.ts'
import { everyTime, type Operator } from '../operators/operator.ts'
import { LEFT } from '../violations/mutate.ts'
import type { Overlay, ServiceRequest } from '../violations/service.ts'
import type { State } from './moment.ts'

/** What a change is a change of. */
export const aspects = ['statuses', 'headers', 'bodies', 'effects', 'counters'] as const
export type Aspect = (typeof aspects)[number]

export interface Change {
  readonly aspect: Aspect
  /** `x-ratelimit-reset: missing`. */
  readonly name: string
  readonly mayBreak: readonly ClauseId[]
  readonly appliesTo: (state: State) => boolean
  /** The class of keys that it accepts, where it is about keys. */
  readonly keyClass?: string
  /** Whether it can be made of a request; of every one where this is absent. */
  readonly isFor?: (request: ServiceRequest) => boolean
  readonly overlay: Overlay
}

const NO_KEY = 401
const OVER_LIMIT = 429
const musts = new Set(clauses.flatMap(({ id, level }) => (level === 'must' ? [id] : [])))

// Below these words stand changes that are breaches only beside other replies, as far as a reader of this run can see them.
const COUNTERS = new Set(['one up', 'rounded to tens', 'stale', 'that of x-ratelimit-limit', 'what is spent'])
const SEEN_LATER = new Set(['constant', 'one down'])
// What stands before a service may answer so.
const OF_OTHERS = /^(?:413|50[2-4]),/
const OPEN_OF_429 = new Set(['a fraction', 'below zero', 'zero', 'one', 'half of it', 'a date that is past'])

// A key that is like another may be somebody else's: those are left out.
const KEY_CLASSES: Readonly<Record<string, string>> = {
  nothing: 'missing',
  'any bearer token': 'a made-up key',
  'a key under any scheme': 'another scheme',
  'a key without a scheme': 'no scheme',
  'a key in X-Api-Key': 'another header',
  'a key in the query': 'the query',
}

const statusChanges = operatorsByKind.statuses.flatMap((operator) => {
  const [, status, operation] = /^(\d+) of (\w+)$/.exec(operator.target) ?? []
  const id = operationIds.find((one) => one === operation)
  if (id === undefined || OF_OTHERS.test(operator.change)) return []
  return change('statuses', operator, (state) => state.operation === id && state.status === Number(status))
})

const headerChanges = operatorsByKind.headers.flatMap((operator) => {
  const { target, change: how, when } = operator
  if (when === 'with 401' && target.startsWith('x-ratelimit'))
    return change('headers', { ...operator, when: everyTime.name }, ({ status }) => status === NO_KEY)
  if (target === 'retry-after')
    return OPEN_OF_429.has(how) ? [] : change('headers', operator, ({ status }) => status === OVER_LIMIT)
  if (target === 'content-type') return change('headers', operator, ({ status }) => status !== OVER_LIMIT)
  if (target === LEFT && SEEN_LATER.has(how)) return []
  const isCounter = target === LEFT && COUNTERS.has(how)
  return change(
    isCounter ? 'counters' : 'headers',
    operator,
    ({ status }) => status !== NO_KEY && !(isCounter && status === OVER_LIMIT),
  )
})

const petChanges = operatorsByKind['fields of pets'].flatMap((operator) => {
  const id = operationIds.find((one) => operator.target.endsWith(` in ${one}`))
  return id === undefined ? [] : change('bodies', operator, isSuccessOf(id))
})

const errorChanges = operatorsByKind['fields of errors'].flatMap((operator) => {
  const [, only] = /with (\d+)$/.exec(operator.target) ?? []
  return change('bodies', operator, ({ status }) =>
    only === undefined
      ? status >= 400 && status !== OVER_LIMIT
      : status === Number(only) && status !== OVER_LIMIT,
  )
})

const listChanges = operatorsByKind.lists
  .filter(
    ({ target, change: how }) => target === 'a list' || /^limit |ignored|^always |^\d+ without/.test(how),
  )
  .flatMap((operator) => change('bodies', operator, isSuccessOf('listPets')))

const effectChanges = operatorsByKind.effects.flatMap((operator) => {
  const { target, change: how } = operator
  const [, refused] = /^what was refused with (\d+)$/.exec(how) ?? []
  // Another media type may be accepted.
  if (refused === '415') return []
  if (refused !== undefined)
    return change('effects', operator, isOf('createPet', Number(refused)), { isFor: hasOwnName })
  if (target === 'what is stored')
    return how === 'everything twice' ? change('effects', operator, isSuccessOf('createPet')) : []
  if (target === 'what is found')
    return change('effects', operator, isOf('getPet', how.startsWith('the first') ? 404 : 200))
  const [, id] = / (?:of|for) (\w+)$/.exec(target) ?? []
  const operation = operationIds.find((one) => one === id)
  if (operation === undefined) return []
  if (how.startsWith('charged'))
    return change(
      'counters',
      operator,
      ({ status, operation: own }) => own === operation && status !== NO_KEY && status !== OVER_LIMIT,
    )
  const keyClass = KEY_CLASSES[how]
  return keyClass === undefined ? [] : change('effects', operator, isOf(operation, NO_KEY), { keyClass })
})

/** Whether the body of a creation has a name that nobody else gives. */
function hasOwnName({ body = '' }: ServiceRequest): boolean {
  return /"name": ?"contract/.test(body)
}

function isOf(operation: OperationId, status: number): Change['appliesTo'] {
  return (state) => state.operation === operation && state.status === status
}

function isSuccessOf(operation: OperationId): Change['appliesTo'] {
  return isOf(operation, successOf(operation).status)
}

function change(
  aspect: Aspect,
  operator: Operator,
  appliesTo: Change['appliesTo'],
  more: Pick<Change, 'keyClass' | 'isFor'> = {},
): readonly Change[] {
  const { target, change: how, when, mayBreak, overlay } = operator
  // What breaks a recommendation only is lawful by the document.
  if (when !== everyTime.name || !mayBreak.some((id) => musts.has(id))) return []
  return [{ aspect, name: `${target}: ${how}`, mayBreak, appliesTo, overlay, ...more }]
}

export const changes: readonly Change[] = [
  ...statusChanges,
  ...headerChanges,
  ...petChanges,
  ...errorChanges,
  ...listChanges,
  ...effectChanges,
]
