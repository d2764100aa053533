import { parseJson } from '../../../spec/exact-json/json.ts'
import { petStatuses } from '../../../spec/operations.ts'
import {
  type Json,
  asError,
  asks,
  both,
  isList,
  limitOf,
  lists,
  onJson,
  onReply,
  onRequest,
  parameter,
  withJson,
  withQuery,
  withSpare,
} from './mutate.ts'
import { type Overlay, type ServiceRequest, violation } from './service.ts'

const filtered = (ask: ServiceRequest): boolean => isList(ask) && parameter(ask, 'status') !== undefined
const asArray = (json: Json): readonly Json[] => json as unknown as readonly Json[]
export const limited = (from: (limit: number) => number): Overlay =>
  onRequest(
    (request) => isList(request) && parameter(request, 'limit') !== undefined && limitOf(request) > 1,
    (request) => withQuery(request, { limit: String(from(limitOf(request))) }),
  )
const defaultLimit = (limit: number, when = isList): Overlay =>
  onRequest(
    (request) => when(request) && parameter(request, 'limit') === undefined,
    (request) => withQuery(request, { limit: String(limit) }),
  )
const listOnly = (
  when: (request: ServiceRequest) => boolean,
  stays: (pet: Json, request: ServiceRequest) => boolean,
): Overlay => onJson(both(lists, when), (json, request) => asArray(json).filter((pet) => stays(pet, request)))
const isOurs = ({ name }: Json): boolean => String(name).includes('contract')
const next: Readonly<Record<string, string>> = { available: 'pending', pending: 'sold', sold: 'available' }

export const filtersAfterTheCut: Overlay = (healthy) => async (request) => {
  const isOfStatus = filtered(request) && petStatuses.some((one) => one === parameter(request, 'status'))
  if (!isOfStatus) return healthy(request)
  const reply = await healthy(withQuery(request, { status: undefined }))
  if (reply.status !== 200) return reply
  return withJson(
    reply,
    (parseJson(reply.body) as Json[]).filter(({ status }) => status === parameter(request, 'status')),
  )
}

export const list = [
  violation(
    'LIST-1',
    'a list is an object with the pets in it',
    onJson(lists, (json) => ({ pets: json })),
  ),
  violation(
    'LIST-1',
    'a list is null',
    onJson(lists, () => null),
  ),
  violation('LIST-1', 'a list is answered 500', onReply(lists, asError(500))),
  violation(
    ['LIST-1', 'BASE-3'],
    'a list is cut off',
    onReply(lists, (reply) => ({ ...reply, body: reply.body.slice(0, -1) })),
  ),
  violation(
    'LIST-1',
    'a list is empty text',
    onReply(lists, (reply) => ({ ...reply, body: '' })),
  ),
  violation(
    'LIST-1',
    'a list is of ids',
    onJson(lists, (json) => asArray(json).map(({ id }) => id)),
  ),
  violation(
    'LIST-1',
    'the default list is 206',
    onReply(both(lists, asks(/GET \/pets $/)), (reply) => ({ ...reply, status: 206 })),
  ),
  violation(
    'LIST-2',
    'limit is ignored',
    onRequest(isList, (request) => withQuery(request, { limit: undefined })),
  ),
  violation(
    'LIST-2',
    'a page holds one too few',
    limited((limit) => limit - 1),
  ),
  violation(
    'LIST-2',
    'a page holds one too many',
    limited((limit) => Math.min(100, limit + 1)),
  ),
  violation(
    'LIST-2',
    'a page is cut at 50',
    limited((limit) => Math.min(50, limit)),
    { mock: { pets: 60 } },
  ),
  violation(
    'LIST-2',
    'a page is never shorter than 5',
    onRequest(isList, (request) => (limitOf(request) < 5 ? withQuery(request, { limit: '5' }) : request)),
  ),
  violation(
    'LIST-2',
    'a page may hold more than 100',
    (healthy) => async (request) => {
      const reply = await healthy(request)
      if (!asks(/GET \/pets\?limit=100 /)(request) || reply.status !== 200) return reply
      const pages = await Promise.all(
        petStatuses.map((status) => healthy(withSpare(withQuery(request, { status })))),
      )
      return withJson(
        reply,
        pages.flatMap(({ body }) => parseJson(body) as Json[]),
      )
    },
    { mock: { pets: 150, choices: { 'list-order': 'newest' } } },
  ),
  violation(
    'LIST-2',
    'a page of 50 holds 40',
    onRequest(
      (request) => isList(request) && limitOf(request) === 50,
      (request) => withQuery(request, { limit: '40' }),
    ),
  ),
  violation(
    'LIST-2',
    'pages are of full tens',
    limited((limit) => (limit > 50 && limit < 100 ? limit - (limit % 10) : limit)),
    { mock: { pets: 90 }, needs: 'thorough' },
  ),
  violation('LIST-2', 'a limit below zero is none', allFor(/limit=-/), { mock: { pets: 150 } }),
  violation('LIST-2', 'a limit of zero is none', allFor(/limit=0/), { mock: { pets: 150 } }),
  violation(
    'LIST-3',
    'a limit of two digits that are the same is refused',
    onReply((request) => isList(request) && limitOf(request) % 11 === 0, asError(400)),
  ),
  violation(
    'LIST-3',
    'the greatest limit is refused',
    onReply((request) => isList(request) && limitOf(request) === 100, asError(400)),
  ),
  violation(
    'LIST-3',
    'the smallest limit is refused',
    onReply((request) => isList(request) && parameter(request, 'limit') === '1', asError(400)),
  ),
  violation(
    'LIST-3',
    'limits above 50 are refused',
    onReply((request) => isList(request) && limitOf(request) > 50, asError(400)),
  ),
  violation(
    'LIST-3',
    'the greatest limit is a crash',
    onReply((request) => isList(request) && limitOf(request) === 100, asError(500)),
  ),
  violation('LIST-4', 'the default page holds 10', defaultLimit(10)),
  violation('LIST-4', 'the default page holds 21', defaultLimit(21)),
  violation('LIST-4', 'the default page holds 100', defaultLimit(100)),
  violation('LIST-4', 'the default page holds 19', defaultLimit(19)),
  violation(
    'LIST-4',
    'the default page is empty',
    onJson(both(lists, asks(/GET \/pets $/)), () => []),
  ),
  violation('LIST-4', 'with a filter the default page holds 10', defaultLimit(10, filtered)),
  violation('LIST-4', 'with a filter all pets stand in one page', defaultLimit(100, filtered), {
    mock: { pets: 150 },
  }),
  violation(
    'LIST-5',
    'the filter is read as the first parameter only',
    onRequest(asks(/&status=/), (request) => withQuery(request, { status: undefined })),
  ),
  violation(
    'LIST-5',
    'the filter is ignored',
    onRequest(filtered, (request) => withQuery(request, { status: undefined })),
  ),
  violation(
    'LIST-5',
    'a filtered list holds pets of another status under a wrong one',
    (healthy) => async (request) => {
      const reply = await healthy(request)
      const status = parameter(request, 'status')
      if (!lists(request, reply) || status === undefined || !(status in next)) return reply
      const other = await healthy(withSpare(withQuery(request, { status: next[status], limit: '2' })))
      const wrong = (parseJson(other.body) as Json[]).map((pet) => ({ ...pet, status }))
      return withJson(reply, [...wrong, ...asArray(parseJson(reply.body) as Json)].slice(0, limitOf(request)))
    },
  ),
  violation('LIST-5', 'the filter is inverted', (healthy) => async (request) => {
    const reply = await healthy(request)
    if (!filtered(request) || reply.status !== 200) return reply
    const all = parseJson(
      (await healthy(withQuery(request, { status: undefined, limit: '100' }))).body,
    ) as Json[]
    return withJson(
      reply,
      all.filter(({ status }) => status !== parameter(request, 'status')).slice(0, limitOf(request)),
    )
  }),
  violation('LIST-5', 'the filter works on the page that was cut', filtersAfterTheCut),
  violation(
    'LIST-5',
    'the filter uses another status',
    onRequest(
      (request) => filtered(request) && String(parameter(request, 'status')) in next,
      (request) => withQuery(request, { status: next[String(parameter(request, 'status'))] }),
    ),
  ),
  violation(
    'LIST-5',
    'a filtered list is empty',
    listOnly(filtered, () => false),
  ),
  violation(
    'LIST-5',
    'the filter lets one of another status through',
    onJson(both(lists, asks(/status=pending&limit=100/)), (json) => [
      ...asArray(json).slice(0, -1),
      { ...asArray(json).at(-1), status: 'sold' },
    ]),
  ),
  violation(
    'LIST-5',
    'only the filter for sold pets fails',
    onRequest(asks(/status=sold/), (request) => withQuery(request, { status: 'available' })),
  ),
  violation('LIST-5', 'filters are refused', onReply(filtered, asError(400))),
  violation(
    'LIST-5',
    'a filtered list leaves every third pet out',
    onJson(both(lists, filtered), (json) => asArray(json).filter((_pet, at) => at % 3 !== 2)),
  ),
  violation('LIST-6', 'the whole list holds available pets only', hides('pending', 'sold')),
  violation('LIST-6', 'the whole list leaves sold pets out', hides('sold')),
  violation('LIST-6', 'the whole list leaves pending pets out', hides('pending')),
  violation(
    'LIST-7',
    'new pets are not listed',
    listOnly(isList, (pet) => !isOurs(pet)),
  ),
  violation(
    'LIST-7',
    'new pets stand in no list without a filter',
    listOnly(
      (request) => !filtered(request),
      (pet) => !isOurs(pet),
    ),
  ),
  violation('LIST-7', 'the lists are those of the beginning', (healthy) => {
    const first = new Map<string, Promise<string>>()
    return async (request) => {
      const reply = await healthy(request)
      if (!lists(request, reply)) return reply
      if (!first.has(request.path)) first.set(request.path, Promise.resolve(reply.body))
      return { ...reply, body: (await first.get(request.path)) ?? reply.body }
    }
  }),
]

/** Answers some lists with all pets, whatever their limit. */
function allFor(pattern: RegExp): Overlay {
  return (healthy) => async (request) => {
    if (!asks(pattern)(request) || !isList(request)) return healthy(request)
    const own = await healthy(withQuery(request, { limit: '100' }))
    if (own.status !== 200) return own
    const pages = await Promise.all(
      petStatuses.map((status) => healthy(withSpare(withQuery(request, { status, limit: '100' })))),
    )
    return withJson(
      own,
      pages.flatMap(({ body }) => parseJson(body) as Json[]),
    )
  }
}

/** Leaves statuses out of lists without a filter, before the page is cut. */
function hides(...statuses: readonly string[]): Overlay {
  return (healthy) => async (request) => {
    const reply = await healthy(request)
    if (!lists(request, reply) || filtered(request) || limitOf(request) < 1) return reply
    const all = await healthy(withSpare(withQuery(request, { limit: '100' })))
    const left = (parseJson(all.body) as Json[]).filter(({ status }) => !statuses.includes(String(status)))
    return withJson(reply, left.slice(0, limitOf(request)))
  }
}
