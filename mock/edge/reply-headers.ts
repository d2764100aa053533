import type { HeaderList } from '../core/message/outcome.ts'
import type { Request } from '../core/message/request.ts'
import type { Reply } from '../core/request/reply.ts'

/** What lets a page of any origin read every reply, and the headers that matter to it (Fetch, CORS protocol). */
const corsHeaders: HeaderList = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Deprecation, Sunset, Link, Location, WWW-Authenticate, Date',
]

/** What the headers of a reply depend on in its request. */
interface Asked {
  readonly method?: string | undefined
  readonly headers: Request['headers']
}

/** All headers of a reply whose body is so many bytes long, apart from those of the connection. */
export function replyHeaders(
  request: Asked,
  reply: Pick<Reply, 'status' | 'headers'>,
  bytes: number,
): string[] {
  // RFC 9110 §8.6: a 204 has no Content-Length.
  const length = reply.status === 204 ? [] : ['Content-Length', String(bytes)]
  const headers = reply.headers.concat(corsHeaders, length)
  if (request.method === 'OPTIONS') headers.push(...preflightHeaders(request.headers))
  return headers
}

/** What a preflight asks for besides: which methods and headers may be sent. Methods that the document does not name are
 * among them, for a page is to read the 405 too. Empty for any other OPTIONS. */
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
