import { machineTime } from '../../spec/machine-time.ts'
import { counted } from '../../spec/wording.ts'
import { CLOCKS_MS } from '../history/readings.ts'
import { mayEndMinute, mayEndWindow } from '../history/waits.ts'
import type { WorldControl } from './ports.ts'
import { NotVerified } from './verdicts.ts'

/** The tolerated difference between the clocks of the service and of the suite. */
export const CLOCK_TOLERANCE_MS = CLOCKS_MS

/** So long a silence renews every window of a minute, also one that rolls. */
export const SILENT_MS = 60_000 + 2 * CLOCK_TOLERANCE_MS

/** Whether a time may be one at which a window of the calendar ends, by a clock that may be off. */
export function isNearEndOf(window: number, time: number): boolean {
  return (time + CLOCK_TOLERANCE_MS) % window <= 2 * CLOCK_TOLERANCE_MS
}

const MINUTE_MS = 60_000

const FAR_FROM_FULL_MINUTE_MS = 2 * CLOCK_TOLERANCE_MS

/** The time of the service, and how it passes. */
export interface ServiceTime {
  /** Unix milliseconds. */
  now(): number
  /** By how much it is ahead of the clock of the suite, in milliseconds. */
  readonly ahead: number
  /** Reads from a reply how far the service's clock is ahead. */
  observe(reply: ReplyTime): void
  /** Whether the run may wait for so many milliseconds more. */
  mayPass(milliseconds: number): boolean
  /** Lets so many milliseconds pass; throws NotVerified when that is longer than the run may wait. */
  pass(milliseconds: number, wait?: Wait): Promise<void>
}

/** The times in a reply: its Date, and its X-RateLimit-Reset in Unix seconds, NaN if that is no number. */
export interface ReplyTime {
  /** When it was asked for, in Unix milliseconds by the clock of the suite: one that comes late has a Date of some time ago. */
  readonly asked: number
  readonly date: string | undefined
  readonly reset: number
}

/** What is reported of a wait. */
export interface Wait {
  /** What it is for, as in "until …". */
  readonly until: string
  /** How long it is in all, in milliseconds, where a wait is the first part of several; 0 for the others, which are not reported. */
  readonly total?: number
}

/** A clock, and a way to wait by it. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
  sleep(milliseconds: number, wait?: Wait): Promise<void>
}

export const machineClock: Clock = {
  now: machineTime,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/**
 * The time of a real service: ours, and it passes by waiting, for `maxWait` seconds in all. Where a service's clock is another
 * one, it is that: if Reset is the end of a minute, or of any window, by its Date, and of none by ours.
 */
export function realTime(maxWait: number, clock: Clock): ServiceTime {
  let left = maxWait * 1000
  let ahead = 0
  return {
    now: () => clock.now() + ahead,
    get ahead() {
      return ahead
    },
    observe: ({ asked, date, reset }) => {
      const dated = Date.parse(date ?? '')
      const now = clock.now() + ahead
      const isAnother = dated > now + CLOCK_TOLERANCE_MS || dated < asked + ahead - CLOCK_TOLERANCE_MS
      const isOfDate = (mayEnd: typeof mayEndMinute) => mayEnd(reset, dated) && !mayEnd(reset, now)
      if (isAnother && (isOfDate(mayEndMinute) || isOfDate(mayEndWindow))) ahead += dated - now
    },
    mayPass: (milliseconds) => milliseconds <= left,
    pass: async (milliseconds, wait) => {
      if (milliseconds > left) {
        const until = wait === undefined ? '' : ` until ${wait.until}`
        throw new NotVerified(
          'wait too long',
          `${duration(milliseconds)} are needed${until}, ${duration(left)} are left of --max-wait`,
        )
      }
      left -= milliseconds
      await clock.sleep(milliseconds, wait)
    },
  }
}

/** The time of our mock, whose worlds stand still while the suite runs, and move in place of waiting. */
export async function mockTime(worlds: readonly [WorldControl, ...WorldControl[]]): Promise<ServiceTime> {
  const onClocks = async (
    move: (clock: WorldControl['clock']) => ReturnType<WorldControl['clock']['freeze']>,
  ): Promise<number> => {
    const [first] = await Promise.all(worlds.map(async ({ clock }) => (await move(clock)).now))
    return first ?? Number.NaN
  }
  const advance = (milliseconds: number): Promise<number> =>
    onClocks((clock) => clock.advance({ seconds: milliseconds / 1000 }))
  const frozen = await onClocks((clock) => clock.freeze())
  // On a whole second nothing is lost when times are rounded to seconds; off the full minute, a window that begins now
  // is not mistaken for one of the calendar.
  const toNextSecond = 1000 - (frozen % 1000)
  const sinceFullMinute = (frozen + toNextSecond) % MINUTE_MS
  const isNear = isNearEndOf(MINUTE_MS, frozen + toNextSecond)
  const out = isNear ? (MINUTE_MS + FAR_FROM_FULL_MINUTE_MS - sinceFullMinute) % MINUTE_MS : 0
  let now = await advance(toNextSecond + out)
  return {
    now: () => now,
    ahead: 0,
    observe: () => undefined,
    mayPass: () => true,
    pass: async (milliseconds) => {
      now = await advance(milliseconds)
    },
  }
}

const DAY_MS = 24 * 60 * MINUTE_MS
const YEAR_MS = 365 * DAY_MS

// Waits for days of the same season, such as those around the removal of an operation, are one reason in a report.
function duration(milliseconds: number): string {
  if (milliseconds > 2 * YEAR_MS) return counted(Math.round(milliseconds / YEAR_MS), 'year')
  return milliseconds > 2 * DAY_MS
    ? counted(Math.ceil(milliseconds / DAY_MS), 'day')
    : `${Math.ceil(milliseconds / 1000)} s`
}
