import type { IncomingMessage } from 'node:http'
import { type HeaderLine, namedByConnection, PSEUDONYM, toLines } from './headers.ts'

/** The reply to a request that is not passed on. */
export interface Refused {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** Headers for the framing and the target of a request, which concern more than one connection. */
const NOT_OF_A_CONNECTION = new Set(['content-length', 'host'])

const MOST_TURNS = 10

/**
 * Why a request must not be passed on, where it is not one thing to all who read it (RFC 9112 §3.2, §6.1 and §11.2), not of
 * HTTP/1 (RFC 9110 §15.6.6), or not for this proxy; `undefined` where it may be. A target in absolute form becomes one in origin form (§3.2.2).
 */
export function refuse(request: IncomingMessage, upstream: URL): Refused | undefined {
  if (request.httpVersionMajor > 1) return otherVersion(request)
  const lines = toLines(request.rawHeaders)
  const hosts = countOf(lines, 'host')
  const named = namedByConnection(lines).find((name) => NOT_OF_A_CONNECTION.has(name))
  if (hosts > 1) return malformed('it names its host more than once')
  if (hosts === 0 && request.httpVersion !== '1.0') return malformed('it names no host')
  // One server reads the first key, another the last: then each request could have a quota of its own.
  if (countOf(lines, 'authorization') > 1) return malformed('it has more than one Authorization header')
  if (named !== undefined) return malformed(`its Connection header names ${named}`)
  return refuseCoding(request) ?? refuseTarget(request, upstream) ?? refuseTurns(request)
}

function otherVersion({ httpVersion }: IncomingMessage): Refused {
  const message = `This proxy speaks HTTP/1.1, not HTTP/${httpVersion}`
  return { status: 505, code: 'version_not_supported', message }
}

function countOf(lines: readonly HeaderLine[], wanted: string): number {
  return lines.filter(([name]) => name.toLowerCase() === wanted).length
}

function refuseCoding({ headers, httpVersion }: IncomingMessage): Refused | undefined {
  const coding = headers['transfer-encoding']?.trim().toLowerCase()
  if (coding === undefined) return undefined
  if (httpVersion === '1.0') return malformed('HTTP/1.0 has no Transfer-Encoding')
  if (coding === 'chunked') return undefined
  const message = 'The only transfer coding that this proxy knows is chunked'
  return { status: 501, code: 'unknown_transfer_coding', message }
}

function refuseTarget(request: IncomingMessage, upstream: URL): Refused | undefined {
  const { url = '', method } = request
  if (/[^!-~]/.test(url)) return malformed('its target holds a character that must be percent-encoded')
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return undefined
  const target = URL.parse(url)
  if (!target || !/^https?:\/\//i.test(url)) return malformed('its target has no valid form')
  if (target.host !== upstream.host && portOf(target) !== request.socket.localPort) {
    const message = `This proxy passes requests on to ${upstream.origin} alone, not to ${target.origin}`
    return { status: 421, code: 'misdirected_request', message }
  }
  request.url = target.pathname + target.search
  return undefined
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** A proxy whose upstream leads back to it would send requests to itself endlessly (RFC 9110 §7.6.2 and §7.6.3). */
function refuseTurns({ headers, method = '' }: IncomingMessage): Refused | undefined {
  if (headers['max-forwards'] === '0' && (method === 'OPTIONS' || method === 'TRACE')) {
    const message = `Max-Forwards lets nobody but this proxy answer, which has no ${method} of its own`
    return { status: 405, code: 'method_not_allowed', message }
  }
  if ((headers.via?.split(PSEUDONYM).length ?? 0) <= MOST_TURNS) return undefined
  const message =
    'The request has come by here already: does the address of the service lead back to the proxy?'
  return { status: 508, code: 'loop_detected', message }
}

function malformed(why: string): Refused {
  return { status: 400, code: 'malformed_request', message: `The request cannot be passed on: ${why}` }
}
