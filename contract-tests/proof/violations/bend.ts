// The words in which violations are written: which requests, and what becomes of them.
import { parseJson, stringifyJson } from '../../../spec/index.ts'
import type { Ask, Overlay, Reply } from './service.ts'

/** A JSON object or array whose parts a violation changes. */
export type Json = Record<string, unknown>
export type When = (ask: Ask, reply: Reply) => boolean

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
export function asks(pattern: RegExp): (ask: Ask) => boolean {
  return ({ method, path, body = '' }) => pattern.test(`${method} ${path} ${body}`)
}

export function both(...all: readonly When[]): When {
  return (ask, reply) => all.every((when) => when(ask, reply))
}

/** Changes the replies that `when` picks. */
export function onReply(when: When, change: (reply: Reply, ask: Ask) => Reply): Overlay {
  return (healthy) => async (ask) => {
    const reply = await healthy(ask)
    return when(ask, reply) ? change(reply, ask) : reply
  }
}

/** Changes the requests that `when` picks, before the healthy service sees them. */
export function onRequest(when: (ask: Ask) => boolean, change: (ask: Ask) => Ask): Overlay {
  return (healthy) => (ask) => healthy(when(ask) ? change(ask) : ask)
}

/** Changes the JSON of the replies that `when` picks. */
export function onJson(when: When, change: (json: Json, ask: Ask) => unknown): Overlay {
  return onReply(when, (reply, ask) => withJson(reply, change(parseJson(reply.body) as Json, ask)))
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

/** An error of the Error shape in place of a reply, whose headers stay. */
export function asError(status: number, code = 'broken'): (reply: Reply) => Reply {
  return (reply) => withJson({ ...reply, status }, { code, message: 'It is broken', status })
}

/** Asks with other query parameters; `undefined` takes one away. */
export function withQuery(ask: Ask, changes: Readonly<Record<string, string | undefined>>): Ask {
  const [name = '', query = ''] = ask.path.split('?')
  const parameters = new URLSearchParams(query)
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) parameters.delete(key)
    else parameters.set(key, value)
  }
  return { ...ask, path: parameters.size === 0 ? name : `${name}?${parameters.toString()}` }
}

export function parameter(ask: Ask, name: string): string | undefined {
  return new URLSearchParams(ask.path.split('?')[1]).get(name) ?? undefined
}

/** Asks with other headers; `undefined` takes one away. */
export function withHeaders(ask: Ask, changes: Readonly<Record<string, string | undefined>>): Ask {
  const headers = Object.entries({ ...ask.headers, ...changes }).filter(
    (field): field is [string, string] => field[1] !== undefined,
  )
  return { ...ask, headers: Object.fromEntries(headers) }
}

/** The key that a request brings as a bearer token. */
export function keyOf({ headers }: Ask): string | undefined {
  return /^bearer (\S+)$/i.exec(headers['authorization'] ?? '')?.[1]
}

/** Lets an overlay act on every n-th request that `when` picks, and on no other. */
export function oneIn(count: number, when: (ask: Ask) => boolean, overlay: Overlay): Overlay {
  return (healthy) => {
    const broken = overlay(healthy)
    let seen = 0
    return (ask) => {
      if (when(ask)) seen += 1
      return when(ask) && seen % count === 0 ? broken(ask) : healthy(ask)
    }
  }
}

/** Lets an overlay act only after so many requests. */
export function onlyAfter(count: number, overlay: Overlay): Overlay {
  return (healthy) => {
    const broken = overlay(healthy)
    let seen = 0
    return (ask) => ((seen += 1) > count ? broken(ask) : healthy(ask))
  }
}
