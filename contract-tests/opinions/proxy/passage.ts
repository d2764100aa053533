import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Finding } from '../judge.ts'
import { judgeExchange } from '../prism/judge-exchange.ts'
import { bodyStart } from './body-start.ts'
import { breachLines, breachText } from './breach-lines.ts'
import { decodeBody } from './decode-body.ts'
import { endToEnd } from './end-to-end.ts'
import { joinedHeaders } from './joined-headers.ts'
import { overhear, type Overheard } from './overheard.ts'
import type { ProxyCounts, ProxyOptions } from './proxy-options.ts'
import { replyTo } from './reply-to.ts'
import { sendError } from './send-error.ts'
import { sendUpstream } from './send-upstream.ts'
import { streamReply, writeHead } from './stream-reply.ts'
import { UpstreamFailure } from './upstream-failure.ts'

const MOST_BYTES = 1024 * 1024
const TIMEOUT_MS = 30_000

/** The way of requests through a proxy, and of their replies back. */
export class Passage {
  readonly counts: ProxyCounts = { exchanges: 0, judged: 0, breaches: 0, warnings: 0, failures: 0 }
  readonly #upstream: URL
  readonly #basePath: string
  readonly #options: Required<ProxyOptions>

  constructor(options: ProxyOptions) {
    this.#options = { fail: false, judge: judgeExchange, timeout: TIMEOUT_MS, ...options }
    this.#upstream = new URL(options.upstream)
    this.#basePath = this.#upstream.pathname.replace(/\/+$/, '')
  }

  /** Passes a request on and its reply back. Never rejects. */
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
    const lines = endToEnd(reply.rawHeaders)
    if (!this.#isBelowBase(request) || isEventStream(reply)) {
      await streamReply(reply, response, lines)
      return
    }
    const { bytes, isWhole } = await bodyStart(reply, MOST_BYTES)
    if (!isWhole) {
      await streamReply(reply, response, lines, bytes)
      return
    }
    const findings = await this.#judge(request, overheard(), reply, bytes)
    const breach = findings.find(({ severity }) => severity === 'error')
    if (breach && this.#options.fail) {
      const message = `The service broke its contract: ${findings.map(breachText).join('; ')}`
      sendError(response, 502, { code: 'contract_breach', message }, breachLines(findings))
      return
    }
    writeHead(reply, response, [...lines, ...breachLines(findings)])
    response.end(bytes)
  }

  async #judge(
    request: IncomingMessage,
    sent: Buffer | undefined,
    reply: IncomingMessage,
    bytes: Buffer,
  ): Promise<readonly Finding[]> {
    const body = await decodeBody(bytes, reply.headers['content-encoding'])
    if (sent === undefined || body === undefined) return []
    try {
      const findings = await this.#options.judge({
        method: request.method ?? '',
        path: (request.url ?? '').slice(this.#basePath.length),
        requestHeaders: joinedHeaders(request),
        requestBody: sent.length === 0 ? undefined : sent.toString(),
        status: reply.statusCode ?? 0,
        headers: joinedHeaders(reply),
        body,
      })
      this.counts.judged += 1
      return findings.map((finding) => this.#note(request, reply, finding))
    } catch (error) {
      // Traffic must flow, whatever ails the judge.
      this.#options.log(`${title(request)}: could not be judged: ${String(error)}`)
      return []
    }
  }

  /** Counts and logs a finding; returns it without the key that it may quote. */
  #note(request: IncomingMessage, { statusCode = 0 }: IncomingMessage, finding: Finding): Finding {
    const key = /^\S+\s+(\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    const message = key === undefined ? finding.message : finding.message.replaceAll(key, '{key}')
    const noted = { ...finding, message }
    if (finding.severity === 'error') this.counts.breaches += 1
    else this.counts.warnings += 1
    const kind = finding.severity === 'error' ? 'breach' : 'warning'
    this.#options.log(`${title(request)} ${statusCode}: ${kind}: ${breachText(noted)}`)
    return noted
  }

  #failed(request: IncomingMessage, response: ServerResponse, failure: UpstreamFailure): void {
    this.counts.failures += 1
    this.#options.log(`${title(request)}: ${failure.message}`)
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

/** Without the query, which may hold a key. */
function title({ method = '', url = '' }: IncomingMessage): string {
  return `${method} ${url.replace(/\?.*$/s, '')}`
}

function isEventStream({ headers }: IncomingMessage): boolean {
  return /^text\/event-stream\b/i.test(headers['content-type'] ?? '')
}
