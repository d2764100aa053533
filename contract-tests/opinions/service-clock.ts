import { machineClock, realTime } from '../engine/service-time.ts'
import { rateLimitOf } from '../history/headers.ts'
import { remembering } from '../history/history.ts'
import type { ObservedExchange } from './judge.ts'

/** When an exchange was sent and answered by the clock of its service, in Unix milliseconds. */
export interface ServiceTimes {
  readonly sent: number
  readonly received: number
  /** Exchanges of different eras say nothing of the time between them: the clock was moved, or was not known before. */
  readonly era: number
}

/** The clock of a service whose replies pass: read from them as a run of the suite reads it. It may be moved at any time. */
export class ServiceClock {
  #now = 0
  readonly #time = realTime(0, { ...machineClock, now: () => this.#now })
  #era = 0
  /** Between which numbers of milliseconds Date is ahead, as the replies of the era show. */
  #ahead: readonly [least: number, most: number] = ANY

  /**
   * The times of an exchange, which is taken to pass now where it does not say when it did. The clock is read from it once: when it
   * is asked for again, others have passed, beside which this one would look like a move of the clock.
   */
  readonly timesOf = remembering((observed: Pick<ObservedExchange, 'headers' | 'at'>) => this.#read(observed))

  #read({ headers, at }: Pick<ObservedExchange, 'headers' | 'at'>): ServiceTimes {
    const now = machineClock.now()
    const { sent, received } = at ?? { sent: now, received: now }
    const before = this.#time.ahead
    this.#now = received
    this.#time.observe({ asked: sent, date: headers['date'], reset: rateLimitOf({ headers }).reset })
    if (this.#isDateMoved(headers['date'], sent, received) || this.#time.ahead !== before) this.#era += 1
    return { sent: sent + this.#time.ahead, received: received + this.#time.ahead, era: this.#era }
  }

  /** Whether the Date of a reply shows another clock than those before it. */
  #isDateMoved(date: string | undefined, sent: number, received: number): boolean {
    const dated = Date.parse(date ?? '')
    if (Number.isNaN(dated)) return false
    // It was written at any time between, and has no fraction of a second.
    const [least, most] = [dated - received, dated + 1000 - sent]
    const isMoved = least > this.#ahead[1] + SAME_CLOCK_MS || most < this.#ahead[0] - SAME_CLOCK_MS
    this.#ahead = isMoved ? [least, most] : [Math.max(least, this.#ahead[0]), Math.min(most, this.#ahead[1])]
    return isMoved
  }
}

// A server may write a Date that it made a moment ago.
const SAME_CLOCK_MS = 1000

const ANY = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const
