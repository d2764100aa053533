import type { Fetch, FetchReply } from '../../client/operation.ts'
import { exchange } from '../../http/testing/client.ts'
import type { ScenarioPorts } from '../scenario.ts'

/** Time that stands still while a request is under way, and leaps to the next timer when none is. */
export class VirtualTime {
  #now = 0
  #underWay = 0
  #isLeaping = false
  /** The addresses that were fetched. */
  readonly fetched: string[] = []
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>()

  readonly now = (): number => this.#now

  readonly after: ScenarioPorts['after'] = (milliseconds, run) => {
    const timer = { at: this.#now + milliseconds, run }
    this.#timers.add(timer)
    this.#leapSoon()
    return () => {
      this.#timers.delete(timer)
    }
  }

  /** Sends a request, during which time stands still; the reply is there whole. */
  readonly fetch: Fetch = async (url, init) => {
    this.#underWay += 1
    this.fetched.push(url)
    try {
      const { status, headers, text } = await exchange(init.method, url, init)
      return { status, headers, text: () => Promise.resolve(text) } satisfies FetchReply
    } finally {
      this.#underWay -= 1
      this.#leapSoon()
    }
  }

  /** After everything that can run without time passing. */
  #leapSoon(): void {
    if (this.#isLeaping) return
    this.#isLeaping = true
    setImmediate(() => {
      this.#isLeaping = false
      if (this.#underWay === 0) this.#leap()
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
