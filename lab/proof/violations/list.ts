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

export const filtered = (ask: ServiceRequest): boolean =>
  isList(ask) && parameter(ask, 'status') !== undefined
export const asArray = (json: Json): readonly Json[] => json as unknown as readonly Json[]
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
  violation(
    'LIST-1',
    'a page of fewer pets than there are is answered 206',
    onReply(both(lists, asks(/[?&]limit=\d+/)), (reply) => ({ ...reply, status: 206 })),
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
    'limit is ignored beside status=pending',
    onRequest(
      (request) => isList(request) && parameter(request, 'status') === 'pending',
      (request) => withQuery(request, { limit: undefined }),
    ),
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
    'limits above 50 are refused beside a status',
    onReply((request) => filtered(request) && limitOf(request) > 50, asError(400)),
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
