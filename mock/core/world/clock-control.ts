import { isRealDay } from '../../../spec/index.ts'
import { LATEST, type ClockReading } from '../settings/clock.ts'
import { ControlError } from './control-error.ts'
import type { WorldHandle } from './world-state.ts'

/** A duration; the parts add up. */
export interface Duration {
  readonly days?: number | undefined
  readonly hours?: number | undefined
  readonly minutes?: number | undefined
  readonly seconds?: number | undefined
}

/** What is to be different about a clock; what is left out stays. */
export interface ClockChange {
  /** A Date, Unix milliseconds, or an ISO 8601 text. */
  readonly now?: Date | number | string | undefined
  readonly frozen?: boolean | undefined
  /** Seconds that pass in the world for each one outside. */
  readonly speed?: number | undefined
}

const MOST_SPEED = 100_000

/** Moves a world's time. */
export class ClockControl {
  readonly #world: WorldHandle

  constructor(world: WorldHandle) {
    this.#world = world
  }

  read(): ClockReading {
    return this.#clock.read()
  }

  /** Makes several changes as one; nothing is changed when one of them cannot be. */
  change({ now, frozen, speed }: ClockChange): ClockReading {
    const time = now === undefined ? undefined : timeOf(now)
    if (speed !== undefined && !(speed > 0 && speed <= MOST_SPEED)) {
      throw new ControlError('invalid', `The speed must be above 0 and at most ${MOST_SPEED}, not ${speed}`)
    }
    const clock = this.#clock
    if (time !== undefined) clock.set(time)
    if (speed !== undefined) clock.setSpeed(speed)
    if (frozen !== undefined) clock.freeze(frozen)
    return this.#told()
  }

  /** Sets the time to a Date, to Unix milliseconds, or to an ISO 8601 text. */
  set(time: Date | number | string): ClockReading {
    return this.change({ now: time })
  }

  advance(duration: Duration): ClockReading {
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = duration
    const total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
    if (!Number.isFinite(total)) {
      throw new ControlError('invalid', 'The days, hours, minutes and seconds must be finite numbers')
    }
    const clock = this.#clock
    checkRange(clock.now() + total * 1000)
    clock.advance(total * 1000)
    return this.#told()
  }

  freeze(frozen = true): ClockReading {
    return this.change({ frozen })
  }

  /** Sets how many seconds pass in the world for each one outside. */
  speed(factor: number): ClockReading {
    return this.change({ speed: factor })
  }

  get #clock(): ReturnType<WorldHandle['state']>['clock'] {
    return this.#world.state().clock
  }

  #told(): ClockReading {
    const reading = this.#clock.read()
    const pace = reading.frozen ? 'frozen' : `speed ${reading.speed}`
    this.#world.changed('clock', `it is ${new Date(reading.now).toISOString()}, ${pace}`)
    return reading
  }
}

function timeOf(time: Date | number | string): number {
  const milliseconds = new Date(time).getTime()
  const isReal = !Number.isNaN(milliseconds) && (typeof time !== 'string' || isRealDay(time))
  if (isReal) return checkRange(milliseconds)
  throw new ControlError('invalid', `"${String(time)}" is no time: write it as 2030-12-05T00:00:00Z`)
}

function checkRange(time: number): number {
  if (time >= 0 && time <= LATEST) return time
  const latest = new Date(LATEST).getUTCFullYear()
  throw new ControlError(
    'invalid',
    `The clock goes from 1970 to ${latest}, which leaves no room for that time`,
  )
}
