import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { bodyStart } from '../../engine/decode-body.ts'
import { findingText, type Judge } from '../judge.ts'
import { BodyRoom, MOST_HELD, MOST_IN_ALL, overhear, type Overheard } from './bodies.ts'
import { isForPage, isPreflight, preflightLines, readableByPages } from './cors.ts'
import { endToEnd } from './headers.ts'
import {
  breachLines,
  titleOf,
  TrafficJudge,
  type FindingCounts,
  type ReportedFinding,
} from './judge-traffic.ts'
import { refuse } from './refuse.ts'
import { sendError, sendHead, sendInterim, streamReply } from './send.ts'
import { UnderWay, type Bounds, type Place } from './under-way.ts'
import { replyTo, sendUpstream, UpstreamFailure } from './upstream.ts'

export interface PassageOptions {
  /** The base address of the service. The proxy has the same paths below an origin of its own. */
  readonly upstream: string
  /** Whether a reply with a breach is withheld, and 502 answered in its place. */
  readonly fail: boolean
  /** Logs a line for every breach, for every exchange that was not judged, and for every failure of the upstream. */
  readonly log: (line: string) => void
  readonly judge: Judge
  /** Called with each finding that is logged. */
  readonly onFinding?: (reported: ReportedFinding) => void
  /** Milliseconds that the upstream may be silent, or leave a request without a reply. */
  readonly timeout: number
  /** The memory for buffered bodies that are to be judged, in bytes; 256 MB by default. */
  readonly memory?: number
  /** How many requests may be under way at once, and may wait. */
  readonly bounds?: Partial<Bounds>
}

/** The counts of a proxy so far. */
export interface ProxyCounts extends FindingCounts {
  exchanges: number
  /** Requests that the upstream did not answer. */
  failures: number
}

/** The way of requests through a proxy, and of their replies back. */
export class Passage {
  readonly counts: ProxyCounts = { exchanges: 0, judged: 0, breaches: 0, warnings: 0, failures: 0 }
  readonly #upstream: URL
  readonly #basePath: string
  readonly #options: PassageOptions
  readonly #judge: TrafficJudge
  readonly #room: BodyRoom
  readonly #underWay: UnderWay
  readonly #streams = new Map<ServerResponse, IncomingMessage>()

  constructor(options: PassageOptions) {
    this.#options = options
    this.#upstream = new URL(options.upstream)
    this.#basePath = this.#upstream.pathname.replace(/\/+$/, '')
    this.#judge = new TrafficJudge(
      { onFinding: () => undefined, ...options, basePath: this.#basePath },
      this.counts,
    )
    this.#room = new BodyRoom(options.memory ?? MOST_IN_ALL)
    this.#underWay = new UnderWay(options.bounds)
  }

  /** Passes a request on and its reply back, which any page may read. Never rejects. */
  async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.counts.exchanges += 1
    const refused = refuse(request, this.#upstream)
    if (refused) {
      this.#options.log(`${titleOf(request)}: refused: ${refused.message}`)
      sendError(response, refused)
      request.resume()
      return
    }
    const place = await this.#underWay.enter(request, response)
    if (place) await this.#passOn(request, response, place)
  }

  /** Whether a client's connection is not read for now. */
  isHeld(socket: Socket): boolean {
    return this.#underWay.isHeld(socket)
  }

  async #passOn(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
    const leaving = new AbortController()
    try {
      const overheard = this.#room.reserve(request, response) ? overhear(request) : undefined
      const sentAt = Date.now()
      const sent = sendUpstream(request, this.#upstream)
      sent.once('close', place.leaveService)
      response.once('close', () => {
        if (response.writableFinished) return
        // It is in error where the upstream broke off, and not where the client did; or its turn had not come.
        if (!response.errored || !response.socket) leaving.abort()
        sent.destroy()
      })
      const reply = await replyTo(sent, {
        timeout: this.#options.timeout,
        upstream: this.#upstream,
        onInterim: (interim) => {
          sendInterim(request, response, interim)
        },
      })
      // It may be open for hours, and its client has one connection for it.
      if (isEventStream(reply)) place.leaveService()
      await this.#passBack(request, overheard, reply, response, sentAt)
    } catch (error) {
      place.leaveService()
      if (leaving.signal.aborted) return
      this.#failed(request, response, UpstreamFailure.from(error, this.#upstream))
    }
  }

  /** Ends the event streams that are open, whose clients open them anew. */
  endStreams(): void {
    for (const [response, reply] of this.#streams) {
      this.#streams.delete(response)
      response.end()
      reply.destroy()
    }
  }

  async #passBack(
    request: IncomingMessage,
    overheard: Overheard | undefined,
    reply: IncomingMessage,
    response: ServerResponse,
    sentAt: number,
  ): Promise<void> {
    const { statusCode = 502, rawHeaders } = reply
    const isOpen = isForPage(request, reply)
    if (isPreflight(request) && !(isOpen && statusCode < 300)) {
      response.writeHead(204, preflightLines(request).flat()).end()
      reply.resume()
      return
    }
    const lines = isOpen ? endToEnd(rawHeaders) : readableByPages(endToEnd(rawHeaders))
    if (isEventStream(reply)) {
      await this.#passStream(reply, response, lines)
      return
    }
    if (!this.#isBelowBase(request)) {
      await streamReply(reply, response, lines)
      return
    }
    if (!overheard || !this.#room.reserve(reply, response)) {
      this.#judge.leave(request, reply, 'too many bodies are held at once')
      await streamReply(reply, response, lines)
      return
    }
    const { bytes, isWhole } = await bodyStart(reply, MOST_HELD)
    if (!isWhole) {
      this.#judge.leave(request, reply, 'its body has more than 1 MB')
      await streamReply(reply, response, lines, bytes)
      return
    }
    const at = { sent: sentAt, received: Date.now() }
    const findings = await this.#judge.findings(request, overheard(), reply, bytes, at)
    const breach = findings.find(({ severity }) => severity === 'error')
    if (breach && this.#options.fail) {
      const message = `The service broke its contract: ${findings.map(findingText).join('; ')}`
      sendError(response, { status: 502, code: 'contract_breach', message }, breachLines(findings))
      return
    }
    sendHead(reply, response, [...lines, ...breachLines(findings)])
    response.end(bytes)
  }

  async #passStream(...[reply, response, lines]: Parameters<typeof streamReply>): Promise<void> {
    this.#streams.set(response, reply)
    try {
      await streamReply(reply, response, lines)
    } catch (error) {
      // Where it stands there no more, it was ended on purpose.
      if (this.#streams.has(response)) throw error
    } finally {
      this.#streams.delete(response)
    }
  }

  #failed(request: IncomingMessage, response: ServerResponse, failure: UpstreamFailure): void {
    this.counts.failures += 1
    this.#options.log(`${titleOf(request)}: ${failure.message}`)
    if (response.headersSent) response.destroy()
    else {
      const code = failure.status === 504 ? 'upstream_timeout' : 'upstream_unreachable'
      sendError(response, { status: failure.status, code, message: failure.message })
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
