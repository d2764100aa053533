import { Agent } from 'node:http'
import type { Fetch, FetchReply } from '../../client/operation.ts'
import { seededRandom } from '../../core/settings/random.ts'
import { exchange } from '../../http/testing/client.ts'
import type { ScenarioPorts } from '../scenario.ts'

/** Virtual time: it stops while a request is pending, and jumps to the next timer when none is. */
export class VirtualTime {
  #now = 0
  #pending = 0
  #isLeaping = false
  /** The URLs of all requests. */
  readonly fetched: string[] = []
  readonly #latency: () => number
  readonly #agent: Agent | undefined
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>()

  /**
   * `latency`: how many milliseconds a request takes; none by default. `connections`: how many requests are on their way at once;
   * any number by default.
   */
  constructor(latency = (): number => 0, connections?: number) {
    this.#latency = latency
    this.#agent =
      connections === undefined ? undefined : new Agent({ keepAlive: true, maxSockets: connections })
  }

  readonly now = (): number => this.#now

  readonly random = seededRandom(1)

  readonly after: ScenarioPorts['after'] = (milliseconds, run) => {
    const timer = { at: this.#now + milliseconds, run }
    this.#timers.add(timer)
    this.#leapSoon()
    return () => {
      this.#timers.delete(timer)
    }
  }

  /** Sends a request. Time stops until the whole reply is received. */
  readonly fetch: Fetch = async (url, init) => {
    this.#pending += 1
    this.fetched.push(url)
    try {
      const { status, headers, text } = await exchange(init.method, url, {
        ...init,
        ...(this.#agent && { agent: this.#agent }),
      })
      return { status, headers, text: () => Promise.resolve(text) } satisfies FetchReply
    } finally {
      this.#pending -= 1
      this.#leapSoon()
      const latency = this.#latency()
      if (latency > 0) await new Promise<void>((resolve) => this.after(latency, resolve))
    }
  }

  /** Jumps after everything that can run without time passing has run. */
  #leapSoon(): void {
    if (this.#isLeaping) return
    this.#isLeaping = true
    setImmediate(() => {
      this.#isLeaping = false
      if (this.#pending === 0) this.#leap()
    })
  }

  #leap(): void {
    if (this.#timers.size === 0) return
    this.#now = Math.max(this.#now, Math.min(...Array.from(this.#timers, ({ at }) => at)))
    // All that are due, so that what is sent at the same time is on its way together.
    const due = [...this.#timers].filter(({ at }) => at <= this.#now)
    for (const timer of due) {
      if (this.#timers.delete(timer)) timer.run()
    }
    this.#leapSoon()
  }
}
