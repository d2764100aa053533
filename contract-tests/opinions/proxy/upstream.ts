import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type InformationEvent,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { forwardedLines } from './headers.ts'
import { putTogether } from '../../engine/put-together.ts'
import { whyFailed } from '../../engine/transport.ts'

/** Passes a request on to the same path of another origin, its body as it comes in. */
export function sendUpstream(request: IncomingMessage, origin: URL): ClientRequest {
  const { method = 'GET', url = '/' } = request
  const send = origin.protocol === 'https:' ? requestHttps : requestHttp
  const sent = send({
    hostname: origin.hostname.replace(/^\[|\]$/g, ''),
    port: origin.port,
    path: url,
    method,
    headers: forwardedLines(request, origin.host).flat(),
    // A reused connection may be closed just when it is used again.
    agent: false,
  })
  return request.pipe(sent)
}

/** How a reply is waited for. */
export interface Waiting {
  /**
   * Milliseconds that the connection may be silent, then and later, and that a request which is all sent may be without a
   * reply, whatever else comes.
   */
  readonly timeout: number
  readonly upstream: URL
  /** Called with each interim reply (1xx). */
  readonly onInterim: (interim: InformationEvent) => void
}

/** Interim replies to one request: some servers show by them that they are at work. */
const MOST_INTERIM = 100

/** The reply to a request that is under way, as soon as its headers are there; breaks off with an UpstreamFailure. */
export function replyTo(
  sent: ClientRequest,
  { timeout, upstream, onInterim }: Waiting,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let reply: IncomingMessage | undefined
    let interim = 0
    const fail = (status: 502 | 504, what: string): void => {
      const failure = new UpstreamFailure(status, `${upstream.origin} ${what}`)
      reply?.destroy(failure)
      sent.destroy(failure)
    }
    const late = (): void => {
      fail(504, interim === 0 || reply ? silence : `sent interim replies only for ${timeout / 1000} s`)
    }
    const silence = `was silent for ${timeout / 1000} s`
    let waiting: NodeJS.Timeout | undefined
    sent.setTimeout(timeout, late)
    sent.once('finish', () => {
      if (!reply) waiting = setTimeout(late, timeout)
    })
    sent.on('information', (information) => {
      interim += 1
      if (interim <= MOST_INTERIM) onInterim(information)
      else fail(502, `sent more than ${MOST_INTERIM} interim replies`)
    })
    // A request for another protocol is for this proxy, which does not pass it on.
    sent.once('upgrade', (_switched, socket) => {
      socket.destroy()
      fail(502, 'switched to another protocol (101), which it was not asked for')
    })
    sent.once('response', (response) => {
      clearTimeout(waiting)
      putTogether(response)
      reply = response
      // Of a reason phrase nothing else can be passed on.
      response.statusMessage = response.statusMessage?.replaceAll(NO_PHRASE, '')
      if (!isFinal(response)) fail(502, `sent the status ${response.statusCode}, which is none`)
      else if (isFramed(response)) resolve(response)
      else fail(502, 'sent a body in a transfer coding that it was not asked for')
    })
    // Never removed: an error without a listener ends the process.
    sent.on('error', reject)
    sent.once('close', () => {
      clearTimeout(waiting)
      reject(new UpstreamFailure(502, `${upstream.origin} ended the connection without a reply`))
    })
  })
}

const NO_PHRASE = /[^\t -~\x80-\xff]/g

/** Whether a status is one of a reply; the parser takes any three digits. */
function isFinal({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200
}

/** Whether a body can be passed on as it is: only `chunked` may be sent unasked, and that in HTTP/1.1 (RFC 9112 §6.1). */
function isFramed({ headers: { 'transfer-encoding': coding }, httpVersion }: IncomingMessage): boolean {
  return coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion !== '1.0')
}

/** The upstream gave no reply, or none within the time. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  readonly status: 502 | 504

  constructor(status: 502 | 504, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }

  /** Why no reply came, in words for the client that waits. */
  static from(error: unknown, upstream: URL): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error
    const reason = whyFailed(error) ?? messageOf(error)
    return new UpstreamFailure(502, `${upstream.origin} did not reply: ${reason}`, { cause: error })
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // The message of one of OpenSSL has a thread, a file and a line of its source.
  const isOfTls = 'code' in error && typeof error.code === 'string' && error.code.startsWith('ERR_SSL_')
  return isOfTls ? `TLS with it fails (${String(error.code)})` : error.message || error.name
}
