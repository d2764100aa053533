import type { HeaderList } from '../core/message/outcome.ts'
import type { Request } from '../core/message/request.ts'
import type { Reply } from '../core/request/reply.ts'

/** Let a page of any origin read every reply, with the headers of the service (Fetch, CORS protocol). */
const corsHeaders: HeaderList = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Deprecation, Sunset, Link, Location, WWW-Authenticate, Date',
]

/** The parts of a request that the headers of its reply depend on. */
interface Asked {
  readonly method?: string | undefined
  readonly headers: Request['headers']
}

/** All headers of a reply, without those of the connection. `bytes` is the length of its body. */
export function replyHeaders(
  request: Asked,
  reply: Pick<Reply, 'status' | 'headers'>,
  bytes: number,
): string[] {
  const headers = [...reply.headers, ...corsHeaders]
  // RFC 9110 §8.6: a 204 has no Content-Length.
  if (reply.status !== 204) headers.push('Content-Length', String(bytes))
  if (request.method === 'OPTIONS') headers.push(...preflightHeaders(request.headers))
  return headers
}

/** The reply to a preflight: which methods and headers may be sent. It allows methods that the document does not name, so
 * that a page can read their 405. Empty for any other OPTIONS. */
function preflightHeaders(headers: Request['headers']): HeaderList {
  if (headers['access-control-request-method'] === undefined) return []
  const asked = headers['access-control-request-headers'] ?? 'Authorization, Content-Type'
  return [
    'Access-Control-Allow-Methods',
    'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers',
    String(asked),
    'Access-Control-Max-Age',
    '600',
    'Access-Control-Allow-Private-Network',
    'true',
  ]
}
