import type { ClockReading, KeyState, WindowState } from '../../../client/world-state.ts'

/** A reading of a world's clock, and when it was read (Unix milliseconds of real time). */
export interface ObservedClock extends ClockReading {
  readonly readAt: number
}

/** A world's time, Unix milliseconds, at a real time; not before the time that was read. */
export function worldTimeAt({ now, frozen, speed, readAt }: ObservedClock, outside: number): number {
  return frozen ? now : now + Math.max(0, outside - readAt) * speed
}

/** The quota of a window at a time of its world. */
export interface WindowQuota {
  readonly limit: number
  readonly left: number
  /** Milliseconds until it resets; `undefined` while none is open. */
  readonly renewsIn: number | undefined
}

/** The quota of a key's window at a time of its world: the full quota if it has reset since it was read. */
export function windowQuotaAt({ limit, remaining, resetsAt }: WindowState, time: number): WindowQuota {
  const renewsIn = resetsAt === undefined ? undefined : resetsAt - time
  if (renewsIn !== undefined && renewsIn <= 0) return { limit, left: limit, renewsIn: undefined }
  return { limit, left: remaining, renewsIn }
}

/** The minute window of a key as its requests meet it. */
export interface MinuteQuota extends WindowQuota {
  /** What is left at the end of its ban; `undefined` without a ban. */
  readonly afterBan: number | undefined
}

/** The quota of a key's minute window at a time of its world: nothing is left while it is banned, as its replies say. */
export function minuteQuotaAt(key: KeyState, time: number): MinuteQuota {
  const { minute } = key.windows
  const ban = bannedFor(key, time)
  if (ban === 0) return { ...windowQuotaAt(minute, time), afterBan: undefined }
  return { limit: minute.limit, left: 0, renewsIn: ban, afterBan: windowQuotaAt(minute, time + ban).left }
}

/** Milliseconds until a key's ban ends; 0 without one. */
export function bannedFor({ bannedUntil = 0 }: KeyState, time: number): number {
  return Math.max(0, bannedUntil - time)
}

/** Whether a key has changed by itself since it was read: a window that it showed as open, or its ban, is over. */
export function isOutdated({ windows, bannedUntil }: KeyState, time: number): boolean {
  const ends = [windows.minute.resetsAt, windows.day.resetsAt, bannedUntil]
  return ends.some((end) => end !== undefined && end <= time)
}
