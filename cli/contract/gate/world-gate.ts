import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KeyCutter } from '../../../contract-tests/engine/cut-keys.ts'
import type { Failure, Gate, Left, Passing } from '../../../contract-tests/opinions/proxy/gate.ts'
import { toLines, type HeaderLine } from '../../../contract-tests/opinions/proxy/headers.ts'
import { titleOf } from '../../../contract-tests/opinions/proxy/judge-traffic.ts'
import { RecentKeys } from '../../../contract-tests/opinions/proxy/recent-keys.ts'
import { faultSentence } from '../../../mock/core/faults/faults.ts'
import type { Refusal } from '../../../mock/core/message/outcome.ts'
import type { Request } from '../../../mock/core/message/request.ts'
import { presentedToken } from '../../../mock/core/request/authenticate.ts'
import type { Reply } from '../../../mock/core/request/reply.ts'
import type { ServiceBehind } from '../../../mock/core/request/service-behind.ts'
import type { World } from '../../../mock/core/world/world.ts'
import { deliver, type ReplyWriter, type Sleep } from '../../../mock/edge/deliver.ts'
import { BrowserQueue } from '../../../mock/http/browser-queue.ts'
import { noteArrival, watchDelivery } from '../../../mock/http/deliveries.ts'
import { sendReply } from '../../../mock/http/send-reply.ts'
import type { UnreadReplies } from '../../../mock/http/unread-replies.ts'
import { forwarded } from './forwarded.ts'
import { redactedExchange } from './redacted-exchange.ts'
import { changedHere, madeHere, whyOf } from './proxy-status.ts'

/** What a gate needs. */
export interface WorldGateOptions {
  /** The limits and faults. */
  readonly world: Pick<World, 'answer'>
  /** The path of the base address of the service. */
  readonly basePath: string
  /** The plan of each key, and what is held back. */
  readonly rules: Pick<ServiceBehind, 'plan' | 'refuse'>
  /** Names a key for the world, which never learns the key itself. */
  readonly nameKey: (key: string) => string
  readonly log: (line: string) => void
  readonly unread: UnreadReplies
  readonly sleep: Sleep
}

type Forward = Parameters<Gate['answer']>[2]

/** What `forward` has resolved with, once it has. */
interface Asked {
  reply: Awaited<ReturnType<Forward>> | undefined
}

/** Lets a world of the mock answer in place of a service, wherever it would refuse or break a request. */
export class WorldGate implements Gate {
  readonly #options: WorldGateOptions
  readonly #keys: RecentKeys
  readonly #browsers = new BrowserQueue()

  constructor(options: WorldGateOptions) {
    this.#options = options
    this.#keys = new RecentKeys(options.nameKey)
  }

  async answer(...exchange: Parameters<Gate['answer']>): ReturnType<Gate['answer']> {
    const asked: Asked = { reply: undefined }
    try {
      await this.#answer(exchange, asked)
    } catch (error) {
      const [request, response] = exchange
      this.#options.log(
        `${this.#keys.cut(request, titleOf(request))}: a mistake of the proxy itself: ${String(error)}`,
      )
      response.destroy()
    }
    return asked.reply ? 'service' : 'gate'
  }

  async #answer([request, response, forward]: Parameters<Gate['answer']>, asked: Asked): Promise<void> {
    const { world, rules, nameKey } = this.#options
    const key = presentedToken(request)
    const name = key === undefined ? undefined : nameKey(key)
    const redact: KeyCutter = (text) => this.#keys.cut(request, text)
    const recorded: ServiceBehind['recorded'] = (exchange) => redactedExchange(exchange, redact)
    const ask: ServiceBehind['ask'] = async (fault) => {
      const reply = (asked.reply = await forward())
      return reply.kind === 'passing' ? forwarded(reply, fault, redact) : notForwarded(reply, redact)
    }
    this.#keys.see(request)
    const reply = await world.answer(this.#arrived(request, response, name), { ...rules, ask, recorded })
    const { reply: passing } = asked
    if (passing?.kind === 'left') return
    const log = (what: string): void => {
      const who = name === undefined ? '' : ` (${name})`
      this.#options.log(`${redact(titleOf(request))} ${reply.status}${who}: ${what}`)
    }
    if (passing?.kind === 'passing') {
      if (reply.fault) log(faultSentence(reply.fault))
      await this.#passBack(request, response, passing, reply)
      return
    }
    // Why the service did not answer is logged already.
    if (!passing) log(`answered by the proxy: ${whyOf(reply.reason)}`)
    await this.#reply(request, response, reply)
  }

  /** The request with the name of its key in place of the key. */
  #arrived(request: IncomingMessage, response: ServerResponse, name: string | undefined): Request {
    const { socket, method = '', url = '', headers } = request
    noteArrival(request, response)
    const arrivedAt = performance.now()
    return {
      ...split(url, this.#options.basePath),
      method,
      mount: '',
      headers: name === undefined ? headers : { ...headers, authorization: `Bearer ${name}` },
      address: socket.remoteAddress ?? '',
      arrivedAt,
      askedAt: this.#browsers.askedAt(request, arrivedAt),
      // The service behind reads it.
      readBody: () => Promise.resolve({ kind: 'aborted' }),
    }
  }

  /** Sends a reply of the proxy's own. */
  async #reply(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
    const { unread, sleep } = this.#options
    const headers = [...reply.headers, ...madeHere(reply.status, reply.reason).flat()]
    if (reply.delivery) watchDelivery(request.socket, response, reply.delivery)
    await sendReply(request, response, { ...reply, headers }, { unread, sleep })
  }

  /** Sends the reply of the service, with the limits and the fault of the world. */
  async #passBack(
    request: IncomingMessage,
    response: ServerResponse,
    passing: Passing,
    { headers, fault, body }: Reply,
  ): Promise<void> {
    const { unread, sleep } = this.#options
    const lines = [...toLines(headers), ...EXPOSED]
    if (!fault) {
      await passing.send(lines)
      return
    }
    lines.push(...changedHere(faultSentence(fault)))
    const isPage = fault.effect?.kind === 'not-json'
    const bytes = isPage ? Buffer.from(body) : passing.body
    const gone = unread.gone(request.socket)
    if (bytes) {
      if (isPage) lines.push(['Content-Length', String(bytes.length)])
      await deliver({ fault, body: bytes }, writerTo(response, passing, lines, gone), sleep)
      return
    }
    await sleep(fault.delay, gone)
    if (gone.aborted) return
    if (fault.effect?.kind === 'cut') response.destroy()
    else await passing.send(lines)
  }
}

// The names that a service behind need not have exposed itself.
const EXPOSED: readonly HeaderLine[] = [
  ['Access-Control-Expose-Headers', 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'],
]

function split(url: string, basePath: string): Pick<Request, 'base' | 'path' | 'query'> {
  const end = url.indexOf('?')
  const whole = end === -1 ? url : url.slice(0, end)
  const query = end === -1 ? '' : url.slice(end + 1)
  const isBelow = whole === basePath || whole.startsWith(`${basePath}/`)
  return isBelow
    ? { base: basePath, path: whole.slice(basePath.length), query }
    : { base: '', path: whole, query }
}

/** The status of a request whose client did not wait, as nginx logs it. */
const CLIENT_LEFT = {
  status: 499,
  code: 'client_left',
  message: 'the client left before the service had answered',
}

function notForwarded(reply: Failure | Left, redact: KeyCutter): Refusal {
  const { status, code, message } = reply.kind === 'left' ? CLIENT_LEFT : reply
  return { status, code, message, reason: { step: 'forward', sentence: redact(message) } }
}

function writerTo(
  response: ServerResponse,
  passing: Passing,
  lines: readonly HeaderLine[],
  gone: AbortSignal,
): ReplyWriter {
  return {
    gone,
    head: () => {
      passing.sendHead(lines)
    },
    write: (part, then) => response.write(part, then),
    end: () => response.end(),
    cut: () => response.destroy(),
  }
}
