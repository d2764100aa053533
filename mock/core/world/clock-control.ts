import type { Awaitable } from '../message/awaitable.ts'
import { isoTime, LATEST, LATEST_YEAR, type Clock, type ClockReading } from '../settings/clock.ts'
import { throwInvalid } from './control-error.ts'
import { checkInput } from './input.ts'
import type { WorldState } from './world-state.ts'
import type { Changing } from './world-store.ts'

/** A duration; the parts add up. */
export interface Duration {
  readonly days?: number | undefined
  readonly hours?: number | undefined
  readonly minutes?: number | undefined
  readonly seconds?: number | undefined
}

/** A change of a clock; omitted fields stay. */
export interface ClockChange {
  /** A Date, Unix milliseconds, or an ISO 8601 text. */
  readonly now?: Date | number | string | undefined
  readonly frozen?: boolean | undefined
  /** Seconds that pass in the world for each one outside. */
  readonly speed?: number | undefined
}

/** Moves a world's time. */
export class ClockControl {
  readonly #world: Changing

  constructor(world: Changing) {
    this.#world = world
  }

  read(): Awaitable<ClockReading> {
    return this.#world.change([], ({ clock }) => clock.read())
  }

  /** Makes several changes as one; nothing is changed when one of them cannot be. */
  change(change: ClockChange): Awaitable<ClockReading> {
    checkInput('changeClock', { body: asText(change) })
    const { now, frozen, speed } = change
    const time = now === undefined ? undefined : checkRange(new Date(now).getTime())
    return this.#changed((clock) => {
      if (speed !== undefined) clock.setSpeed(speed)
      if (frozen !== undefined) clock.freeze(frozen)
      // Last, so that no time passes between this and the freezing.
      if (time !== undefined) clock.set(time)
    })
  }

  /** Sets the time to a Date, to Unix milliseconds, or to an ISO 8601 text. */
  set(time: Date | number | string): Awaitable<ClockReading> {
    return this.change(required({ now: time }))
  }

  advance(duration: Duration): Awaitable<ClockReading> {
    checkInput('advanceClock', { body: duration }, 'The argument, such as { seconds: 60 },')
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = duration
    const total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
    return this.#changed((clock) => {
      checkRange(clock.now() + total * 1000)
      clock.advance(total * 1000)
    })
  }

  freeze(frozen = true): Awaitable<ClockReading> {
    return this.change({ frozen })
  }

  /** Sets how many seconds pass in the world for each one outside. */
  speed(factor: number): Awaitable<ClockReading> {
    return this.change(required({ speed: factor }))
  }

  #changed(change: (clock: Clock) => void): Awaitable<ClockReading> {
    return this.#world.change([], (state) => {
      change(state.clock)
      return publishPace(state)
    })
  }
}

/** Publishes the pace of a clock that was changed; `why` ends the sentence. */
export function publishPace({ clock, publish }: WorldState, why = ''): ClockReading {
  const reading = clock.read()
  const pace = reading.frozen ? 'frozen' : `speed ${reading.speed}`
  publish('clock', `it is ${isoTime(reading.now)}, ${pace}${why}`)
  return reading
}

// In a change whatever is undefined stays as it is; here it was forgotten.
function required(change: ClockChange): ClockChange {
  for (const [name, value] of Object.entries(change))
    if (value === undefined) throwInvalid(`${name} is required`)
  return change
}

// The control API accepts a text alone.
function asText(change: unknown): unknown {
  if (typeof change !== 'object' || change === null || !('now' in change)) return change
  const { now } = change
  if (!(now instanceof Date) && typeof now !== 'number') return change
  const time = new Date(now)
  return { ...change, now: Number.isNaN(time.getTime()) ? String(now) : time.toISOString() }
}

function checkRange(time: number): number {
  if (time >= 0 && time <= LATEST) return time
  throwInvalid(`The clock goes from 1970 to ${LATEST_YEAR}`)
}
