/** The mean of so many requests decides: a single one may be slow by chance. */
const AT_ONCE = 10
const MINUTE = 60_000

/** The share of its pace that a request may last on average. At more, a client cannot keep up with its pace for long. */
const MOST_LOAD = 0.7
/** The share that a change of the speed aims at. */
const USUAL_LOAD = 0.5
/** The share of its speed that the clock keeps at least in each step down: a request that stalls for a second says little of the next. */
const LEAST_KEPT = 0.5
/** Below it, for so many means in a row, a clock that was slowed down runs faster again. */
const LITTLE_LOAD = 0.25
const CALM = 3

/** The part of a world's clock that a Tempo uses. Speeds are world seconds per real second. */
export interface Speedometer {
  readonly speed: () => number
  /** Resolves when the clock has its new speed. */
  readonly change: (speed: number) => Promise<unknown>
}

/**
 * Slows the clock down when the machine is too slow for it, and speeds it up again, at most to the wanted speed. On a clock that
 * is too fast, requests last so long in world time that a client never reaches its limit.
 */
export class Tempo {
  /** The lowest speed so far. */
  lowest: number
  readonly #wanted: number
  readonly #clock: Speedometer
  #recent: number[] = []
  #calm = 0
  #isChanging = false

  constructor(wanted: number, clock: Speedometer) {
    this.#wanted = wanted
    this.lowest = wanted
    this.#clock = clock
  }

  /**
   * Records how long a request lasted, in milliseconds of the world, at a pace of so many milliseconds a request. Resolves when
   * the clock has the speed that suits the last requests.
   */
  async record(took: number, pace: number): Promise<void> {
    // Somebody has moved the clock during the request.
    if (took < 0 || took > MINUTE) return
    // A request during a change lasted neither at the old speed nor at the new one.
    if (this.#isChanging) return
    this.#recent.push(took / pace)
    const load = this.#recent.reduce((total, one) => total + one, 0) / AT_ONCE
    // When a few requests already make the mean too high, the rest of the ten may last as long as the window that they should fill.
    if (this.#recent.length < AT_ONCE && load <= MOST_LOAD) return
    this.#recent = []
    this.#calm = load < LITTLE_LOAD ? this.#calm + 1 : 0
    const speed = this.#clock.speed()
    const next = this.#speedFor(load, speed)
    if (next === speed) return
    this.#calm = 0
    this.lowest = Math.min(this.lowest, next)
    this.#isChanging = true
    await this.#clock.change(next)
    this.#isChanging = false
  }

  #speedFor(load: number, speed: number): number {
    if (load > MOST_LOAD) return Math.max(1, Math.floor(speed * Math.max(LEAST_KEPT, USUAL_LOAD / load)))
    return this.#calm >= CALM && speed < this.#wanted ? Math.min(this.#wanted, speed * 2) : speed
  }
}
