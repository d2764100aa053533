import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { endToEnd, framing, type HeaderLine } from './headers.ts'

/** Passes a request on to the same path of another origin, its body as it comes in. */
export function sendUpstream(request: IncomingMessage, origin: URL): ClientRequest {
  const { method = 'GET', url = '/' } = request
  const lines: readonly HeaderLine[] = [
    ['Host', origin.host],
    ...endToEnd(request.rawHeaders).filter(([name]) => name.toLowerCase() !== 'host'),
    ...framing(request),
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

/**
 * The reply to a request that is under way, as soon as its headers are there. The connection may be silent for
 * `timeout` milliseconds, then and later; it breaks off with an UpstreamFailure.
 */
export function replyTo(sent: ClientRequest, timeout: number, upstream: URL): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let reply: IncomingMessage | undefined
    sent.setTimeout(timeout, () => {
      const failure = new UpstreamFailure(504, `${upstream.origin} was silent for ${timeout / 1000} s`)
      reply?.destroy(failure)
      sent.destroy(failure)
    })
    sent.once('response', (response) => {
      reply = response
      resolve(response)
    })
    // Stays for as long as the connection does: an error that nobody listens to ends the process.
    sent.on('error', reject)
  })
}

/** The upstream gave no reply, or none within the time. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  readonly status: 502 | 504

  constructor(status: 502 | 504, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }

  /** What kept a reply from coming, in words for whoever waits for it. */
  static from(error: unknown, upstream: URL): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error
    const reason = error instanceof Error ? error.message || error.name : String(error)
    return new UpstreamFailure(502, `${upstream.origin} did not reply: ${reason}`, { cause: error })
  }
}
