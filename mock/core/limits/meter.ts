import { settle, type Choices } from '../../../spec/choices.ts'
import type { Settings } from '../settings/settings.ts'

export const windowNames = ['minute', 'day'] as const
export type WindowName = (typeof windowNames)[number]

/** Requests that a caller may make in each window. */
export type PlanLimits = Readonly<Record<WindowName, number>>

/** How much of a window is used; `opened` in Unix milliseconds, `undefined` before its first request. */
export interface Window {
  opened: number | undefined
  used: number
}

/** What a meter remembers of one caller. Times in Unix milliseconds, 0 for never. */
export interface Meter {
  readonly minute: Window
  readonly day: Window
  strikes: number
  strikesUntil: number
  bannedUntil: number
}

export function newMeter(): Meter {
  return {
    minute: { opened: undefined, used: 0 },
    day: { opened: undefined, used: 0 },
    strikes: 0,
    strikesUntil: 0,
    bannedUntil: 0,
  }
}

/** What the rate-limit headers say: of which window, its limit, the requests left, and its reset in Unix seconds. */
export interface Quota {
  readonly window: WindowName
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

export type Admission =
  | {
      readonly admitted: true
      readonly quota: Quota
      /** The windows that it was counted in, by their opening. */
      readonly minute: number
      readonly day: number
    }
  | {
      readonly admitted: false
      readonly quota: Quota
      /** `striking` is the refusal that earned the ban; `banned` one that met it. */
      readonly by: WindowName | 'striking' | 'banned'
      /** When the caller is served again, in Unix milliseconds: every obstacle has passed by then. */
      readonly until: number
      /** The same as a wait in whole seconds, at least 1. */
      readonly retryAfter: number
    }

/**
 * Decides on one request and counts it: an admitted one in both windows, a refused one in neither but as a strike.
 * Only a caller that `mayBeBanned` is. (Sections Rate limits by plan, When exceeded.)
 */
export function admit(
  meter: Meter,
  limits: PlanLimits,
  now: number,
  settings: Settings,
  mayBeBanned: boolean,
): Admission {
  roll(meter, now, settings)
  if (now < meter.bannedUntil) return refused(meter, limits, now, 'banned')
  const full = lastFull(meter, limits, now)
  if (full === undefined) return count(meter, limits, now, settings)
  const earned = mayBeBanned && strike(meter, limits, now, settings)
  return refused(meter, limits, now, earned ? 'striking' : full.window)
}

/** What is left in a window. */
export interface WindowQuota {
  readonly limit: number
  readonly remaining: number
  /** When the window is renewed, Unix milliseconds; `undefined` while none is open. */
  readonly resetsAt: number | undefined
}

/** A meter as it is shown. */
export interface MeterReading {
  readonly windows: Readonly<Record<WindowName, WindowQuota>>
  readonly strikes: number
  /** Unix milliseconds; `undefined` when the caller is not banned. */
  readonly bannedUntil: number | undefined
}

/** What a meter says at a time, for someone who only looks: the meter itself stays as it is. */
export function readMeter(meter: Meter, limits: PlanLimits, now: number, settings: Settings): MeterReading {
  const copy = { ...meter, minute: { ...meter.minute }, day: { ...meter.day } }
  roll(copy, now, settings)
  const window = (name: WindowName): WindowQuota => ({
    limit: limits[name],
    remaining: leftIn(copy[name], limits[name]),
    resetsAt: copy[name].opened === undefined ? undefined : resetOf(copy[name], name, now),
  })
  return {
    windows: { minute: window('minute'), day: window('day') },
    strikes: copy.strikes,
    bannedUntil: copy.bannedUntil === 0 ? undefined : copy.bannedUntil,
  }
}

/** What is left to a caller, without counting anything. */
export function quotaOf(meter: Meter, limits: PlanLimits, now: number, settings: Settings): Quota {
  roll(meter, now, settings)
  const window = reported(meter, limits, settings.choices['reported-window'])
  return quotaIn(meter, limits, window, resetOf(meter[window], window, now))
}

/** Takes back what `admit` counted, for a service that does not charge for errors; a window that has closed since stays. */
export function refund(meter: Meter, admission: Extract<Admission, { admitted: true }>): void {
  for (const name of windowNames) {
    if (meter[name].opened === admission[name]) meter[name].used = Math.max(0, meter[name].used - 1)
  }
}

/** Sets how many requests are left in a window; more than its limit is taken as all of it. */
export function setRemaining(
  meter: Meter,
  limits: PlanLimits,
  window: WindowName,
  left: number,
  now: number,
  settings: Settings,
): void {
  roll(meter, now, settings)
  meter[window].used = Math.max(0, limits[window] - left)
  meter[window].opened ??= now
}

/** Bans for at least so long, and never for less than the windows that are full would refuse anyway. */
export function ban(meter: Meter, limits: PlanLimits, now: number, milliseconds: number): void {
  meter.bannedUntil = Math.max(now + milliseconds, lastFull(meter, limits, now)?.reset ?? 0)
}

/** Ends a ban and forgets the strikes. */
export function lift(meter: Meter): void {
  meter.bannedUntil = 0
  meter.strikes = 0
  meter.strikesUntil = 0
}

function roll(meter: Meter, now: number, { choices }: Settings): void {
  const isCalendar = settle(choices, 'window-alignment', { calendar: true, 'first-request': false })
  for (const name of windowNames) rollWindow(meter[name], name, now, isCalendar)
  if (meter.bannedUntil !== 0 && now >= meter.bannedUntil) lift(meter)
  if (now >= meter.strikesUntil) meter.strikes = 0
}

function count(meter: Meter, limits: PlanLimits, now: number, settings: Settings): Admission {
  const minute = (meter.minute.opened ??= now)
  const day = (meter.day.opened ??= now)
  meter.minute.used += 1
  meter.day.used += 1
  const window = reported(meter, limits, settings.choices['reported-window'])
  const after = quotaIn(meter, limits, window, resetOf(meter[window], window, now))
  return { admitted: true, quota: after, minute, day }
}

function strike(meter: Meter, limits: PlanLimits, now: number, { ban: rule }: Settings): boolean {
  meter.strikes += 1
  meter.strikesUntil = Math.max(meter.strikesUntil, lastFull(meter, limits, now)?.reset ?? 0)
  if (!rule || meter.strikes < rule.strikes) return false
  // Counted from the full second, so that Retry-After, rounded up, says as many seconds as the choice does.
  ban(meter, limits, now, rule.milliseconds - (now % 1000))
  return true
}

type RefusedBy = Extract<Admission, { admitted: false }>['by']

function refused(meter: Meter, limits: PlanLimits, now: number, by: RefusedBy): Admission {
  const full = lastFull(meter, limits, now)
  const until = Math.max(meter.bannedUntil, full?.reset ?? 0)
  const reset = Math.ceil(until / 1000)
  const window = full?.window ?? 'minute'
  return {
    admitted: false,
    quota: { window, limit: limits[window], remaining: 0, reset },
    by,
    until,
    // Counted from `reset`, which is rounded up, so that waiting this long never ends before it.
    retryAfter: Math.max(1, Math.ceil(reset - now / 1000)),
  }
}

/** Of the windows without room, the one that resets last; `undefined` when both have room. */
function lastFull(
  meter: Meter,
  limits: PlanLimits,
  now: number,
): { readonly window: WindowName; readonly reset: number } | undefined {
  const minute = meter.minute.used >= limits.minute ? resetOf(meter.minute, 'minute', now) : 0
  const day = meter.day.used >= limits.day ? resetOf(meter.day, 'day', now) : 0
  if (minute === 0 && day === 0) return undefined
  return day >= minute ? { window: 'day', reset: day } : { window: 'minute', reset: minute }
}

function reported(meter: Meter, limits: PlanLimits, choice: Choices['reported-window']): WindowName {
  if (choice !== 'fewest-left') return choice
  const leftToday = limits.day - meter.day.used
  return leftToday < limits.minute - meter.minute.used ? 'day' : 'minute'
}

function quotaIn(meter: Meter, limits: PlanLimits, window: WindowName, reset: number): Quota {
  const limit = limits[window]
  return {
    window,
    limit,
    remaining: leftIn(meter[window], limit),
    reset: Math.ceil(reset / 1000),
  }
}

const LENGTH: Readonly<Record<WindowName, number>> = { minute: 60_000, day: 86_400_000 }

/** Renews a window that is over, or in which the time is not (a clock can be set back). */
function rollWindow(window: Window, name: WindowName, now: number, isCalendar: boolean): void {
  const length = LENGTH[name]
  const calendarStart = now - (now % length)
  const { opened } = window
  // A request that was counted and taken back again has opened nothing.
  const isOpen = opened !== undefined && window.used > 0 && now >= opened && now < opened + length
  if (isOpen && (!isCalendar || opened === calendarStart)) return
  window.used = 0
  window.opened = isCalendar ? calendarStart : undefined
}

/** When a window ends, in Unix milliseconds; one that is not open yet ends as though it opened now. */
function resetOf(window: Window, name: WindowName, now: number): number {
  return (window.opened ?? now) + LENGTH[name]
}

/** How many requests are left in a window; a smaller plan may leave fewer than none, which counts as none. */
function leftIn(window: Window, limit: number): number {
  return Math.max(0, limit - window.used)
}
