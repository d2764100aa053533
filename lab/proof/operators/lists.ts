// Whole lists: which pets are in them, how often, and in what form.
import type { ClauseId } from '../../../spec/clauses.ts'
import { parseJson } from '../../../spec/exact-json/json.ts'
import { isList, parameter, withJson, withQuery, type Json } from '../violations/mutate.ts'
import type { ServiceRequest } from '../violations/service.ts'
import {
  everyTime,
  timeFields,
  nowAndThen,
  onReplies,
  onRequests,
  type Operator,
  type When,
} from './operator.ts'

interface ListChange {
  readonly name: string
  readonly to: (pets: readonly Json[], last: readonly Json[]) => unknown
  readonly mayBreak: readonly ClauseId[]
}

const wrongPets: readonly ClauseId[] = [
  'LIST-2',
  'LIST-4',
  'LIST-5',
  'LIST-6',
  'LIST-7',
  'DEPRECATION-3',
  'CREATE-6',
]
const wrongShape: readonly ClauseId[] = ['LIST-1', 'PET-1', 'PET-3', 'PET-4', 'PET-5', 'LIST-4']

const changes: readonly ListChange[] = [
  { name: 'null', to: () => null, mayBreak: wrongShape },
  { name: 'an object around it', to: (pets) => ({ pets }), mayBreak: wrongShape },
  {
    name: 'an object by id',
    to: (pets) => Object.fromEntries(pets.map((pet) => [String(pet['id']), pet])),
    mayBreak: wrongShape,
  },
  { name: 'in an array', to: (pets) => [pets], mayBreak: wrongShape },
  { name: 'its length', to: (pets) => pets.length, mayBreak: wrongShape },
  { name: 'the ids alone', to: (pets) => pets.map(({ id }) => id), mayBreak: wrongShape },
  { name: 'text of it', to: (pets) => JSON.stringify(pets.map(({ name }) => name)), mayBreak: wrongShape },
  { name: 'a null behind it', to: (pets) => [...pets, null], mayBreak: [...wrongShape, ...wrongPets] },
  { name: 'an empty object before it', to: (pets) => [{}, ...pets], mayBreak: [...wrongShape, ...wrongPets] },
  { name: 'empty', to: () => [], mayBreak: wrongPets },
  { name: 'without the first', to: (pets) => pets.slice(1), mayBreak: wrongPets },
  { name: 'without the last', to: (pets) => pets.slice(0, -1), mayBreak: wrongPets },
  { name: 'half of it', to: (pets) => pets.slice(0, Math.ceil(pets.length / 2)), mayBreak: wrongPets },
  {
    name: 'without those that are sold',
    to: (pets) => pets.filter(({ status }) => status !== 'sold'),
    mayBreak: wrongPets,
  },
  {
    name: 'the first one twice',
    to: (pets) => [...pets.slice(0, 1), ...pets],
    mayBreak: [...wrongPets, 'PET-2'],
  },
  {
    name: 'the last one twice',
    to: (pets) => [...pets, ...pets.slice(-1)],
    mayBreak: [...wrongPets, 'PET-2'],
  },
  {
    name: 'the first one in place of the last',
    to: (pets) => [...pets.slice(0, -1), ...pets.slice(0, 1)],
    mayBreak: [...wrongPets, 'PET-2'],
  },
  { name: 'all twice', to: (pets) => [...pets, ...pets], mayBreak: [...wrongPets, 'PET-2'] },
  { name: 'that of the list before', to: (_pets, last) => last, mayBreak: [...wrongPets, 'PET-2'] },
]

const only = (name: string, has: (request: ServiceRequest) => boolean): When => ({ name, picks: () => has })
const hasStatus = (request: ServiceRequest): boolean => parameter(request, 'status') !== undefined
const hasLimit = (request: ServiceRequest): boolean => parameter(request, 'limit') !== undefined

const times: readonly When[] = [
  everyTime,
  only('of one status', hasStatus),
  only('of all', (request) => !hasStatus(request)),
  only('without a limit', (request) => !hasLimit(request)),
  ...nowAndThen,
]

const bodies = changes.flatMap((change) =>
  times.map((when): Operator => ({
    target: 'a list',
    change: change.name,
    mayBreak: change.mayBreak,
    ...timeFields(when),
    overlay: onReplies(
      (request, reply) => isList(request) && reply.status === 200,
      when,
      () => {
        let last: readonly Json[] | undefined
        return (reply) => {
          const pets = parseJson(reply.body) as readonly Json[]
          const json = change.to(pets, last ?? pets)
          last = pets
          return withJson(reply, json)
        }
      },
    ),
  })),
)

/** Wrong readings of the query. */
const misreadings: readonly {
  readonly name: string
  readonly has: (request: ServiceRequest) => boolean
  readonly change: Readonly<Record<string, (was: string) => string | undefined>>
}[] = [
  ...[-1, 1, -10, 10].map((by) => ({
    name: `limit ${by < 0 ? `${-by} down` : `${by} up`}`,
    has: (request: ServiceRequest) => {
      const limit = Number(parameter(request, 'limit'))
      return limit >= 1 && limit <= 100 && limit + by >= 1 && limit + by <= 100
    },
    change: { limit: (was: string) => String(Number(was) + by) },
  })),
  { name: 'limit ignored', has: hasLimit, change: { limit: () => undefined } },
  ...[1, 10, 19, 21, 50, 100].map((limit) => ({
    name: `${limit} without a limit`,
    has: (request: ServiceRequest) => !hasLimit(request),
    change: { limit: () => String(limit) },
  })),
  { name: 'status ignored', has: hasStatus, change: { status: () => undefined } },
  ...['available', 'pending', 'sold'].map((status) => ({
    name: `always ${status}`,
    has: hasStatus,
    change: { status: () => status },
  })),
  ...['available', 'pending', 'sold'].map((status) => ({
    name: `${status} without a status`,
    has: (request: ServiceRequest) => !hasStatus(request),
    change: { status: () => status },
  })),
]

const queries = misreadings.flatMap(({ name, has, change }) =>
  [everyTime, ...nowAndThen].map((when): Operator => ({
    target: 'what a list is asked for',
    change: name,
    mayBreak: [...wrongPets, 'LIST-3'],
    ...timeFields(when),
    overlay: onRequests(
      (request) => isList(request) && has(request),
      when,
      (healthy, request) => {
        const query = Object.entries(change).map(
          ([key, to]) => [key, to(parameter(request, key) ?? '')] as const,
        )
        return healthy(withQuery(request, Object.fromEntries(query)))
      },
    ),
  })),
)

/** Each wrong form of a list, and each wrong reading of its query, at each time. */
export const listOperators: readonly Operator[] = [...bodies, ...queries]
