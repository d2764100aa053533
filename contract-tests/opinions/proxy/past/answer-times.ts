import { countUpTo } from '../../../history/history.ts'
import { ROUNDED_MS } from '../../../history/recorder.ts'

/** How many of the last replies may have been on their way when a request was sent. */
const MOST = 10_000

/** Numbers the replies that pass, and says which of them were answered before another request was sent. */
export class AnswerTimes {
  /** For each of the last replies, the latest instant up to it: a clock may be put back. */
  #latest: number[] = []
  #last = 0

  /** The number of a reply that arrived at an instant, in Unix milliseconds; they count up from 1. */
  add(received: number): number {
    this.#latest.push(Math.max(received, this.#latest.at(-1) ?? received))
    if (this.#latest.length > 2 * MOST) this.#latest = this.#latest.slice(-MOST)
    return (this.#last += 1)
  }

  /** The last reply before which, and with which, all had surely arrived at an instant; 0 where there is none. */
  before(instant: number): number {
    // Two instants of one millisecond may be in either order.
    const answered = countUpTo(this.#latest, instant - ROUNDED_MS - 1)
    return answered === 0 ? 0 : this.#last - this.#latest.length + answered
  }
}
