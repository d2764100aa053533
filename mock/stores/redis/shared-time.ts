import { DRIFT } from '../../../spec/machine-time.ts'

/** A reply that is later by so many milliseconds comes from a clock that was set back. */
const MOST_LATE = 250

/**
 * The time of Redis, by the replies that carry it. All of them are late, some by a good deal on a busy machine: the one that
 * was least so is believed. Times in milliseconds.
 */
export class SharedTime {
  /** What is to be added to `performance.now()`. */
  #ahead = Date.now() - performance.now()
  /** When it was learned; before the first reply, the clock of this machine counts. */
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
