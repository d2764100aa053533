import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { machineTime } from '../../../spec/machine-time.ts'
import type { Pieces } from '../../../spec/pieces.ts'
import { bodyStart } from '../../engine/decode-body.ts'
import { findingText, type Judge } from '../judge.ts'
import { BodyRoom, MOST_HELD, MOST_IN_ALL, overhear, type Overheard } from './bodies.ts'
import { openGate, wholePassing, type Failure, type Gate, type Left, type Passing } from './gate.ts'
import { isForPage, isPreflight, preflightLines, readableByPages } from './cors.ts'
import { passedBack, type HeaderLine } from './headers.ts'
import { FindingKinds } from './finding-kinds.ts'
import { findingLines } from './finding-lines.ts'
import { titleOf, TrafficJudge, type FindingCounts, type ReportedFinding } from './judge-traffic.ts'
import { putTogether } from '../../engine/put-together.ts'
import { RecentKeys } from './recent-keys.ts'
import { refuse } from './refuse.ts'
import { errorReply, sendError, sendHead, sendInterim, streamReply } from './send.ts'
import { UnderWay, type Bounds, type Place } from './under-way.ts'
import { replyTo, sendUpstream, UpstreamFailure } from './upstream.ts'

export interface PassageOptions {
  /** The base address of the service. The proxy has the same paths below an origin of its own. */
  readonly upstream: string
  /** Whether a reply with a breach is withheld, and 502 answered in its place. */
  readonly fail: boolean
  /** Logs a line for a breach, unless there were many of its kind, for every exchange that was not judged (outside the base path only the first), and for every failure of the upstream. */
  readonly log: (line: string) => void
  readonly judge: Judge
  /** Stands before the service; by default, all requests are forwarded. */
  readonly gate?: Gate | undefined
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
  /** Requests that the proxy answered itself: its gate did not forward them. */
  own: number
}

/** How many requests are none of the other counts: unjudged for a reason of their own, refused, left by their client, or under way. */
export function othersOf({ exchanges, judged, failures, own }: Readonly<ProxyCounts>): number {
  return exchanges - judged - failures - own
}

/** A request with the pieces of its body so far. */
interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly pieces: Pieces
}

/** A request whose reply has begun. */
interface Answered {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly reply: IncomingMessage
  /** Aborts if the client leaves before the end of its reply. */
  readonly left: AbortSignal
}

/** The way of requests through a proxy, and of their replies back. */
export class Passage {
  readonly counts: ProxyCounts = { exchanges: 0, judged: 0, breaches: 0, warnings: 0, failures: 0, own: 0 }
  readonly #upstream: URL
  readonly #basePath: string
  readonly #options: PassageOptions
  readonly kinds = new FindingKinds()
  readonly #keys = new RecentKeys()
  readonly #judge: TrafficJudge
  readonly #room: BodyRoom
  readonly #underWay: UnderWay
  readonly #gate: Gate
  readonly #streams = new Map<ServerResponse, IncomingMessage>()
  #hasHinted = false

  constructor(options: PassageOptions) {
    this.#options = options
    this.#upstream = new URL(options.upstream)
    this.#basePath = this.#upstream.pathname.replace(/\/+$/, '')
    this.#judge = new TrafficJudge(
      {
        onFinding: () => undefined,
        ...options,
        keys: this.#keys,
        kinds: this.kinds,
        basePath: this.#basePath,
      },
      this.counts,
    )
    this.#room = new BodyRoom(options.memory ?? MOST_IN_ALL)
    this.#underWay = new UnderWay(options.bounds)
    this.#gate = options.gate ?? openGate
  }

  /** Passes a request on and its reply back, which any page may read. Never rejects. */
  async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.counts.exchanges += 1
    const pieces = putTogether(request)
    this.#keys.see(request)
    const refused = refuse(request, this.#upstream)
    if (refused) {
      this.#log(request, `refused: ${refused.message}`)
      sendError(response, refused)
      request.resume()
      return
    }
    const place = await this.#underWay.enter(request, response)
    if (!place) return
    const answered = Promise.withResolvers<undefined>()
    const forward = () => this.#forward({ request, response, pieces }, place, answered.promise)
    if ((await this.#gate.answer(request, response, forward)) === 'gate') {
      this.counts.own += 1
      place.leaveService()
    }
    answered.resolve(undefined)
  }

  /** Whether a client's connection is not read for now. */
  isHeld(socket: Socket): boolean {
    return this.#underWay.isHeld(socket)
  }

  async #forward(
    { request, response, pieces }: Asked,
    place: Place,
    answered: Promise<unknown>,
  ): Promise<Passing | Failure | Left> {
    const leaving = new AbortController()
    const { signal } = leaving
    try {
      const overheard = this.#room.reserve(request, response) ? overhear(request) : undefined
      const sentAt = machineTime()
      const sent = sendUpstream(request, this.#upstream)
      // A gate may hold replies back for a while. They are as many as the bound allows, too.
      const held = this.#options.gate ? answered : undefined
      sent.once('close', held ? () => void held.then(place.leaveService) : place.leaveService)
      response.once('close', () => {
        if (response.writableFinished) return
        // It is in error where the upstream broke off, and not where the client did; or its turn had not come.
        if (!response.errored || !response.socket) leaving.abort()
        sent.destroy()
      })
      request.on('data', () => {
        if (pieces.isShredded) sent.destroy()
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
      return await this.#passing({ request, response, reply, left: signal }, overheard, sentAt)
    } catch (error) {
      place.leaveService()
      if (signal.aborted) return { kind: 'left' }
      if (pieces.isShredded) return this.#tooShredded(request)
      return this.#failed(request, UpstreamFailure.from(error, this.#upstream))
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

  /** The reply of the service, judged where that is possible. */
  async #passing(answered: Answered, overheard: Overheard | undefined, sentAt: number): Promise<Passing> {
    const { request, response, reply } = answered
    const { statusCode = 502, rawHeaders } = reply
    const isOpen = isForPage(request, reply)
    if (isPreflight(request) && !(isOpen && statusCode < 300)) {
      reply.resume()
      const sentence = `the proxy lets any page send ${request.headers['access-control-request-method']}`
      return wholePassing(response, { status: 204, lines: preflightLines(request), sentence })
    }
    const lines = isOpen ? passedBack(rawHeaders) : readableByPages(passedBack(rawHeaders))
    const stream = (start?: Buffer): Passing => this.#streamed(answered, lines, start)
    if (!this.#isBelowBase(request)) {
      this.#hintAtBase(request, reply)
      return stream()
    }
    if (isEventStream(reply)) return stream()
    if (!overheard || !this.#room.reserve(reply, response)) {
      this.#judge.leave(request, reply, 'too many bodies are held at once')
      return stream()
    }
    const { bytes, isWhole } = await bodyStart(reply, MOST_HELD)
    if (!isWhole) {
      this.#judge.leave(request, reply, 'its body has more than 1 MB')
      return stream(bytes)
    }
    const at = { sent: sentAt, received: machineTime() }
    const { findings, text } = await this.#judge.judged(request, overheard(), reply, bytes, at)
    const breach = findings.find(({ severity }) => severity === 'error')
    const whole = { sentence: this.#sentence(reply), text, requestBody: overheard() }
    if (breach && this.#options.fail) {
      const broken = findings.filter(({ severity }) => severity === 'error')
      const message = `The service broke its contract: ${broken.map(findingText).join('; ')}`
      const withheld = errorReply({ status: 502, code: 'contract_breach', message }, findingLines(findings))
      return wholePassing(response, { ...whole, ...withheld, text: withheld.body.toString() })
    }
    return wholePassing(response, {
      ...whole,
      status: statusCode,
      statusMessage: reply.statusMessage,
      lines: [...lines, ...findingLines(findings)],
      body: bytes,
    })
  }

  /** A reply that passes as it comes, after the part that was read already. */
  #streamed(
    { request, response, reply, left }: Answered,
    lines: readonly HeaderLine[],
    start?: Buffer,
  ): Passing {
    return {
      kind: 'passing',
      status: reply.statusCode ?? 502,
      lines,
      sentence: this.#sentence(reply),
      body: undefined,
      text: undefined,
      requestBody: undefined,
      sendHead: (lines) => {
        sendHead(reply, response, lines)
      },
      send: async (lines) => {
        try {
          if (isEventStream(reply)) await this.#passStream(reply, response, lines)
          else await streamReply(reply, response, lines, start)
        } catch (error) {
          if (left.aborted) return
          this.#failed(request, UpstreamFailure.from(error, this.#upstream))
          response.destroy()
        }
      },
    }
  }

  #sentence({ statusCode = 502 }: IncomingMessage): string {
    return `${statusCode} from ${this.#upstream.origin}`
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

  #failed(request: IncomingMessage, { status, message }: UpstreamFailure): Failure {
    this.counts.failures += 1
    this.#log(request, message)
    request.resume()
    const code = status === 504 ? 'upstream_timeout' : 'upstream_unreachable'
    return { kind: 'failure', status, code, message }
  }

  #tooShredded(request: IncomingMessage): Failure {
    const message = 'The body comes in thousands of tiny pieces'
    this.#log(request, `refused: ${message}`)
    return { kind: 'failure', status: 413, code: 'body_too_large', message }
  }

  #log(request: IncomingMessage, what: string): void {
    const [title, shown] = [titleOf(request), what].map((text) => this.#keys.cut(request, text))
    this.#options.log(`${title}: ${shown}`)
  }

  /** Logs once that requests outside the base path are not judged: a front end that sends all of them there finds no breach. */
  #hintAtBase(request: IncomingMessage, reply: IncomingMessage): void {
    if (this.#hasHinted) return
    this.#hasHinted = true
    const { host } = request.headers
    const base = `${host === undefined ? '' : `http://${host}`}${this.#basePath}`
    const why = `it is outside ${base}, which is the address for the front end. Others outside it are not logged`
    this.#judge.leave(request, reply, why)
  }

  #isBelowBase({ url = '' }: IncomingMessage): boolean {
    return url.startsWith(`${this.#basePath}/`)
  }
}

function isEventStream({ headers }: IncomingMessage): boolean {
  return /^text\/event-stream\b/i.test(headers['content-type'] ?? '')
}
