import type { IncomingMessage } from 'node:http'
import type { HeaderList } from '../core/message/outcome.ts'

/** What lets a page of any origin read every reply, and the headers that matter to it (Fetch, CORS protocol). */
export const corsHeaders: HeaderList = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Deprecation, Sunset, Link, Location, WWW-Authenticate, Date',
]

/** What a preflight asks for besides: which methods and headers may be sent. Methods that the document does not name are
 * among them, for a page is to read the 405 too. Empty for any other request. */
export function preflightHeaders({ method, headers }: IncomingMessage): HeaderList {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return []
  const asked = headers['access-control-request-headers'] ?? 'Authorization, Content-Type'
  return [
    'Access-Control-Allow-Methods',
    'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers',
    asked,
    'Access-Control-Max-Age',
    '600',
    'Access-Control-Allow-Private-Network',
    'true',
  ]
}
