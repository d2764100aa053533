/** The mean of so many requests at least decides: a single one may be slow by chance. */
const AT_ONCE = 10

/** The share of its pace that a request may last on average. At more, a client cannot keep up with its pace for long. */
const MOST_LOAD = 0.7
/** The share that a change of the speed aims at. */
const USUAL_LOAD = 0.5
/** The share of its speed that the clock keeps at least in each step down: a request that stalls for a second says little of the next. */
const LEAST_KEPT = 0.5
/** The most times its speed that the clock gets in each step up. */
const MOST_FASTER = 2
/** Below it, a clock that was slowed down runs faster again. */
const LITTLE_LOAD = 0.35

/** How many times in a row requests must keep up before a speed is raised that somebody else has set, such as a run on a slower machine. */
const PATIENCE = 10

/** How long all programs must wait for the clock to run at the wanted speed meanwhile, in real milliseconds at that speed. */
const LONG = 300
/** How long before the first of them sends again the clock is slowed down again: a change takes a few requests. */
const AHEAD = 75

/** The times that a Tempo uses. Speeds are world seconds per real second. */
export interface Speedometer {
  /** Real milliseconds. */
  readonly real: () => number
  /** Milliseconds of the world. */
  readonly now: () => number
  readonly until: (moment: number, signal: AbortSignal) => Promise<void>
  readonly speed: () => number
  /** Resolves when the clock has its new speed. */
  readonly change: (speed: number) => Promise<unknown>
}

/**
 * Slows the clock down when the machine is too slow for it, and speeds it up again, at most to the wanted speed. On a clock that
 * is too fast, requests last so long in world time that a client never reaches its limit. While all programs wait, no request
 * can be too slow, and the clock runs at the wanted speed.
 */
export class Tempo {
  /** The lowest speed so far. */
  lowest: number
  readonly #wanted: number
  readonly #clock: Speedometer
  /** The speed that suits the last requests. */
  #suited: number
  #recent: number[] = []
  /** How many times in a row a speed of somebody else could have been raised. */
  #calm = 0
  #programs = 0
  /** When each program that waits for long will go on. */
  readonly #waits = new Set<{ readonly until: number }>()
  /** Whether the clock runs at the wanted speed only because all programs wait. */
  #isResting = false
  #change: Promise<unknown> | undefined

  constructor(wanted: number, clock: Speedometer) {
    this.#wanted = wanted
    this.#suited = wanted
    this.lowest = wanted
    this.#clock = clock
  }

  /** Runs a program, whose waits count from now on. */
  async during<Result>(program: () => Promise<Result>): Promise<Result> {
    this.#programs += 1
    try {
      return await program()
    } finally {
      this.#programs -= 1
    }
  }

  /** Resolves when the world's clock reaches the moment, or when the signal aborts. */
  async until(moment: number, signal: AbortSignal): Promise<void> {
    const wait = { until: moment - AHEAD * this.#wanted }
    if (this.#isLong(wait.until)) {
      this.#waits.add(wait)
      await this.#rest()
      await this.#clock.until(wait.until, signal)
      this.#waits.delete(wait)
      if (!signal.aborted) await this.#endRest()
    }
    await this.#clock.until(moment, signal)
  }

  /**
   * Begins a request at a pace of so many milliseconds of the world. The function that it returns ends it, and resolves when the
   * clock has the speed that suits the last requests.
   */
  begin(pace: number): () => Promise<void> {
    const sent = this.#clock.real()
    return () => this.#record((this.#clock.real() - sent) / pace)
  }

  /** `share`: of its pace that a request lasted, at the speed of real time. So it says as much of any other speed. */
  async #record(share: number): Promise<void> {
    this.#recent.push(share)
    if (this.#change) return
    const speed = this.#clock.speed()
    // Programs that send at the same time wait for each other: the first ones are fast, and the last ones slow.
    const enough = Math.max(AT_ONCE, this.#programs)
    const load =
      (this.#recent.reduce((total, one) => total + one, 0) * speed) / Math.max(enough, this.#recent.length)
    // When a few requests already make the mean too high, the rest may last as long as the window that they should fill.
    if (this.#recent.length < enough && load <= MOST_LOAD) return
    this.#recent = []
    const next = this.#speedFor(load, speed)
    this.#calm = next > speed && speed !== this.#suited ? this.#calm + 1 : 0
    if (next === speed || (this.#calm > 0 && this.#calm < PATIENCE)) return
    this.#calm = 0
    this.#suited = next
    this.lowest = Math.min(this.lowest, next)
    await this.#changeTo(next)
  }

  #speedFor(load: number, speed: number): number {
    if (load > MOST_LOAD) return Math.max(1, Math.floor(speed * Math.max(LEAST_KEPT, USUAL_LOAD / load)))
    if (load >= LITTLE_LOAD || speed >= this.#wanted) return speed
    return Math.min(this.#wanted, Math.floor(speed * Math.min(MOST_FASTER, USUAL_LOAD / load)))
  }

  #isLong(until: number): boolean {
    return until - this.#clock.now() > LONG * this.#wanted
  }

  /** Lets the clock run at the wanted speed if all programs wait for long. Not where somebody else has set its speed. */
  async #rest(): Promise<void> {
    await this.#change
    const isSlow = this.#suited < this.#wanted && this.#clock.speed() === this.#suited
    if (!isSlow || this.#isResting || this.#waits.size < this.#programs) return
    if (![...this.#waits].every(({ until }) => this.#isLong(until))) return
    this.#isResting = true
    await this.#changeTo(this.#wanted)
  }

  async #endRest(): Promise<void> {
    await this.#change
    if (this.#isResting) {
      this.#isResting = false
      if (this.#clock.speed() === this.#wanted) await this.#changeTo(this.#suited)
    }
    await this.#change
  }

  async #changeTo(speed: number): Promise<void> {
    this.#change = this.#clock.change(speed)
    try {
      await this.#change
    } finally {
      this.#change = undefined
    }
  }
}
