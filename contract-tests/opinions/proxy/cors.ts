// The CORS headers that let a page of another origin call a service. The proxy adds them if the service does not.
import type { IncomingMessage } from 'node:http'
import type { HeaderLine } from './headers.ts'

/** Whether a request is a browser's own question, and not the page's request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}

/** Whether a service lets the page read its reply that sent the request; there may be no page. */
export function isForPage({ headers: { origin } }: IncomingMessage, reply: IncomingMessage): boolean {
  const allowed = reply.headers['access-control-allow-origin']
  return origin === undefined || allowed === '*' || allowed === origin
}

/** The reply to a preflight: it allows everything requested, and can be cached for a while. */
export function preflightLines({ headers }: IncomingMessage): readonly HeaderLine[] {
  const wanted = headers['access-control-request-headers']
  return [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Allow-Methods', headers['access-control-request-method'] ?? 'GET'],
    ...(wanted === undefined ? [] : [['Access-Control-Allow-Headers', wanted] as const]),
    ['Access-Control-Max-Age', '600'],
  ]
}

const OF_ORIGIN = /^access-control-(?:allow-origin|allow-credentials|expose-headers)$/i

/** The lines of a reply, changed so that any page may read all of them. */
export function readableByPages(lines: readonly HeaderLine[]): readonly HeaderLine[] {
  const others = lines.filter(([name]) => !OF_ORIGIN.test(name))
  const names = [...new Set(others.map(([name]) => name))]
  return [
    ...others,
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Expose-Headers', names.join(', ')],
  ]
}
