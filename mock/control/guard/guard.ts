import type { NextFunction, Request, Response } from 'express'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ControlRefusal } from '../message/control-refusal.ts'
import type { Send } from '../message/tell-refusal.ts'
import { isLoopbackAddress, isLoopbackName, isOwnOrigin, parseHost } from './loopback.ts'

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // Without this a page could still load what it may not read (Fetch, CORP).
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** What lets a page of an origin that was let in read a reply, and send what the control API takes (Fetch, CORS protocol). */
function corsHeaders({ method, headers }: Request): readonly (readonly [string, string])[] {
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

/** Who may use the control API. */
interface Access {
  /** What a request that did not come over loopback must present. */
  readonly token: string
  /** Pages of these origins may besides its own. */
  readonly allowOrigins?: readonly string[] | undefined
}

/** Lets nobody pass who may not use the control API. Its replies are for no cache and no other origin. */
export function guard({ token, allowOrigins = [] }: Access, send: Send) {
  const allowed = new Set(allowOrigins.map((origin) => origin.toLowerCase()))
  return (request: Request, response: Response, next: NextFunction): void => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    const origin = request.headers.origin?.toLowerCase()
    const isAllowed = origin !== undefined && allowed.has(origin)
    if (isAllowed) for (const [name, value] of corsHeaders(request)) response.setHeader(name, value)
    // The socket's own addresses: what a proxy or a setting of the app makes of them is not asked.
    const { localAddress, remoteAddress } = request.socket
    const refusal = judgeAccess({ localAddress, remoteAddress, headers: request.headers }, token, isAllowed)
    if (refusal) send(request, response, refusal)
    else next()
  }
}

/** What is known of where a request comes from. */
export interface Arrival {
  /** The two ends of its connection. */
  readonly localAddress: string | undefined
  readonly remoteAddress: string | undefined
  readonly headers: IncomingHttpHeaders
}

/**
 * Why a request may not use the control API; `undefined` when it may (DESIGN.md, Safety). `isAllowed` says that it comes from
 * a page of an origin that was let in.
 */
export function judgeAccess(arrival: Arrival, token: string, isAllowed = false): ControlRefusal | undefined {
  const { headers } = arrival
  const foreign = isAllowed ? undefined : foreignPage(headers)
  return foreign ?? (presentsToken(headers.authorization, token) ? undefined : stranger(arrival))
}

/** Every page that its user opens reaches a local server, and some requests even without a preflight. */
function foreignPage(headers: IncomingHttpHeaders): ControlRefusal | undefined {
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

function stranger(arrival: Arrival): ControlRefusal | undefined {
  if (!isLocal(arrival)) {
    return new ControlRefusal(
      'token_required',
      'From another machine or through a proxy, send "Authorization: Bearer <token>" with the token that the mock prints when it starts',
      ['WWW-Authenticate', 'Bearer realm="petstore-control"'],
    )
  }
  const { host } = arrival.headers
  const name = parseHost(host)?.name
  // A foreign name for a loopback address is how DNS rebinding looks.
  if (name !== undefined && isLoopbackName(name)) return undefined
  return new ControlRefusal(
    'foreign_host',
    `The control API answers to loopback names such as localhost and 127.0.0.1, and not to ${host?.slice(0, 100) ?? 'a request without Host'}`,
  )
}

// What a proxy adds is not trusted to let anyone in, but believed when it says that the request comes from elsewhere.
const BY_PROXY = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/

function isLocal({ localAddress, remoteAddress, headers }: Arrival): boolean {
  const isLoopback = isLoopbackAddress(localAddress) && isLoopbackAddress(remoteAddress)
  return isLoopback && !Object.keys(headers).some((name) => BY_PROXY.test(name))
}

const BEARER = /^bearer +([^ ]+) *$/i

/** Tells whether an Authorization header brings the token, in a time that tells nothing about it. */
export function presentsToken(authorization: string | undefined, token: string): boolean {
  const presented = BEARER.exec(authorization ?? '')?.[1]
  return presented !== undefined && timingSafeEqual(digest(presented), digest(token))
}

// Of equal length whatever was presented, as the comparison demands.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
