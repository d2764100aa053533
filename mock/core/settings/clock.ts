/** Unix time in milliseconds. */
export type TimeSource = () => number

export interface ClockReading {
  /** The world's time, Unix milliseconds. */
  readonly now: number
  readonly frozen: boolean
  /** Seconds of the world per second outside. */
  readonly speed: number
}

// HTTP-dates and RFC 3339 end with the year 9999. A window and the longest ban must end before that.
export const LATEST_YEAR = 9900
export const LATEST = Date.UTC(LATEST_YEAR, 0)

// The last time of Date (ECMAScript, Time Values and Time Range). A ban may end, or a fault heal, after it.
const LAST = 8.64e15

/** Unix milliseconds as the control API and snapshots write them: ISO 8601. */
export function isoTime(time: number): string {
  return new Date(Math.min(time, LAST)).toISOString()
}

/** How a clock runs: it showed `base` at the time `since` outside, both in Unix milliseconds. */
export interface ClockCourse {
  readonly base: number
  readonly since: number
  readonly speed: number
  readonly frozen: boolean
}

/** The time of a world. It follows the time outside until it is set, advanced, frozen or sped up. */
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

  /** The time as an HTTP-date (RFC 9110 §5.6.7), computed once a second. */
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

  /** The course of this clock, for `follow`. */
  get course(): ClockCourse {
    return { base: this.#base, since: this.#since, speed: this.#speed, frozen: this.#frozen }
  }

  /** Adopts the course of another clock that follows the same time outside. */
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

  /** Advances the time by milliseconds. */
  advance(milliseconds: number): void {
    this.set(this.now() + milliseconds)
  }

  freeze(frozen: boolean): void {
    this.#rebase(this.now())
    this.#frozen = frozen
  }

  /** Sets how many seconds of the world pass per second outside. */
  setSpeed(speed: number): void {
    this.#rebase(this.now())
    this.#speed = speed
  }

  #rebase(time: number): void {
    this.#base = time
    this.#since = this.#outside()
  }
}
