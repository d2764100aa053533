/** The mean of so many requests decides: a single one may be slow by chance. */
const AT_ONCE = 10
const MINUTE = 60_000

/**
 * Slows the clock down when the machine is too slow for it. On a clock that is too fast, requests last so long in world time
 * that a client never reaches its limit.
 */
export class Tempo {
  /** The current speed: world seconds per real second. */
  speed: number
  readonly #change: (speed: number) => Promise<unknown>
  #recent: number[] = []

  constructor(speed: number, change: (speed: number) => Promise<unknown>) {
    this.speed = speed
    this.#change = change
  }

  /**
   * Records how long a request lasted, in milliseconds of the world, and slows the clock down if requests last longer than
   * three times the pace. Resolves when the clock has its new speed.
   */
  async record(took: number, pace: number): Promise<void> {
    // Somebody has moved the clock during the request.
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
