/** What a request asks for, read from its method, path and headers. */
import type { Choices } from './devilries.ts'

export interface DevilRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Base = 'main' | 'staging'
export type Route =
  | { readonly to: 'pets' }
  | { readonly to: 'pet'; readonly id: string }
  | { readonly to: 'elsewhere'; readonly rest: string }

export interface Asked {
  readonly method: string
  readonly base: Base
  readonly route: Route
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export function readRequest(request: DevilRequest, choices: Choices, requestNumber: number): Asked {
  const [path = '', ...queries] = request.path.split('#')[0]?.split('?') ?? []
  const [, staging, rest] = /^(\/staging)?\/v1(\/.*)?$/.exec(path) ?? []
  return {
    method: request.method,
    base: staging === undefined ? 'main' : 'staging',
    route: routeOf(rest ?? '', choices, requestNumber),
    query: [...new URLSearchParams(queries.join('?'))],
    headers: request.headers,
    body: request.body === '' ? undefined : request.body,
  }
}

function routeOf(rest: string, choices: Choices, requestNumber: number): Route {
  const slash = rest.length > 1 && rest.endsWith('/')
  const same = slash && choices.at('trailingSlash', rest, requestNumber) === 'same'
  const [, pets, id] = /^(\/pets)(?:\/([^/]+))?$/.exec(same ? rest.slice(0, -1) : rest) ?? []
  if (pets === undefined) return { to: 'elsewhere', rest }
  return id === undefined ? { to: 'pets' } : { to: 'pet', id: decoded(id) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The key that a request shows, if it shows one in a form that this service takes. */
export function keyOf(asked: Asked, choices: Choices, requestNumber: number): string | undefined {
  const header = asked.headers['authorization'] ?? ''
  const exact = /^Bearer (\S+)$/.exec(header)?.[1]
  if (exact !== undefined) return exact
  const [, scheme, blanks, key] = /^\s*(bearer)(\s+)(\S+)\s*$/i.exec(header) ?? []
  const taken = choices.at('bearerSpelling', `${scheme}${blanks}`, requestNumber) === 'taken'
  return taken ? key : undefined
}

/** The value of a parameter, of which there may be several. `refused`: it is there twice and may not be. */
export function parameter(
  asked: Asked,
  name: string,
  choices: Choices,
  requestNumber: number,
): string | undefined | { readonly refused: true } {
  const all = asked.query.filter(([own]) => own === name).map(([, value]) => value)
  if (all.length < 2) return all[0]
  const rule = choices.at('queryTwice', `${name}=${all.join()}`, requestNumber)
  if (rule === '400') return { refused: true }
  return rule === 'first' ? all[0] : all.at(-1)
}
