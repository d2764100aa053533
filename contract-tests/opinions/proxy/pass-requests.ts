import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { ErrorBody } from '../../../spec/index.ts'
import { findingText, type Judge } from '../judge.ts'
import { bodyStart } from '../../engine/decode-body.ts'
import { overhear, type Overheard } from './bodies.ts'
import { isForPage, isPreflight, preflightLines, readableByPages } from './cors.ts'
import { endToEnd, type HeaderLine } from './headers.ts'
import { breachLines, titleOf, TrafficJudge, type FindingCounts } from './judge-traffic.ts'
import { replyTo, sendUpstream, UpstreamFailure } from './upstream.ts'

export interface PassageOptions {
  /** The base address of the service. The proxy has the same paths below an origin of its own. */
  readonly upstream: string
  /** Whether a reply with a breach is withheld, and 502 answered in its place. */
  readonly fail: boolean
  /** Takes a line for every breach, and for every failure of the upstream. */
  readonly log: (line: string) => void
  readonly judge: Judge
  /** Milliseconds that the upstream may be silent. */
  readonly timeout: number
}

/** What a proxy has seen so far. */
export interface ProxyCounts extends FindingCounts {
  exchanges: number
  /** Requests that the upstream did not answer. */
  failures: number
}

const MOST_BYTES = 1024 * 1024

/** The way of requests through a proxy, and of their replies back. */
export class Passage {
  readonly counts: ProxyCounts = { exchanges: 0, judged: 0, breaches: 0, warnings: 0, failures: 0 }
  readonly #upstream: URL
  readonly #basePath: string
  readonly #options: PassageOptions
  readonly #judge: TrafficJudge

  constructor(options: PassageOptions) {
    this.#options = options
    this.#upstream = new URL(options.upstream)
    this.#basePath = this.#upstream.pathname.replace(/\/+$/, '')
    this.#judge = new TrafficJudge(this.#basePath, options.judge, options.log, this.counts)
  }

  /** Passes a request on and its reply back, which any page may read. Never rejects. */
  async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.counts.exchanges += 1
    const leaving = new AbortController()
    try {
      const overheard = overhear(request, MOST_BYTES)
      const sent = sendUpstream(request, this.#upstream)
      response.once('close', () => {
        if (response.writableFinished) return
        // It is in error where the upstream broke off, and not where the client did.
        if (!response.errored) leaving.abort()
        sent.destroy()
      })
      const reply = await replyTo(sent, this.#options.timeout, this.#upstream)
      await this.#passBack(request, overheard, reply, response)
    } catch (error) {
      if (leaving.signal.aborted) return
      this.#failed(request, response, UpstreamFailure.from(error, this.#upstream))
    }
  }

  async #passBack(
    request: IncomingMessage,
    overheard: Overheard,
    reply: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { statusCode = 502, rawHeaders } = reply
    const isOpen = isForPage(request, reply)
    if (isPreflight(request) && !(isOpen && statusCode < 300)) {
      response.writeHead(204, preflightLines(request).flat()).end()
      reply.resume()
      return
    }
    const lines = isOpen ? endToEnd(rawHeaders) : readableByPages(endToEnd(rawHeaders))
    if (!this.#isBelowBase(request) || isEventStream(reply)) {
      await streamReply(reply, response, lines)
      return
    }
    const { bytes, isWhole } = await bodyStart(reply, MOST_BYTES)
    if (!isWhole) {
      await streamReply(reply, response, lines, bytes)
      return
    }
    const findings = await this.#judge.findings(request, overheard(), reply, bytes)
    const breach = findings.find(({ severity }) => severity === 'error')
    if (breach && this.#options.fail) {
      const message = `The service broke its contract: ${findings.map(findingText).join('; ')}`
      sendError(response, 502, { code: 'contract_breach', message }, breachLines(findings))
      return
    }
    writeHead(reply, response, [...lines, ...breachLines(findings)])
    response.end(bytes)
  }

  #failed(request: IncomingMessage, response: ServerResponse, failure: UpstreamFailure): void {
    this.counts.failures += 1
    this.#options.log(`${titleOf(request)}: ${failure.message}`)
    if (response.headersSent) response.destroy()
    else {
      const code = failure.status === 504 ? 'upstream_timeout' : 'upstream_unreachable'
      sendError(response, failure.status, { code, message: failure.message })
    }
    request.resume()
  }

  #isBelowBase({ url = '' }: IncomingMessage): boolean {
    return url.startsWith(`${this.#basePath}/`)
  }
}

function isEventStream({ headers }: IncomingMessage): boolean {
  return /^text\/event-stream\b/i.test(headers['content-type'] ?? '')
}

/** Sends status and headers of a reply. */
function writeHead(reply: IncomingMessage, response: ServerResponse, lines: readonly HeaderLine[]): void {
  response.writeHead(reply.statusCode ?? 502, reply.statusMessage ?? '', lines.flat())
}

/** Sends a reply as it comes, after what was read of it already. Rejects when either side breaks off. */
async function streamReply(
  reply: IncomingMessage,
  response: ServerResponse,
  lines: readonly HeaderLine[],
  start: Buffer = Buffer.alloc(0),
): Promise<void> {
  writeHead(reply, response, lines)
  // A client waits for the headers of a stream, not for its first bytes.
  response.flushHeaders()
  if (start.length > 0) response.write(start)
  await pipeline(reply, response)
}

/** Answers with an Error body of the proxy's own, which a web page can read as well. */
function sendError(
  response: ServerResponse,
  status: number,
  { code, message }: Pick<ErrorBody, 'code' | 'message'>,
  lines: readonly HeaderLine[] = [],
): void {
  const body = JSON.stringify({ code, message, status } satisfies ErrorBody)
  const headers: readonly HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Access-Control-Allow-Origin', '*'],
    // What is left of a request's body may not be read any more.
    ['Connection', 'close'],
    ...lines,
  ]
  response.writeHead(status, headers.flat())
  response.end(body)
}
