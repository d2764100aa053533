/** Requests that are looked at together: one alone may be slow by chance. */
const AT_ONCE = 10
const MINUTE = 60_000

/**
 * Slows the clock down where the machine is too slow for it: a client whose requests take long, by a fast clock, would
 * never meet the limit that it is to show. It notes how long each request has taken, in milliseconds of the world.
 */
export class Tempo {
  /** How many times as fast as outside the clock runs now. */
  speed: number
  readonly #change: (speed: number) => Promise<unknown>
  #recent: number[] = []

  constructor(speed: number, change: (speed: number) => Promise<unknown>) {
    this.speed = speed
    this.#change = change
  }

  /** Resolves when the clock runs slowly enough for requests of a pace: they may take three times as long as is between two. */
  async note(took: number, pace: number): Promise<void> {
    // Somebody has moved the clock meanwhile.
    if (took < 0 || took > MINUTE) return
    this.#recent.push(took / (pace * 3))
    if (this.#recent.length < AT_ONCE) return
    const mean = this.#recent.reduce((total, one) => total + one, 0) / AT_ONCE
    this.#recent = []
    const slower = Math.max(1, Math.floor(this.speed / mean))
    if (mean <= 1 || slower >= this.speed) return
    this.speed = slower
    await this.#change(slower)
  }
}
