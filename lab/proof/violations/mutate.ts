// The words in which violations are written: which requests, what becomes of them, and what the rate-limit headers say.
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'
import type { ServiceRequest, Overlay, Reply, Service } from './service.ts'

/** A JSON object or array whose parts a violation changes. */
export type Json = Record<string, unknown>
export type When = (request: ServiceRequest, reply: Reply) => boolean

export const always: When = () => true
export const lists: When = ({ operation }, { status }) => operation === 'listPets' && status === 200
export const creates: When = ({ operation }, { status }) => operation === 'createPet' && status === 201
export const reads: When = ({ operation }, { status }) => operation === 'getPet' && status === 200
export const errors: When = (_ask, { status }) => status >= 400 && status !== 429
export const refuses: When = (_ask, { status }) => status === 429

export function replies(...statuses: readonly number[]): When {
  return (_ask, { status }) => statuses.includes(status)
}

/** Requests that a text or pattern is found in: `GET /pets?limit=1`, and the body. */
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

/** Changes every pet of the replies that `when` picks, be it one or a list of them. */
export function onPets(when: When, change: (pet: Json, at: number) => Json): Overlay {
  return onJson(when, (json) =>
    Array.isArray(json) ? json.map((pet: Json, at) => change(pet, at)) : change(json, 0),
  )
}

/** Sets a header of the replies that `when` picks; `undefined` takes it away. */
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

/** An error of the Error shape in place of a reply, whose headers stay; a 401 with the challenge that belongs to it. */
export function asError(status: number, code = 'broken'): (reply: Reply) => Reply {
  return (reply) => {
    const body = withJson({ ...reply, status }, { code, message: 'It is broken', status })
    const error = withHeader(body, 'content-type', reply.headers['content-type'] ?? 'application/json')
    return status === 401 ? withHeader(error, 'www-authenticate', 'Bearer') : error
  }
}

/** An integer with a half behind it; only its last digits, for those of a great one leave no room for it. */
export function withFraction(integer: unknown): number {
  return Number(BigInt(String(integer)) % 1_000_000n) + 0.5
}

/** A Retry-After by so many seconds later, in whichever form it came; one that is no wait stays. */
export function laterBy(seconds: number, retryAfter: string): string {
  if (/^\d+$/.test(retryAfter)) return String(Math.max(0, Number(retryAfter) + seconds))
  const moment = Date.parse(retryAfter)
  return Number.isNaN(moment) ? retryAfter : new Date(moment + seconds * 1000).toUTCString()
}

/** The first pet of a service, which the spare key is shown. */
export async function firstPet(healthy: Service, request: ServiceRequest): Promise<Json> {
  const page = { ...request, method: 'GET', path: '/pets?limit=1', body: undefined } as const
  const { body } = await healthy(withSpare({ ...page, operation: 'listPets' }))
  const [pet] = parseJson(body) as readonly Json[]
  if (pet === undefined) throw new Error('there is no pet')
  return pet
}

/** Answers a list without some pets: a page that they stood in shows those behind it in their place. */
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

/** The id that getPet is asked for; `undefined` where it is no integer. */
export function idAsked({ operation, path }: ServiceRequest): bigint | undefined {
  const [, id] = /^\/pets\/(-?\d{1,19})$/.exec(path) ?? []
  return operation === 'getPet' && id !== undefined ? BigInt(id) : undefined
}

/** Asks with other query parameters; `undefined` takes one away. */
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

/** Asks with other headers; `undefined` takes one away. */
export function withHeaders(
  request: ServiceRequest,
  changes: Readonly<Record<string, string | undefined>>,
): ServiceRequest {
  const headers = Object.entries({ ...request.headers, ...changes }).filter(
    (field): field is [string, string] => field[1] !== undefined,
  )
  return { ...request, headers: Object.fromEntries(headers) }
}

/** The key that a request brings as a bearer token. */
export function keyOf({ headers }: ServiceRequest): string | undefined {
  return /^bearer (\S+)$/i.exec(headers['authorization'] ?? '')?.[1]
}

/** Lets an overlay act on every n-th request that `when` picks, and on no other. */
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

/** Lets an overlay act only after so many requests. */
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
