import type { IncomingMessage } from 'node:http'

/** A header as it was received: its name in the sender's spelling, and its value. */
export type HeaderLine = readonly [name: string, value: string]

/** Headers that are meant for the next machine only (RFC 9110 §7.6.1), and `Expect`, which our own server has answered. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The lines of a message that a proxy passes on, in their order and spelling; those that `Connection` names stay. */
export function endToEnd(rawHeaders: readonly string[]): readonly HeaderLine[] {
  const lines = toLines(rawHeaders)
  const dropped = new Set([...HOP_BY_HOP, ...namedByConnection(lines)])
  return lines.filter(([name]) => !dropped.has(name.toLowerCase()))
}

/** The names of the lines that show findings. */
export const FINDING_HEADERS = { error: 'X-Contract-Breach', warning: 'X-Contract-Warning' } as const

const OWN: ReadonlySet<string> = new Set(Object.values(FINDING_HEADERS).map((name) => name.toLowerCase()))

/** The lines of a reply that a proxy passes back: what says that it found something is its own. */
export function passedBack(rawHeaders: readonly string[]): readonly HeaderLine[] {
  return endToEnd(rawHeaders).filter(([name]) => !OWN.has(name.toLowerCase()))
}

/** The names, in lower case, that the `Connection` lines of a message hold. */
export function namedByConnection(lines: readonly HeaderLine[]): readonly string[] {
  return lines
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase()))
}

export function toLines(rawHeaders: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    lines.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  return lines
}

/** The name of this proxy in a `Via` line (RFC 9110 §7.6.3). */
export const PSEUDONYM = 'petstore-proxy'

/** The lines of a request as it is passed on to a host. */
export function forwardedLines(request: IncomingMessage, host: string): readonly HeaderLine[] {
  const isCounted = request.method === 'OPTIONS' || request.method === 'TRACE'
  const lines = endToEnd(request.rawHeaders)
    .filter(([name]) => name.toLowerCase() !== 'host')
    .map(([name, value]): HeaderLine => {
      const isCount = isCounted && name.toLowerCase() === 'max-forwards' && /^\d+$/.test(value)
      return isCount ? [name, String(Number(value) - 1)] : [name, value]
    })
  return [['Host', host], ...lines, ...framing(request), ['Via', `${request.httpVersion} ${PSEUDONYM}`]]
}

// Node would send these without a body as chunked.
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/** How long the body of a request is, if the headers that are passed on do not say so. */
function framing({ headers, method = 'GET' }: IncomingMessage): readonly HeaderLine[] {
  if (headers['transfer-encoding'] !== undefined) return [['Transfer-Encoding', 'chunked']]
  return headers['content-length'] === undefined && WITH_BODY.has(method) ? [['Content-Length', '0']] : []
}

/** By lower-case name; several lines of one name joined. */
export function joinedHeaders({ headersDistinct }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  )
}
