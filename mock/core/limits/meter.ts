import { settle, type Choices } from '../../../spec/choices.ts'
import type { Settings } from '../settings/settings.ts'

export const windowNames = ['minute', 'day'] as const
export type WindowName = (typeof windowNames)[number]

/** Requests that a caller may make in each window. */
export type PlanLimits = Readonly<Record<WindowName, number>>

/** A window: when it was opened, in Unix milliseconds (`undefined` before its first request), and its admitted requests. */
export interface Window {
  opened: number | undefined
  used: number
}

/** The usage of one caller. Times in Unix milliseconds, 0 for never. */
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

/** The figures of the rate-limit headers: the reported window, its limit, its remaining requests, its reset in Unix seconds. */
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
      /** When the windows that it counts in were opened. */
      readonly minute: number
      readonly day: number
    }
  | {
      readonly admitted: false
      readonly quota: Quota
      /** `striking`: the refusal that earned a ban. `banned`: a refusal during the ban. */
      readonly by: WindowName | 'striking' | 'banned'
      /** When the caller is served again, in Unix milliseconds. */
      readonly until: number
      /** The wait until then in whole seconds, at least 1. */
      readonly retryAfter: number
    }

/**
 * Decides on one request and counts it: an admitted request counts in both windows, a refused one is a strike. After enough of
 * them a caller is banned by the next one that `isContinued`: sent by a client that had read a refusal. Without `isContinued` it
 * is never banned. (Sections Rate limits by plan, When exceeded.)
 */
export function admit(
  meter: Meter,
  limits: PlanLimits,
  now: number,
  settings: Settings,
  isContinued?: () => boolean,
): Admission {
  roll(meter, now, settings)
  if (now < meter.bannedUntil) return refused(meter, limits, now, 'banned')
  const full = lastFullWindow(meter, limits, now)
  if (full === undefined) return count(meter, limits, now, settings)
  const earned = isContinued !== undefined && strike(meter, limits, now, settings, isContinued())
  return refused(meter, limits, now, earned ? 'striking' : full.window)
}

/** The remaining requests of a window. */
export interface WindowQuota {
  readonly limit: number
  readonly remaining: number
  /** When the window ends, Unix milliseconds; `undefined` while none is open. */
  readonly resetsAt: number | undefined
}

/** The usage of a caller, as it is shown. */
export interface MeterReading {
  readonly windows: Readonly<Record<WindowName, WindowQuota>>
  readonly strikes: number
  /** Unix milliseconds; `undefined` when the caller is not banned. */
  readonly bannedUntil: number | undefined
}

/** Reads a meter at a time, without changing it. */
export function readMeter(meter: Meter, limits: PlanLimits, now: number, settings: Settings): MeterReading {
  const copy = { ...meter, minute: { ...meter.minute }, day: { ...meter.day } }
  roll(copy, now, settings)
  const window = (name: WindowName): WindowQuota => ({
    limit: limits[name],
    remaining: remainingIn(copy[name], limits[name]),
    resetsAt: copy[name].opened === undefined ? undefined : windowEnd(copy[name], name, now),
  })
  return {
    windows: { minute: window('minute'), day: window('day') },
    strikes: copy.strikes,
    bannedUntil: copy.bannedUntil === 0 ? undefined : copy.bannedUntil,
  }
}

/** The figures for the headers of a request that is not counted. */
export function readQuota(meter: Meter, limits: PlanLimits, now: number, settings: Settings): Quota {
  roll(meter, now, settings)
  const window = reportedWindow(meter, limits, settings.choices['reported-window'])
  return windowQuota(meter, limits, window, windowEnd(meter[window], window, now))
}

/** Refunds an admitted request. A window that was renewed since stays as it is. */
export function refund(meter: Meter, admission: Extract<Admission, { admitted: true }>): void {
  for (const name of windowNames) {
    if (meter[name].opened === admission[name]) meter[name].used = Math.max(0, meter[name].used - 1)
  }
}

/** Sets how many requests remain in a window, at most its limit. */
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
  meter[window].opened ??= secondOf(now)
}

/** Bans a caller for so long, or until its full windows end, whichever is later. It has no strikes then: it has not earned it. */
export function ban(meter: Meter, limits: PlanLimits, now: number, milliseconds: number): void {
  banFor(meter, limits, now, milliseconds)
  meter.strikes = 0
}

/** Whether a caller that is banned has not earned it. */
export function isBannedByHand(meter: Meter): boolean {
  return meter.strikes === 0
}

function banFor(meter: Meter, limits: PlanLimits, now: number, milliseconds: number): void {
  // From the start of the second, so that Retry-After, which is rounded up, shows the seconds that were asked for.
  const until = secondOf(now) + milliseconds
  meter.bannedUntil = Math.max(until, lastFullWindow(meter, limits, now)?.reset ?? 0)
}

/** Ends a ban and forgets the strikes. */
export function liftBan(meter: Meter): void {
  meter.bannedUntil = 0
  meter.strikes = 0
  meter.strikesUntil = 0
}

function roll(meter: Meter, now: number, { choices }: Settings): void {
  const isCalendar = settle(choices, 'window-alignment', { calendar: true, 'first-request': false })
  for (const name of windowNames) rollWindow(meter[name], name, now, isCalendar)
  if (meter.bannedUntil !== 0 && now >= meter.bannedUntil) liftBan(meter)
  if (now >= meter.strikesUntil && meter.bannedUntil === 0) meter.strikes = 0
}

function count(meter: Meter, limits: PlanLimits, now: number, settings: Settings): Admission {
  const minute = (meter.minute.opened ??= secondOf(now))
  const day = (meter.day.opened ??= secondOf(now))
  meter.minute.used += 1
  meter.day.used += 1
  const window = reportedWindow(meter, limits, settings.choices['reported-window'])
  const after = windowQuota(meter, limits, window, windowEnd(meter[window], window, now))
  return { admitted: true, quota: after, minute, day }
}

function strike(
  meter: Meter,
  limits: PlanLimits,
  now: number,
  { ban: rule }: Settings,
  isContinued: boolean,
): boolean {
  meter.strikes += 1
  meter.strikesUntil = Math.max(meter.strikesUntil, lastFullWindow(meter, limits, now)?.reset ?? 0)
  if (!rule || meter.strikes < rule.strikes) return false
  if (meter.strikes > 1 && !isContinued) return false
  banFor(meter, limits, now, rule.milliseconds)
  return true
}

type RefusedBy = Extract<Admission, { admitted: false }>['by']

function refused(meter: Meter, limits: PlanLimits, now: number, by: RefusedBy): Admission {
  const full = lastFullWindow(meter, limits, now)
  const until = Math.max(meter.bannedUntil, full?.reset ?? 0)
  const reset = Math.ceil(until / 1000)
  const window = full?.window ?? 'minute'
  return {
    admitted: false,
    quota: { window, limit: limits[window], remaining: 0, reset },
    by,
    until,
    // From `reset`, which is rounded up: the wait must not end before it.
    retryAfter: Math.max(1, Math.ceil(reset - now / 1000)),
  }
}

/** The full window that resets last; `undefined` if neither is full. */
function lastFullWindow(
  meter: Meter,
  limits: PlanLimits,
  now: number,
): { readonly window: WindowName; readonly reset: number } | undefined {
  const minute = meter.minute.used >= limits.minute ? windowEnd(meter.minute, 'minute', now) : 0
  const day = meter.day.used >= limits.day ? windowEnd(meter.day, 'day', now) : 0
  if (minute === 0 && day === 0) return undefined
  return day >= minute ? { window: 'day', reset: day } : { window: 'minute', reset: minute }
}

function reportedWindow(meter: Meter, limits: PlanLimits, choice: Choices['reported-window']): WindowName {
  if (choice !== 'fewest-left') return choice
  const leftToday = limits.day - meter.day.used
  return leftToday < limits.minute - meter.minute.used ? 'day' : 'minute'
}

function windowQuota(meter: Meter, limits: PlanLimits, window: WindowName, reset: number): Quota {
  const limit = limits[window]
  return {
    window,
    limit,
    remaining: remainingIn(meter[window], limit),
    reset: Math.ceil(reset / 1000),
  }
}

const LENGTH: Readonly<Record<WindowName, number>> = { minute: 60_000, day: 86_400_000 }

/** Renews a window that is over, or that the time is not in: a clock can be set back. */
function rollWindow(window: Window, name: WindowName, now: number, isCalendar: boolean): void {
  const length = LENGTH[name]
  const calendarStart = now - (now % length)
  const { opened } = window
  // A request that was counted and refunded has not opened it.
  const isOpen = opened !== undefined && window.used > 0 && now >= opened && now < opened + length
  if (isOpen && (!isCalendar || opened === calendarStart)) return
  window.used = 0
  window.opened = isCalendar ? calendarStart : undefined
}

/** When a window ends, in Unix milliseconds; a window that is not open, as if it opened now. */
function windowEnd(window: Window, name: WindowName, now: number): number {
  return (window.opened ?? secondOf(now)) + LENGTH[name]
}

/** The beginning of a second: a window that opens with it ends at the Reset that is said, and Retry-After is rounded once. */
function secondOf(now: number): number {
  return now - (now % 1000)
}

/** The remaining requests of a window. After a change to a smaller plan more may be used than its limit. */
function remainingIn(window: Window, limit: number): number {
  return Math.max(0, limit - window.used)
}
