// Which pets a list holds: those of a status, and all others that there are.
import { parseJson } from '../../../spec/exact-json/json.ts'
import { petStatuses } from '../../../spec/operations.ts'
import { asArray, filtered } from './list.ts'
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
  withHeader,
  withSpare,
} from './mutate.ts'
import { type Overlay, type ServiceRequest, violation } from './service.ts'

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

export const filter = [
  violation('LIST-6', 'the list after a filtered one is filtered alike', (healthy) => {
    let last: string | undefined
    return async (request) => {
      const status = isList(request) ? parameter(request, 'status') : undefined
      const isNext = isList(request) && status === undefined && last !== undefined
      const asked = isNext ? withQuery(request, { status: last }) : request
      if (isList(request)) last = petStatuses.find((one) => one === status)
      return healthy(asked)
    }
  }),
  violation('LIST-6', 'a page of the default length has no pending pets', (healthy) => async (request) => {
    if (!isList(request) || parameter(request, 'status') !== undefined) return healthy(request)
    const reply = await healthy(request)
    if (parameter(request, 'limit') !== undefined || !lists(request, reply)) return reply
    const all = await healthy(withSpare(withQuery(request, { limit: '100' })))
    const others = (parseJson(all.body) as Json[]).filter(({ status }) => status !== 'pending')
    return withJson(reply, others.slice(0, 20))
  }),
  violation(
    'LIST-5',
    'the second page of a filtered list has pets of every status',
    (healthy) => async (request) => {
      const isFurther = parameter(request, 'after') !== undefined
      if (isFurther) return healthy(withQuery(request, { after: undefined, status: undefined }))
      const reply = await healthy(request)
      if (!lists(request, reply) || !filtered(request)) return reply
      return withHeader(reply, 'link', `<${request.base}${request.path}&after=1>; rel="next"`)
    },
  ),
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
    const wanted = parameter(request, 'status')
    const limit = parameter(request, 'limit') ?? '1'
    const isServed = petStatuses.some((one) => one === wanted) && /^[1-9]\d?$|^100$/.test(limit)
    if (!filtered(request) || !isServed) return healthy(request)
    // One request, which counts once.
    const reply = await healthy(withQuery(request, { status: undefined, limit: '100' }))
    if (reply.status !== 200) return reply
    const others = asArray(parseJson(reply.body) as Json).filter(({ status }) => status !== wanted)
    return withJson(reply, others.slice(0, limitOf(request)))
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
  violation(
    'LIST-5',
    'available pets are listed with those that have no status',
    (healthy) => async (request) => {
      const reply = await healthy(request)
      if (!(isList(request) && parameter(request, 'status') === 'available') || reply.status !== 200)
        return reply
      const all = await healthy(withSpare(withQuery(request, { status: undefined })))
      const without = (parseJson(all.body) as Json[]).filter((pet) => !('status' in pet))
      const limit = Number(parameter(request, 'limit') ?? 20)
      return withJson(reply, [...without, ...(parseJson(reply.body) as Json[])].slice(0, limit))
    },
    { mock: { choices: { 'default-status': 'absent' } } },
  ),
  violation('LIST-5', 'filters are refused', onReply(filtered, asError(400))),
  violation(
    'LIST-5',
    'a filtered list leaves every third pet out',
    onJson(both(lists, filtered), (json) => asArray(json).filter((_pet, at) => at % 3 !== 2)),
  ),
  violation('LIST-6', 'the whole list holds available pets only', hides('pending', 'sold')),
  violation(
    'LIST-6',
    'a list without any parameter holds available pets only',
    onRequest(asks(/GET \/pets $/), (request) => withQuery(request, { status: 'available' })),
  ),
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
