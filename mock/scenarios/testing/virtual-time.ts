import type { Fetch, FetchReply } from '../../client/operation.ts'
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
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>()

  /** `latency`: how many milliseconds a request takes; none by default. */
  constructor(latency = (): number => 0) {
    this.#latency = latency
  }

  readonly now = (): number => this.#now

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
      const { status, headers, text } = await exchange(init.method, url, init)
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
    const next = [...this.#timers].sort((one, other) => one.at - other.at)[0]
    if (!next) return
    this.#timers.delete(next)
    this.#now = Math.max(this.#now, next.at)
    next.run()
    this.#leapSoon()
  }
}
