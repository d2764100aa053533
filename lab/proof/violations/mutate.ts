// The functions that violations are written with: they choose requests and replies, and change them.
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'
import { limitBounds } from '../../../spec/operations.ts'
import type { ServiceRequest, Overlay, Reply, Service } from './service.ts'

/** A JSON object or array whose parts a violation changes. */
export type Json = Record<string, unknown>
export type When = (request: ServiceRequest, reply: Reply) => boolean

export const always: When = () => true
export const lists: When = ({ operation }, { status }) => operation === 'listPets' && status === 200
export const creates: When = ({ operation }, { status }) => operation === 'createPet' && status === 201
export const reads: When = ({ operation }, { status }) => operation === 'getPet' && status === 200
export const errors: When = (_request, { status }) => status >= 400 && status !== 429
export const refuses: When = (_request, { status }) => status === 429

export function replies(...statuses: readonly number[]): When {
  return (_request, { status }) => statuses.includes(status)
}

/** Matches requests by `METHOD /path?query body`, such as `GET /pets?limit=1 `. */
export function asks(pattern: RegExp): (request: ServiceRequest) => boolean {
  return ({ method, path, body = '' }) => pattern.test(`${method} ${path} ${body}`)
}

export function both(...all: readonly When[]): When {
  return (request, reply) => all.every((when) => when(request, reply))
}

/** Changes the replies that `when` picks. */
export function onReply(when: When, change: (reply: Reply, request: ServiceRequest) => Reply): Overlay {
  return (healthy) => async (request) => {
    const reply = await healthy(request)
    return when(request, reply) ? change(reply, request) : reply
  }
}

/** Changes the requests that `when` picks, before the healthy service sees them. */
export function onRequest(
  when: (request: ServiceRequest) => boolean,
  change: (request: ServiceRequest) => ServiceRequest,
): Overlay {
  return (healthy) => (request) => healthy(when(request) ? change(request) : request)
}

/** Changes the JSON of the replies that `when` picks. */
export function onJson(when: When, change: (json: Json, request: ServiceRequest) => unknown): Overlay {
  return onReply(when, (reply, request) => withJson(reply, change(parseJson(reply.body) as Json, request)))
}

/** Changes every pet in the replies that `when` picks, single or in a list. */
export function onPets(when: When, change: (pet: Json, at: number) => Json): Overlay {
  return onJson(when, (json) =>
    Array.isArray(json) ? json.map((pet: Json, at) => change(pet, at)) : change(json, 0),
  )
}

/** Hands an overlay that counts one request after the other, so that those at once do not all meet the same count. */
export function oneByOne(overlay: Overlay): Overlay {
  return (healthy) => {
    const service = overlay(healthy)
    let last: Promise<unknown> = Promise.resolve()
    return (request) => {
      const reply = last.then(() => service(request))
      last = reply.catch(() => undefined)
      return reply
    }
  }
}

/** Sets a header of the replies that `when` picks; `undefined` removes it. */
export function onHeader(
  when: When,
  name: string,
  value: string | undefined | ((was: string, reply: Reply) => string | undefined),
): Overlay {
  return onReply(when, (reply) => {
    const now = typeof value === 'function' ? value(reply.headers[name] ?? '', reply) : value
    return withHeader(reply, name, now)
  })
}

export function withHeader(reply: Reply, name: string, value: string | undefined): Reply {
  const { [name]: _was, ...others } = reply.headers
  return { ...reply, headers: value === undefined ? others : { ...others, [name]: value } }
}

export function withJson(reply: Reply, json: unknown): Reply {
  return { ...reply, body: stringifyJson(json) }
}

/** Replaces a reply with an error of the Error shape. Its headers stay; a 401 gets the challenge that it needs. */
export function asError(status: number, code = 'broken'): (reply: Reply) => Reply {
  return (reply) => {
    const body = withJson({ ...reply, status }, { code, message: 'It is broken', status })
    const error = withHeader(body, 'content-type', reply.headers['content-type'] ?? 'application/json')
    return status === 401 ? withHeader(error, 'www-authenticate', 'Bearer') : error
  }
}

/** The last six digits of an integer, plus a half: a double of a larger one would lose the half. */
export function withFraction(integer: unknown): number {
  return Number(BigInt(String(integer)) % 1_000_000n) + 0.5
}

/** A Retry-After that is so many seconds later, in the form that it has; one in no standard form stays as it is. */
export function laterBy(seconds: number, retryAfter: string): string {
  if (/^\d+$/.test(retryAfter)) return String(Math.max(0, Number(retryAfter) + seconds))
  const moment = Date.parse(retryAfter)
  return Number.isNaN(moment) ? retryAfter : new Date(moment + seconds * 1000).toUTCString()
}

/** The first pet of a service, read with the spare key. */
export async function firstPet(healthy: Service, request: ServiceRequest): Promise<Json> {
  const page = { ...request, method: 'GET', path: '/pets?limit=1', body: undefined } as const
  const { body } = await healthy(withSpare({ ...page, operation: 'listPets' }))
  const [pet] = parseJson(body) as readonly Json[]
  if (pet === undefined) throw new Error('there is no pet')
  return pet
}

/** Answers a list without some pets. The pets that follow move up into the page. */
export async function listWithout(
  healthy: Service,
  request: ServiceRequest,
  isHidden: (pet: Json) => boolean,
): Promise<Reply> {
  const reply = await healthy(request)
  if (!lists(request, reply)) return reply
  const page = parseJson(reply.body) as readonly Json[]
  if (!page.some(isHidden)) return reply
  const { body } = await healthy(withSpare(withQuery(request, { limit: '100' })))
  const others = (parseJson(body) as readonly Json[]).filter((pet) => !isHidden(pet))
  return withJson(reply, others.slice(0, page.length))
}

/** The id in a request of getPet; `undefined` where it is no integer. */
export function idAsked({ operation, path }: ServiceRequest): bigint | undefined {
  const [, id] = /^\/pets\/(-?\d{1,19})$/.exec(path) ?? []
  return operation === 'getPet' && id !== undefined ? BigInt(id) : undefined
}

/** The request with other query parameters; `undefined` removes one. */
export function withQuery(
  request: ServiceRequest,
  changes: Readonly<Record<string, string | undefined>>,
): ServiceRequest {
  const [name = '', query = ''] = request.path.split('?')
  const parameters = new URLSearchParams(query)
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) parameters.delete(key)
    else parameters.set(key, value)
  }
  return { ...request, path: parameters.size === 0 ? name : `${name}?${parameters.toString()}` }
}

export function parameter(request: ServiceRequest, name: string): string | undefined {
  return new URLSearchParams(request.path.split('?')[1]).get(name) ?? undefined
}

export function isList({ operation }: ServiceRequest): boolean {
  return operation === 'listPets'
}

/** The limit of a list, or the default. */
export function limitOf(request: ServiceRequest): number {
  return Number(parameter(request, 'limit') ?? limitBounds.default)
}

/** The request with other headers; `undefined` removes one. */
export function withHeaders(
  request: ServiceRequest,
  changes: Readonly<Record<string, string | undefined>>,
): ServiceRequest {
  const headers = Object.entries({ ...request.headers, ...changes }).filter(
    (field): field is [string, string] => field[1] !== undefined,
  )
  return { ...request, headers: Object.fromEntries(headers) }
}

/** The bearer token of a request. */
export function keyOf({ headers }: ServiceRequest): string | undefined {
  return /^bearer (\S+)$/i.exec(headers['authorization'] ?? '')?.[1]
}

/** Applies an overlay to every n-th request that `when` picks, and to no other. */
export function oneIn(count: number, when: (request: ServiceRequest) => boolean, overlay: Overlay): Overlay {
  return (healthy) => {
    const broken = overlay(healthy)
    let seen = 0
    return (request) => {
      if (when(request)) seen += 1
      return when(request) && seen % count === 0 ? broken(request) : healthy(request)
    }
  }
}

/** Changes a reply, given the requests that were under way at the same time. */
export function onOverlap(
  change: (
    reply: Reply,
    request: ServiceRequest,
    others: readonly ServiceRequest[],
    healthy: Service,
  ) => Reply | Promise<Reply>,
): Overlay {
  return (healthy) => {
    const underWay = new Map<ServiceRequest, Set<ServiceRequest>>()
    return async (request) => {
      const others = new Set(underWay.keys())
      for (const beside of underWay.values()) beside.add(request)
      underWay.set(request, others)
      const reply = await healthy(request)
      underWay.delete(request)
      return change(reply, request, [...others], healthy)
    }
  }
}

/** Applies an overlay only after so many requests. */
export function onlyAfter(count: number, overlay: Overlay): Overlay {
  return (healthy) => {
    const broken = overlay(healthy)
    let seen = 0
    return (request) => ((seen += 1) > count ? broken(request) : healthy(request))
  }
}

export const LIMIT = 'x-ratelimit-limit'
export const LEFT = 'x-ratelimit-remaining'
export const RESET = 'x-ratelimit-reset'
export const FIRST = 'free-demo-key'
export const SECOND = 'free-demo-key-2'
const SPARE = 'enterprise-demo-key'

export const counts: When = (request, { status }) =>
  keyOf(request) === FIRST && request.base === '/v1' && status !== 401
export const withSpare = (request: ServiceRequest): ServiceRequest =>
  withHeaders(request, { authorization: `Bearer ${SPARE}` })
export const number = (reply: Reply, name: string): number => Number(reply.headers[name])
export const timeOf = (reply: Reply): number => Date.parse(reply.headers['date'] ?? '') / 1000

/** Another reply with the rate-limit headers of a refused one, and so many requests left. */
export const withLimitsOf = (refused: Reply, reply: Reply, left: number): Reply =>
  withLimits(reply, number(refused, LIMIT), left, number(refused, RESET))

/** A reply with these figures of the limit in its headers. */
export function withLimits(reply: Reply, limit: number, left: number, reset: number): Reply {
  const figures = { [LIMIT]: limit, [LEFT]: left, [RESET]: reset }
  return Object.entries(figures).reduce((one, [name, figure]) => withHeader(one, name, String(figure)), reply)
}

/** A list of another key instead, which spends none of this one. */
export const listing = (request: ServiceRequest): ServiceRequest =>
  withSpare({ ...request, method: 'GET', operation: 'listPets', body: undefined })
