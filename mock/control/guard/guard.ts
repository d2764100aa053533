import type { NextFunction, Request, Response } from 'express'
import type { IncomingHttpHeaders } from 'node:http'
import { ControlRefusal } from '../message/control-refusal.ts'
import { isLoopbackAddress, isLoopbackName, parseHost } from './loopback.ts'
import { corsHeaders, foreignPage, HEADERS, originsOf, presentsToken } from './pages-and-token.ts'

/** Who may use the control API. */
interface Access {
  /** The token that requests from elsewhere than loopback must send. */
  readonly token: string
  /** Pages of these origins may use it besides those of its own origin. */
  readonly allowOrigins?: readonly string[] | undefined
}

/** Sends a refusal. */
type Send = (request: Request, response: Response, refusal: ControlRefusal) => void

/** Refuses requests that may not use the control API. */
export function guard({ token, allowOrigins = [] }: Access, send: Send) {
  const allowed = originsOf(allowOrigins)
  return (request: Request, response: Response, next: NextFunction): void => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    const origin = request.headers.origin?.toLowerCase()
    const isAllowed = origin !== undefined && allowed.has(origin)
    if (isAllowed)
      for (const [name, value] of corsHeaders(request.method, request.headers))
        response.setHeader(name, value)
    // The addresses of the socket itself, because proxy headers and settings of the app can be forged.
    const { localAddress, remoteAddress } = request.socket
    const refusal = judgeAccess({ localAddress, remoteAddress, headers: request.headers }, token, isAllowed)
    if (refusal) send(request, response, refusal)
    else next()
  }
}

/** Where a request comes from. */
export interface Arrival {
  /** The two ends of its connection. */
  readonly localAddress: string | undefined
  readonly remoteAddress: string | undefined
  readonly headers: IncomingHttpHeaders
}

/**
 * The refusal of a request that may not use the control API; `undefined` if it may. `isAllowed`: it comes from a page of an
 * allowed origin.
 */
export function judgeAccess(arrival: Arrival, token: string, isAllowed = false): ControlRefusal | undefined {
  const { headers } = arrival
  const foreign = isAllowed ? undefined : foreignPage(headers)
  return foreign ?? (presentsToken(headers.authorization, token) ? undefined : tokenMissing(arrival))
}

function tokenMissing(arrival: Arrival): ControlRefusal | undefined {
  if (!isLocal(arrival)) {
    return new ControlRefusal(
      'token_required',
      'From another machine or through a proxy, send "Authorization: Bearer <token>" with the token of PETSTORE_CONTROL_TOKEN, or the one that a mock with --host prints when it starts',
      ['WWW-Authenticate', 'Bearer realm="petstore-control"'],
    )
  }
  const { host } = arrival.headers
  const name = parseHost(host)?.name
  // A foreign name for a loopback address is a sign of DNS rebinding.
  if (name !== undefined && isLoopbackName(name)) return undefined
  return new ControlRefusal(
    'foreign_host',
    `The control API answers to loopback names such as localhost and 127.0.0.1, and not to ${host?.slice(0, 100) ?? 'a request without Host'}`,
  )
}

// Proxy headers can only refuse a request, never admit one.
const BY_PROXY = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/

function isLocal({ localAddress, remoteAddress, headers }: Arrival): boolean {
  const isLoopback = isLoopbackAddress(localAddress) && isLoopbackAddress(remoteAddress)
  return isLoopback && !Object.keys(headers).some((name) => BY_PROXY.test(name))
}
