import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../refusal.ts'
import { isLoopbackAddress, isLoopbackName } from './is-loopback.ts'
import { isOwnOrigin } from './is-own-origin.ts'
import { parseHost } from './parse-host.ts'
import { presentsToken } from './presents-token.ts'

/** What is known of where a request came from. */
export interface Arrival {
  /** The two ends of its connection. */
  readonly localAddress: string | undefined
  readonly remoteAddress: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** Why a request may not use the control API; `undefined` when it may (DESIGN.md, Safety). */
export function judgeAccess(arrival: Arrival, token: string): Refusal | undefined {
  const { headers } = arrival
  return foreignPage(headers) ?? (presentsToken(headers.authorization, token) ? undefined : stranger(arrival))
}

/** Every page that its user opens reaches a local server, and some requests even without a preflight. */
function foreignPage(headers: IncomingHttpHeaders): Refusal | undefined {
  const { origin } = headers
  if (origin !== undefined && !isOwnOrigin(origin, headers.host)) {
    return new Refusal(
      'foreign_origin',
      `The control API answers no page of another origin, and this request came from ${origin.slice(0, 100)}`,
    )
  }
  // Fetch Metadata: `none` is the user's own doing, such as an address typed in.
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return new Refusal('foreign_origin', 'The control API answers no page of another origin')
  }
  return undefined
}

function stranger(arrival: Arrival): Refusal | undefined {
  if (!isLocal(arrival)) {
    return new Refusal(
      'token_required',
      'From another machine or through a proxy, send "Authorization: Bearer <token>" with the token that the mock prints when it starts',
      ['WWW-Authenticate', 'Bearer realm="petstore-control"'],
    )
  }
  const { host } = arrival.headers
  const name = parseHost(host)?.name
  // A foreign name for a loopback address is how DNS rebinding looks.
  if (name !== undefined && isLoopbackName(name)) return undefined
  return new Refusal(
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
