import type { ClockReading, KeyState, WindowState } from '../../../client/world-state.ts'

/** A reading of a world's clock, and when it was read (Unix milliseconds of real time). */
export interface ObservedClock extends ClockReading {
  readonly readAt: number
}

/** A world's time, Unix milliseconds, at a real time. */
export function worldTimeAt({ now, frozen, speed, readAt }: ObservedClock, outside: number): number {
  return frozen ? now : now + (outside - readAt) * speed
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

/** How many requests of a key would be admitted in its minute window: none while it is banned. */
export function spendable(key: KeyState, time: number): number {
  return bannedFor(key, time) > 0 ? 0 : windowQuotaAt(key.windows.minute, time).left
}

/** Milliseconds until a key's ban ends; 0 without one. */
export function bannedFor({ bannedUntil = 0 }: KeyState, time: number): number {
  return Math.max(0, bannedUntil - time)
}
