/** What clocks that are kept right may lose on one another, as a share of the time (NTP slews by 0.0005). */
const DRIFT = 0.001

/** A reply that is later than that, in milliseconds, is of a clock that was set back. */
const MOST_LATE = 250

/**
 * The time of Redis, by the replies that tell it. All of them are late, and some by a good deal on a busy machine: the one that
 * was least so is believed. Times in milliseconds.
 */
export class SharedTime {
  /** What is to be added to `performance.now()`. */
  #ahead = Date.now() - performance.now()
  /** When it was learnt; before any reply, the clock here is taken for the same. */
  #learntAt: number | undefined

  get ahead(): number {
    return this.#ahead
  }

  /** The Unix time, whole. */
  now(at = performance.now()): number {
    return Math.floor(at + this.#ahead)
  }

  learn(time: number, at = performance.now()): void {
    const ahead = time - at
    const believed = this.#ahead - (at - (this.#learntAt ?? at)) * DRIFT
    const isFirst = this.#learntAt === undefined || believed - ahead > MOST_LATE
    this.#ahead = isFirst ? ahead : Math.max(ahead, believed)
    this.#learntAt = at
  }
}
