/** Unix time in milliseconds. */
export type TimeSource = () => number

export interface ClockReading {
  /** The world's time, Unix milliseconds. */
  readonly now: number
  readonly frozen: boolean
  /** Seconds of the world for one second outside. */
  readonly speed: number
}

// HTTP-dates and RFC 3339 end with the year 9999; a window and the longest ban must fit in behind the clock.
export const LATEST = Date.UTC(9900, 0)

// The range of Date (ECMAScript, Time Values and Time Range): a ban may end, or a fault heal, after the end of time.
const LAST = 8.64e15

/** Unix milliseconds as the control API and snapshots write them: ISO 8601. */
export function isoTime(time: number): string {
  return new Date(Math.min(time, LAST)).toISOString()
}

/** How a clock runs: it was `base` when it was `since` outside, in Unix milliseconds. */
export interface ClockCourse {
  readonly base: number
  readonly since: number
  readonly speed: number
  readonly frozen: boolean
}

/** A world's own time: it follows the time outside until it is set, moved, frozen or sped up. */
export class Clock {
  readonly #outside: TimeSource
  #base: number
  #since: number
  #speed = 1
  #frozen = false
  #dateSecond = Number.NaN
  #dateText = ''

  constructor(outside: TimeSource) {
    this.#outside = outside
    this.#since = outside()
    this.#base = this.#since
  }

  /** The world's time now, in whole Unix milliseconds. */
  now(): number {
    if (this.#frozen) return this.#base
    const elapsed = this.#outside() - this.#since
    return Math.min(LATEST, this.#base + Math.floor(elapsed * this.#speed))
  }

  /** Seconds of the world for one second outside. */
  get speed(): number {
    return this.#speed
  }

  /** The time as an HTTP-date (RFC 9110 §5.6.7), worked out once a second. */
  httpDate(now: number): string {
    const second = Math.floor(now / 1000)
    if (second !== this.#dateSecond) {
      this.#dateSecond = second
      this.#dateText = new Date(now).toUTCString()
    }
    return this.#dateText
  }

  read(): ClockReading {
    return { now: this.now(), frozen: this.#frozen, speed: this.#speed }
  }

  /** How it runs, for another clock of the same time outside. */
  get course(): ClockCourse {
    return { base: this.#base, since: this.#since, speed: this.#speed, frozen: this.#frozen }
  }

  /** Runs as another does. */
  follow({ base, since, speed, frozen }: ClockCourse): void {
    this.#base = base
    this.#since = since
    this.#speed = speed
    this.#frozen = frozen
  }

  /** Sets the time, in Unix milliseconds, forwards or backwards. */
  set(time: number): void {
    this.#rebase(Math.max(0, Math.min(LATEST, Math.round(time))))
  }

  /** Moves the time by milliseconds. */
  advance(milliseconds: number): void {
    this.set(this.now() + milliseconds)
  }

  freeze(frozen: boolean): void {
    this.#rebase(this.now())
    this.#frozen = frozen
  }

  /** Sets how many seconds pass here for each one outside. */
  setSpeed(speed: number): void {
    this.#rebase(this.now())
    this.#speed = speed
  }

  #rebase(time: number): void {
    this.#base = time
    this.#since = this.#outside()
  }
}
