// Effects of requests: what they store, find and cost, and for whom.
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
import { everyTime, timeFields, nowAndThen, onRequests, type Operator, type When } from './operator.ts'

interface Effect {
  readonly target: string
  readonly change: string
  readonly mayBreak: readonly ClauseId[]
  /** Answers a request wrongly. */
  readonly answer: (healthy: Service, request: ServiceRequest) => Promise<Reply>
  /** Whether a request is answered so. */
  readonly applies: (request: ServiceRequest) => boolean
}

const GOOD = `Bearer ${FIRST}`
const isCreation = ({ operation }: ServiceRequest): boolean => operation === 'createPet'
const isRead = ({ operation }: ServiceRequest): boolean => operation === 'getPet'
const isOfFirst = (request: ServiceRequest): boolean => keyOf(request) === FIRST && request.base === '/v1'
const nameIn = ({ body = '' }: ServiceRequest): string => /contract[\w-]*/.exec(body)?.[0] ?? 'contract'

const storesRefused = [
  { status: 400, mayBreak: ['CREATE-6'] },
  { status: 401, mayBreak: ['AUTH-5', 'CREATE-6'] },
  { status: 415, mayBreak: ['CREATE-6', 'BASE-3'] },
  { status: 429, mayBreak: ['LIMIT-7', 'LIMIT-3', 'LIMIT-5', 'CREATE-6'] },
] as const

const storing: readonly Effect[] = [
  ...storesRefused.map(({ status, mayBreak }): Effect => ({
    target: 'what is stored',
    change: `what was refused with ${status}`,
    mayBreak,
    applies: isCreation,
    answer: async (healthy, request) => {
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
    mayBreak: ['LIST-7', 'CREATE-1', 'PET-2', 'CREATE-6'],
    applies: (request) => isCreation(request) && isOfFirst(request),
    answer: async (healthy, request) => {
      const reply = await healthy(request)
      if (reply.status === 201) await healthy(withSpare(request))
      return reply
    },
  },
  ...['name', 'categoryId', 'status'].map((field): Effect => ({
    target: 'what is stored',
    change: `another ${field} than was sent, in the reply too`,
    mayBreak: ['CREATE-2', 'CREATE-4', 'CREATE-7', 'PET-4', 'GET-1', 'LIST-5', 'LIST-7', 'CREATE-6'],
    applies: (request) =>
      isCreation(request) && isOfFirst(request) && (request.body ?? '').includes(`"${field}"`),
    answer: (healthy, request) => {
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
    mayBreak: ['GET-1', 'GET-2', 'GET-3', 'DEPRECATION-3', 'DEPRECATION-1'],
    applies: (request) => idAsked(request) !== undefined,
    answer: (healthy, request) =>
      healthy({ ...request, path: `/pets/${BigInt.asIntN(64, (idAsked(request) ?? 0n) + BigInt(by))}` }),
  })),
  {
    target: 'what is found',
    change: 'the first pet for every id that is none',
    mayBreak: ['GET-2', 'GET-3'],
    applies: isRead,
    answer: async (healthy, request) => {
      const reply = await healthy(request)
      if (reply.status !== 404) return reply
      return withJson({ ...reply, status: 200 }, await firstPet(healthy, request))
    },
  },
  ...[2, 3, 7].map((every): Effect => ({
    target: 'what is found',
    change: `no pet whose id ${every} divides`,
    mayBreak: ['GET-1', 'DEPRECATION-3', 'DEPRECATION-1'],
    applies: (request) => (idAsked(request) ?? 1n) % BigInt(every) === 0n,
    answer: (healthy, request) => onReply(reads, asError(404))(healthy)(request),
  })),
]

/** The ways in which one request can cost more, of whichever key. */
const costs: readonly Pick<Effect, 'change' | 'mayBreak' | 'answer'>[] = [
  {
    change: 'charged twice',
    mayBreak: ['LIMIT-3', 'LIMIT-5'],
    answer: async (healthy, request) => {
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
    mayBreak: ['LIMIT-11', 'LIMIT-3', 'LIMIT-5', 'LIMIT-6'],
    answer: async (healthy, request) => {
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
  applies: (request: ServiceRequest) => isOfFirst(request) && (id === undefined || request.operation === id),
}))

const charging: readonly Effect[] = costs.flatMap((cost) =>
  charged.map((kind): Effect => ({ ...kind, ...cost })),
)

/** Serves requests under another key with the last quota that the first key was shown; charges them where there is none. */
function uncharged(applies: Effect['applies'], when: When): Overlay {
  return (healthy) => {
    let lastReply: Reply | undefined
    const charging: Service = async (request) => {
      const reply = await healthy(request)
      if (isOfFirst(request) && LEFT in reply.headers) lastReply = reply
      return reply
    }
    return onRequests(applies, when, async (_service, request) => {
      if (lastReply === undefined || number(lastReply, LEFT) === 0) return await charging(request)
      const reply = await healthy(withSpare(request))
      // That quota ends with its window.
      if (timeOf(reply) >= number(lastReply, RESET)) return await charging(request)
      return [LIMIT, LEFT, RESET].reduce(
        (own, name) => withHeader(own, name, lastReply?.headers[name]),
        reply,
      )
    })(charging)
  }
}

const unchargedOperators = charged.flatMap(({ target, applies }) =>
  [everyTime, ...nowAndThen].map((when): Operator => ({
    target,
    change: 'not charged',
    mayBreak: ['LIMIT-3', 'LIMIT-5'],
    ...timeFields(when),
    overlay: uncharged(applies, when),
  })),
)

/** What is wrongly accepted as a key. */
const keys: readonly {
  readonly change: string
  readonly mayBreak: readonly ClauseId[]
  readonly accepts: (request: ServiceRequest) => boolean
}[] = [
  {
    change: 'nothing',
    mayBreak: ['AUTH-2', 'AUTH-4', 'AUTH-5'],
    accepts: ({ headers }) => headers['authorization'] === undefined,
  },
  {
    change: 'any bearer token',
    mayBreak: ['AUTH-3', 'AUTH-5'],
    accepts: ({ headers }) => /^bearer (?!free-demo-key|enterprise-)\S/i.test(headers['authorization'] ?? ''),
  },
  {
    change: 'a key in any case',
    mayBreak: ['AUTH-3', 'AUTH-5'],
    accepts: (request) => keyOf(request)?.toLowerCase() === FIRST,
  },
  {
    change: 'the beginning of a key',
    mayBreak: ['AUTH-3', 'AUTH-5'],
    accepts: (request) => FIRST.startsWith(keyOf(request) ?? '-'),
  },
  {
    change: 'what begins with a key',
    mayBreak: ['AUTH-3', 'AUTH-5'],
    accepts: (request) => keyOf(request)?.startsWith(FIRST) === true && keyOf(request) !== SECOND,
  },
  {
    change: 'the end of a key',
    mayBreak: ['AUTH-3', 'AUTH-5'],
    accepts: (request) => FIRST.endsWith(keyOf(request) ?? '-'),
  },
  {
    change: 'a key under any scheme',
    mayBreak: ['AUTH-4', 'AUTH-5'],
    accepts: ({ headers }) => headers['authorization']?.endsWith(` ${FIRST}`) === true,
  },
  {
    change: 'a key in the query',
    mayBreak: ['AUTH-4', 'AUTH-5'],
    accepts: ({ path }) => path.includes(FIRST),
  },
  {
    change: 'a key in X-Api-Key',
    mayBreak: ['AUTH-4', 'AUTH-5'],
    accepts: ({ headers }) => headers['x-api-key'] === FIRST,
  },
  {
    change: 'a key without a scheme',
    mayBreak: ['AUTH-4', 'AUTH-5'],
    accepts: ({ headers }) => headers['authorization'] === FIRST,
  },
]

const admitting: readonly Effect[] = keys.flatMap(({ change, mayBreak, accepts }) =>
  [undefined, ...operationIds].map((id): Effect => ({
    target: id === undefined ? 'what is a key' : `what is a key for ${id}`,
    change,
    mayBreak,
    applies: (request) => accepts(request) && (id === undefined || request.operation === id),
    answer: (healthy, request) => healthy(withHeaders(request, { authorization: GOOD })),
  })),
)

/** Each wrong effect, at each time. */
export const effectOperators: readonly Operator[] = [
  ...[...storing, ...finding, ...charging, ...admitting].flatMap(
    ({ target, change, mayBreak, applies, answer }) =>
      [everyTime, ...nowAndThen].map((when): Operator => ({
        target,
        change,
        mayBreak,
        ...timeFields(when),
        overlay: onRequests(applies, when, answer),
      })),
  ),
  ...unchargedOperators,
]
