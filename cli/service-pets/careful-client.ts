import type { Clock } from '../../contract-tests/engine/service-time.ts'
import type { Reply, Transport } from '../../contract-tests/engine/transport.ts'
import { rateLimitOf, retryAfterOf } from '../../contract-tests/history/headers.ts'

/** Thrown where no further request may be sent. The message says why, as the end of a sentence. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

export interface CarefulSettings {
  readonly baseUrl: string
  readonly key: string
  /** Seconds to wait in all. */
  readonly maxWait: number
}

// No window is longer than a day: a Reset that lies further ahead is no time.
const LONGEST_WINDOW_MS = 2 * 86_400_000

// A window that is over has admitted nothing: clocks may differ.
const LEAST_PAUSE_MS = 1000

const NEVER = Number.POSITIVE_INFINITY

/**
 * Reads from a service, one request after the other, within the quota that its replies report: it waits for the end of a
 * spent window, and after a 429 as long as the service says, but in all no longer than it may.
 */
export class CarefulClient {
  /** How many requests were sent. */
  requests = 0
  /** How long it waited, in milliseconds. */
  waited = 0
  readonly #settings: CarefulSettings
  readonly #transport: Transport
  readonly #clock: Clock
  /** When the next request may be sent, by the clock here. */
  #next = 0

  constructor(settings: CarefulSettings, transport: Transport, clock: Clock) {
    this.#settings = settings
    this.#transport = transport
    this.#clock = clock
  }

  /** The reply to a GET below the base address, never a 429. Rejects with Stopped, or with Unreachable. */
  async get(path: string): Promise<Reply> {
    const first = await this.#send(path)
    if (first.status !== 429) return first
    const again = await this.#send(path)
    // Another one may be a strike: several of them ban the key.
    if (again.status === 429) throw new Stopped('it answers 429 twice in a row')
    return again
  }

  async #send(path: string): Promise<Reply> {
    const { baseUrl, key } = this.#settings
    await this.#wait()
    const headers = { Authorization: `Bearer ${key}` }
    const reply = await this.#transport({ method: 'GET', url: baseUrl + path, headers, body: undefined })
    this.requests += reply.tries ?? 1
    this.#next = nextAllowed(reply, this.#clock.now())
    return reply
  }

  async #wait(): Promise<void> {
    const wait = this.#next - this.#clock.now()
    if (wait <= 0) return
    if (wait === NEVER)
      throw new Stopped('its quota is spent, and it does not say when it admits the next request')
    const left = this.#settings.maxWait * 1000 - this.waited
    if (wait > left) {
      const [needed, allowed] = [Math.ceil(wait / 1000), Math.floor(left / 1000)]
      throw new Stopped(`it admits the next request in ${needed} s, and --max-wait leaves ${allowed} s`)
    }
    this.waited += wait
    await this.#clock.sleep(wait, { until: 'the quota of the key is renewed' })
  }
}

/** When the next request may be sent after a reply; never, where its quota is spent and it names no time. */
function nextAllowed(reply: Reply, received: number): number {
  const { remaining, reset } = rateLimitOf(reply)
  const isRefused = reply.status === 429
  const wait = isRefused ? retryAfterOf({ ...reply, received }) : undefined
  const isSpent = remaining < 1 || (isRefused && wait === undefined)
  const times = [
    ...(wait === undefined ? [] : [received + wait]),
    ...(isSpent ? resetTime(reset, reply, received) : []),
  ]
  if (times.length === 0) return isSpent ? NEVER : 0
  return Math.max(received + (isRefused ? LEAST_PAUSE_MS : 0), ...times)
}

/** When a window ends, by the clock here; none where Reset names no time. */
function resetTime(reset: number, { headers }: Reply, received: number): readonly number[] {
  // By the service's own Date, so that a wrong clock does not matter. It has no milliseconds: the wait is never too short.
  const sent = Date.parse(headers['date'] ?? '')
  const wait = reset * 1000 - (Number.isNaN(sent) ? received : sent)
  return wait < LONGEST_WINDOW_MS ? [received + Math.max(0, wait)] : []
}
