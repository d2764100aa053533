import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { endToEnd, type HeaderLine } from './end-to-end.ts'

// Node would send these without a body as chunked.
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/** Passes a request on to the same path of another origin, its body as it comes in. */
export function sendUpstream(request: IncomingMessage, origin: URL): ClientRequest {
  const { method = 'GET', url = '/' } = request
  const lines: readonly HeaderLine[] = [
    ['Host', origin.host],
    ...endToEnd(request.rawHeaders).filter(([name]) => name.toLowerCase() !== 'host'),
    ...framing(request, method),
    ['Via', '1.1 petstore-proxy'],
  ]
  const send = origin.protocol === 'https:' ? requestHttps : requestHttp
  const sent = send({
    hostname: origin.hostname.replace(/^\[|\]$/g, ''),
    port: origin.port,
    path: url,
    method,
    headers: lines.flat(),
    // A connection that is kept may be closed just when it is used again.
    agent: false,
  })
  return request.pipe(sent)
}

/** How long a body is, where the headers that are passed on do not tell. */
function framing({ headers }: IncomingMessage, method: string): readonly HeaderLine[] {
  if (headers['transfer-encoding'] !== undefined) return [['Transfer-Encoding', 'chunked']]
  return headers['content-length'] === undefined && WITH_BODY.has(method) ? [['Content-Length', '0']] : []
}
