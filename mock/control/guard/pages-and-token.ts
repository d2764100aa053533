import { ControlRefusal } from '../message/control-refusal.ts'
import { isOwnOrigin } from './loopback.ts'

/** The request headers that the guard reads. */
export interface Fields {
  readonly origin?: string | undefined
  readonly host?: string | undefined
  readonly authorization?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
  readonly 'access-control-request-method'?: string | undefined
}

/** The headers of every reply: no cache, no other origin. */
export const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // Otherwise a page could still embed a reply that it may not read (Fetch, CORP).
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The origins whose pages may use the control API, as browsers write them, to which `has` is asked in small letters. */
export function originsOf(allowOrigins: readonly string[]): ReadonlySet<string> {
  return new Set(allowOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')))
}

/** Let a page of an allowed origin read replies and send all requests of the control API (Fetch, CORS protocol). */
export function corsHeaders(method: string, headers: Fields): readonly (readonly [string, string])[] {
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  return [
    ['Access-Control-Allow-Origin', headers.origin ?? ''],
    ['Cross-Origin-Resource-Policy', 'cross-origin'],
    ['Vary', 'Origin'],
    ...(isPreflight ? PREFLIGHT : []),
  ]
}

const PREFLIGHT = [
  ['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE'],
  ['Access-Control-Allow-Headers', 'Authorization, Content-Type'],
  ['Access-Control-Max-Age', '600'],
  ['Access-Control-Allow-Private-Network', 'true'],
] as const

/** Refuses pages of other origins: every page in a browser can reach a local server, partly without a preflight. */
export function foreignPage(headers: Fields): ControlRefusal | undefined {
  const { origin } = headers
  if (origin !== undefined && !isOwnOrigin(origin, headers.host)) {
    return new ControlRefusal(
      'foreign_origin',
      `The control API refuses pages of other origins, and this request came from ${origin.slice(0, 100)}. Allow that origin with --allow-origin`,
    )
  }
  // Fetch Metadata: `none` means that the user started the request, for example by typing the address.
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return new ControlRefusal('foreign_origin', 'The control API refuses pages of other origins')
  }
  return undefined
}

const BEARER = /^bearer +([^ ]+) *$/i

/** Whether an Authorization header has the token. Compares in constant time. */
export function presentsToken(authorization: string | undefined, token: string): boolean {
  const presented = BEARER.exec(authorization ?? '')?.[1]
  if (presented === undefined || token === '') return false
  let difference = presented.length ^ token.length
  // The number of steps depends on what was sent, not on the token.
  for (let at = 0; at < presented.length; at += 1) {
    difference |= presented.charCodeAt(at) ^ token.charCodeAt(at % token.length)
  }
  return difference === 0
}
