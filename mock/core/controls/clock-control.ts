import type { ClockReading } from '../clock.ts'
import { ControlError, type Hold } from './hold.ts'

/** A stretch of time; the parts add up. */
export interface Stretch {
  readonly days?: number | undefined
  readonly hours?: number | undefined
  readonly minutes?: number | undefined
  readonly seconds?: number | undefined
}

export const MOST_SPEED = 100_000

/** Moves a world's time. */
export class ClockControl {
  readonly #hold: Hold

  constructor(hold: Hold) {
    this.#hold = hold
  }

  read(): ClockReading {
    return this.#clock.read()
  }

  /** Sets the time to a Date, to Unix milliseconds, or to an ISO 8601 text. */
  set(time: Date | number | string): ClockReading {
    const milliseconds = new Date(time).getTime()
    if (Number.isNaN(milliseconds)) {
      throw new ControlError('invalid', `"${String(time)}" is no time: write it as 2030-12-05T00:00:00Z`)
    }
    this.#clock.set(milliseconds)
    return this.#told()
  }

  advance(stretch: Stretch): ClockReading {
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = stretch
    this.#clock.advance((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
    return this.#told()
  }

  freeze(frozen = true): ClockReading {
    this.#clock.freeze(frozen)
    return this.#told()
  }

  /** Sets how many seconds pass in the world for each one outside. */
  speed(factor: number): ClockReading {
    if (!(factor > 0 && factor <= MOST_SPEED)) {
      throw new ControlError('invalid', `The speed must be above 0 and at most ${MOST_SPEED}, not ${factor}`)
    }
    this.#clock.setSpeed(factor)
    return this.#told()
  }

  get #clock(): ReturnType<Hold['state']>['clock'] {
    return this.#hold.state().clock
  }

  #told(): ClockReading {
    const reading = this.#clock.read()
    const pace = reading.frozen ? 'frozen' : `speed ${reading.speed}`
    this.#hold.changed('clock', `it is ${new Date(reading.now).toISOString()}, ${pace}`)
    return reading
  }
}
