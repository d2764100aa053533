import { rateLimitOf, retryAfterOf } from '../history/headers.ts'
import { isRefusal } from '../history/history.ts'
import { LONGEST_WINDOW_MS } from '../history/waits.ts'
import type { Caller, Exchange } from './exchange.ts'
import { CLOCK_TOLERANCE_MS } from './service-time.ts'

const MOMENT_MS = 1000

/** The window of a caller by its last reply, and the number of requests that the caller has sent in it. */
interface CallerWindow {
  readonly limit: number
  readonly remaining: number
  readonly until: number
  /** Whether a new quota follows on its end: not where that is long past, and so no time, nor surely after a refusal, as by a ban. */
  readonly isRenewed: boolean
  /** Whether Remaining has fallen since the window began. */
  readonly falls: boolean
  readonly sent: number
}

/** How many requests each caller may send, and from when on, by what the service has said of it. */
export class Allowances {
  readonly #windows = new Map<Caller, CallerWindow>()
  readonly #spentUntil = new Map<Caller, number>()

  /**
   * How many requests a caller can send without waiting, by the last reply; no more than its limit, where Remaining does
   * not fall, and its limit once its window has ended. A key without such a reply has none. Requests without a key are not limited.
   */
  leftOf(caller: Caller, now: number): number {
    const window = this.#windows.get(caller)
    if (window === undefined) return caller === 'nobody' ? Number.POSITIVE_INFINITY : 0
    const { limit, remaining, falls, sent, until, isRenewed } = window
    if (now >= until && caller === 'nobody') return Number.POSITIVE_INFINITY
    if (now >= until) return isRenewed && limit > 0 ? limit : 0
    return falls || caller === 'nobody' || Number.isNaN(limit) ? remaining : Math.min(remaining, limit - sent)
  }

  /** What the last reply to a caller said is left, if only in a window that has ended; without a key nothing is counted. */
  lastLeftOf(caller: Caller): number {
    const unasked = caller === 'nobody' ? Number.POSITIVE_INFINITY : 0
    return this.#windows.get(caller)?.remaining ?? unasked
  }

  /** How many requests a caller has in a window, by the last reply; without limit where none has said so. */
  limitOf(caller: Caller): number {
    const { limit = Number.NaN } = this.#windows.get(caller) ?? {}
    return limit > 0 ? limit : Number.POSITIVE_INFINITY
  }

  /** The instant from which on a caller may send again, in Unix milliseconds; 0 where it need not wait. */
  spentUntil(caller: Caller): number {
    return this.#spentUntil.get(caller) ?? 0
  }

  /** Takes in what a reply says. */
  learn(exchange: Exchange): void {
    const { limit, remaining, reset } = rateLimitOf(exchange)
    const { caller, base } = exchange.probe
    // A 401 to a caller without a key may have a limit of 0, or Remaining 0, and still be no refusal by the meter.
    const hasWindow = caller !== 'nobody' || limit > 0
    if (base === undefined && hasWindow && !Number.isNaN(remaining)) {
      const [until, last] = [reset * 1000, this.#windows.get(caller)]
      const before = last?.until === until ? last : undefined
      const falls = before !== undefined && (before.falls || remaining < before.remaining)
      const isRenewed = until > exchange.received - CLOCK_TOLERANCE_MS && !isRefusal(exchange)
      this.#windows.set(caller, { remaining, until, isRenewed, limit, falls, sent: (before?.sent ?? 0) + 1 })
    }
    const isRefused = exchange.status === 429
    const wait = isRefused ? retryAfterOf(exchange) : undefined
    const isSpent = (remaining <= 0 && caller !== 'nobody') || (isRefused && wait === undefined)
    const isTime = isSpent && reset * 1000 - exchange.received < LONGEST_WINDOW_MS
    // What is over when it comes is so by a clock that may be behind; whoever asks again at once may be banned.
    const waited = wait !== undefined && wait < MOMENT_MS ? CLOCK_TOLERANCE_MS : wait
    const until = Math.max(isTime ? reset * 1000 : 0, waited === undefined ? 0 : exchange.received + waited)
    if (until > 0) this.#spentUntil.set(caller, until)
  }
}
