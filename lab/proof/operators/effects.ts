// What requests do besides being answered: what they store, find and cost, and for whom.
import type { ClauseId } from '../../../spec/clauses.ts'
import { operationIds } from '../../../spec/operations.ts'
import {
  asError,
  FIRST,
  firstPet,
  idAsked,
  keyOf,
  LEFT,
  LIMIT,
  number,
  onReply,
  reads,
  RESET,
  SECOND,
  timeOf,
  withHeader,
  withHeaders,
  withJson,
  withSpare,
} from '../violations/mutate.ts'
import type { Overlay, Reply, Service, ServiceRequest } from '../violations/service.ts'
import { everyTime, timesOf, nowAndThen, onRequests, type Operator, type When } from './operator.ts'

interface Effect {
  readonly target: string
  readonly change: string
  readonly may: readonly ClauseId[]
  /** Answers a request wrongly. */
  readonly deed: (healthy: Service, request: ServiceRequest) => Promise<Reply>
  /** The requests that are. */
  readonly of: (request: ServiceRequest) => boolean
}

const GOOD = `Bearer ${FIRST}`
const isCreation = ({ operation }: ServiceRequest): boolean => operation === 'createPet'
const isRead = ({ operation }: ServiceRequest): boolean => operation === 'getPet'
const isOfFirst = (request: ServiceRequest): boolean => keyOf(request) === FIRST && request.base === '/v1'
const nameIn = ({ body = '' }: ServiceRequest): string => /contract[\w-]*/.exec(body)?.[0] ?? 'contract'

const storesRefused = [
  { status: 400, may: ['CREATE-6'] },
  { status: 401, may: ['AUTH-5', 'CREATE-6'] },
  { status: 415, may: ['CREATE-6', 'BASE-3'] },
  { status: 429, may: ['LIMIT-7', 'LIMIT-3', 'LIMIT-5', 'CREATE-6'] },
] as const

const storing: readonly Effect[] = [
  ...storesRefused.map(({ status, may }): Effect => ({
    target: 'what is stored',
    change: `what was refused with ${status}`,
    may,
    of: isCreation,
    deed: async (healthy, request) => {
      const reply = await healthy(request)
      if (reply.status !== status) return reply
      const body = JSON.stringify({ name: nameIn(request), categoryId: 1 })
      await healthy(withSpare({ ...withHeaders(request, { 'content-type': 'application/json' }), body }))
      return reply
    },
  })),
  {
    target: 'what is stored',
    change: 'everything twice',
    may: ['LIST-7', 'CREATE-1', 'PET-2', 'CREATE-6'],
    of: (request) => isCreation(request) && isOfFirst(request),
    deed: async (healthy, request) => {
      const reply = await healthy(request)
      if (reply.status === 201) await healthy(withSpare(request))
      return reply
    },
  },
  ...['name', 'categoryId', 'status'].map((field): Effect => ({
    target: 'what is stored',
    change: `another ${field} than was sent, and told`,
    may: ['CREATE-2', 'CREATE-4', 'CREATE-7', 'PET-4', 'GET-1', 'LIST-5', 'LIST-7', 'CREATE-6'],
    of: (request) => isCreation(request) && isOfFirst(request) && (request.body ?? '').includes(`"${field}"`),
    deed: (healthy, request) => {
      const other = { name: '"contract of another name"', categoryId: '4', status: '"pending"' }[field] ?? ''
      const body = request.body?.replace(
        new RegExp(`"${field}": ?("[^"\\\\]*"|-?\\d+)`),
        `"${field}":${other}`,
      )
      return healthy({ ...request, body })
    },
  })),
]

const finding: readonly Effect[] = [
  ...[-1, 1, 10].map((by): Effect => ({
    target: 'what is found',
    change: `the pet ${by} further`,
    may: ['GET-1', 'GET-2', 'GET-3', 'DEPRECATION-3', 'DEPRECATION-1'],
    of: (request) => idAsked(request) !== undefined,
    deed: (healthy, request) =>
      healthy({ ...request, path: `/pets/${BigInt.asIntN(64, (idAsked(request) ?? 0n) + BigInt(by))}` }),
  })),
  {
    target: 'what is found',
    change: 'the first pet for every id that is none',
    may: ['GET-2', 'GET-3'],
    of: isRead,
    deed: async (healthy, request) => {
      const reply = await healthy(request)
      if (reply.status !== 404) return reply
      return withJson({ ...reply, status: 200 }, await firstPet(healthy, request))
    },
  },
  ...[2, 3, 7].map((every): Effect => ({
    target: 'what is found',
    change: `no pet whose id ${every} divides`,
    may: ['GET-1', 'DEPRECATION-3', 'DEPRECATION-1'],
    of: (request) => (idAsked(request) ?? 1n) % BigInt(every) === 0n,
    deed: (healthy, request) => onReply(reads, asError(404))(healthy)(request),
  })),
]

/** The ways in which one request can cost more, of whichever key. */
const costs: readonly Pick<Effect, 'change' | 'may' | 'deed'>[] = [
  {
    change: 'charged twice',
    may: ['LIMIT-3', 'LIMIT-5'],
    deed: async (healthy, request) => {
      await healthy({
        ...request,
        method: 'GET',
        path: '/pets?limit=1',
        body: undefined,
        operation: 'listPets',
      })
      return healthy(request)
    },
  },
  {
    change: 'charged to the second key too',
    may: ['LIMIT-11', 'LIMIT-3', 'LIMIT-5', 'LIMIT-6'],
    deed: async (healthy, request) => {
      await healthy(
        withHeaders(
          { ...request, method: 'GET', path: '/pets?limit=1', body: undefined, operation: 'listPets' },
          { authorization: `Bearer ${SECOND}` },
        ),
      )
      return healthy(request)
    },
  },
]

/** Requests of the first key, which are charged. */
const charged = [undefined, ...operationIds].map((id) => ({
  target: id === undefined ? 'a request' : `a request of ${id}`,
  of: (request: ServiceRequest) => isOfFirst(request) && (id === undefined || request.operation === id),
}))

const charging: readonly Effect[] = costs.flatMap((cost) =>
  charged.map((kind): Effect => ({ ...kind, ...cost })),
)

/** Serves requests as those of another key, with the quota that the first one was told last; charges them where it has none. */
function uncharged(of: Effect['of'], when: When): Overlay {
  return (healthy) => {
    let told: Reply | undefined
    const charging: Service = async (request) => {
      const reply = await healthy(request)
      if (isOfFirst(request) && LEFT in reply.headers) told = reply
      return reply
    }
    return onRequests(of, when, async (_service, request) => {
      if (told === undefined || number(told, LEFT) === 0) return await charging(request)
      const reply = await healthy(withSpare(request))
      // A window that has ended meanwhile is no quota any more.
      if (timeOf(reply) >= number(told, RESET)) return await charging(request)
      return [LIMIT, LEFT, RESET].reduce((own, name) => withHeader(own, name, told?.headers[name]), reply)
    })(charging)
  }
}

const unchargedOperators = charged.flatMap(({ target, of }) =>
  [everyTime, ...nowAndThen].map((when): Operator => ({
    target,
    change: 'not charged',
    may: ['LIMIT-3', 'LIMIT-5'],
    ...timesOf(when),
    overlay: uncharged(of, when),
  })),
)

/** What is taken for a key. */
const keys: readonly {
  readonly change: string
  readonly may: readonly ClauseId[]
  readonly takes: (request: ServiceRequest) => boolean
}[] = [
  {
    change: 'nothing',
    may: ['AUTH-2', 'AUTH-4', 'AUTH-5'],
    takes: ({ headers }) => headers['authorization'] === undefined,
  },
  {
    change: 'any bearer token',
    may: ['AUTH-3', 'AUTH-5'],
    takes: ({ headers }) => /^bearer (?!free-demo-key|enterprise-)\S/i.test(headers['authorization'] ?? ''),
  },
  {
    change: 'a key in any case',
    may: ['AUTH-3', 'AUTH-5'],
    takes: (request) => keyOf(request)?.toLowerCase() === FIRST,
  },
  {
    change: 'the beginning of a key',
    may: ['AUTH-3', 'AUTH-5'],
    takes: (request) => FIRST.startsWith(keyOf(request) ?? '-'),
  },
  {
    change: 'what begins with a key',
    may: ['AUTH-3', 'AUTH-5'],
    takes: (request) => keyOf(request)?.startsWith(FIRST) === true && keyOf(request) !== SECOND,
  },
  {
    change: 'the end of a key',
    may: ['AUTH-3', 'AUTH-5'],
    takes: (request) => FIRST.endsWith(keyOf(request) ?? '-'),
  },
  {
    change: 'a key under any scheme',
    may: ['AUTH-4', 'AUTH-5'],
    takes: ({ headers }) => headers['authorization']?.endsWith(` ${FIRST}`) === true,
  },
  { change: 'a key in the query', may: ['AUTH-4', 'AUTH-5'], takes: ({ path }) => path.includes(FIRST) },
  {
    change: 'a key in X-Api-Key',
    may: ['AUTH-4', 'AUTH-5'],
    takes: ({ headers }) => headers['x-api-key'] === FIRST,
  },
  {
    change: 'a key without a scheme',
    may: ['AUTH-4', 'AUTH-5'],
    takes: ({ headers }) => headers['authorization'] === FIRST,
  },
]

const admitting: readonly Effect[] = keys.flatMap(({ change, may, takes }) =>
  [undefined, ...operationIds].map((id): Effect => ({
    target: id === undefined ? 'what is a key' : `what is a key for ${id}`,
    change,
    may,
    of: (request) => takes(request) && (id === undefined || request.operation === id),
    deed: (healthy, request) => healthy(withHeaders(request, { authorization: GOOD })),
  })),
)

/** Each wrong effect, at each time. */
export const effectOperators: readonly Operator[] = [
  ...[...storing, ...finding, ...charging, ...admitting].flatMap(({ target, change, may, of, deed }) =>
    [everyTime, ...nowAndThen].map((when): Operator => ({
      target,
      change,
      may,
      ...timesOf(when),
      overlay: onRequests(of, when, deed),
    })),
  ),
  ...unchargedOperators,
]
