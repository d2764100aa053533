import { ControlRefusal } from '../message/control-refusal.ts'
import { isOwnOrigin } from './loopback.ts'

/** What is asked of the headers of a request. */
export interface Fields {
  readonly origin?: string | undefined
  readonly host?: string | undefined
  readonly authorization?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
  readonly 'access-control-request-method'?: string | undefined
}

/** The headers of every reply, which is for no cache and no other origin. */
export const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // Without this a page could still load what it may not read (Fetch, CORP).
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** What lets a page of an origin that was let in read a reply, and send what the control API takes (Fetch, CORS protocol). */
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

/** Every page that its user opens reaches a local server, and some requests even without a preflight. */
export function foreignPage(headers: Fields): ControlRefusal | undefined {
  const { origin } = headers
  if (origin !== undefined && !isOwnOrigin(origin, headers.host)) {
    return new ControlRefusal(
      'foreign_origin',
      `The control API answers no page of another origin, and this request came from ${origin.slice(0, 100)}: let it in with --allow-origin`,
    )
  }
  // Fetch Metadata: `none` is the user's own doing, such as an address typed in.
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return new ControlRefusal('foreign_origin', 'The control API answers no page of another origin')
  }
  return undefined
}

const BEARER = /^bearer +([^ ]+) *$/i

/** Tells whether an Authorization header brings the token, in a time that tells nothing about it. */
export function presentsToken(authorization: string | undefined, token: string): boolean {
  const presented = BEARER.exec(authorization ?? '')?.[1]
  if (presented === undefined || token === '') return false
  let difference = presented.length ^ token.length
  // As often as what was presented is long, whatever the token.
  for (let at = 0; at < presented.length; at += 1) {
    difference |= presented.charCodeAt(at) ^ token.charCodeAt(at % token.length)
  }
  return difference === 0
}
