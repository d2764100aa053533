import type { NextFunction, Request, Response } from 'express'
import type { IncomingHttpHeaders } from 'node:http'
import { ControlRefusal } from '../message/control-refusal.ts'
import { isLoopbackAddress, isLoopbackName, parseHost } from './loopback.ts'
import { corsHeaders, foreignPage, HEADERS, presentsToken } from './pages-and-token.ts'

/** Who may use the control API. */
interface Access {
  /** What a request that did not come over loopback must present. */
  readonly token: string
  /** Pages of these origins may besides its own. */
  readonly allowOrigins?: readonly string[] | undefined
}

/** Sends a refusal. */
type Send = (request: Request, response: Response, refusal: ControlRefusal) => void

/** Lets nobody pass who may not use the control API. */
export function guard({ token, allowOrigins = [] }: Access, send: Send) {
  const allowed = new Set(allowOrigins.map((origin) => origin.toLowerCase()))
  return (request: Request, response: Response, next: NextFunction): void => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    const origin = request.headers.origin?.toLowerCase()
    const isAllowed = origin !== undefined && allowed.has(origin)
    if (isAllowed)
      for (const [name, value] of corsHeaders(request.method, request.headers))
        response.setHeader(name, value)
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

function stranger(arrival: Arrival): ControlRefusal | undefined {
  if (!isLocal(arrival)) {
    return new ControlRefusal(
      'token_required',
      'From another machine or through a proxy, send "Authorization: Bearer <token>" with the token of PETSTORE_CONTROL_TOKEN, or the one that a mock with --host prints when it starts',
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
