import type { Clock, Key } from './control-api.ts'

/** A clock as it was read, and when by the time outside (Unix milliseconds). */
export interface ClockReading {
  readonly clock: Clock
  readonly readAt: number
}

/** A world's time, Unix milliseconds, at a time outside. */
export function worldTimeAt({ clock, readAt }: ClockReading, outside: number): number {
  const read = Date.parse(clock.now)
  return clock.frozen ? read : read + (outside - readAt) * clock.speed
}

/** The time outside when it was so late in a world, if nobody has moved its clock since. */
export function outsideTimeOf({ clock, readAt }: ClockReading, time: number): number {
  return readAt - (Date.parse(clock.now) - time) / clock.speed
}

/** How a window stands at a time of its world. */
export interface Standing {
  readonly limit: number
  readonly left: number
  /** Milliseconds until it is renewed; `undefined` while none is open. */
  readonly renewsIn: number | undefined
}

/** How a key's window stands at a time of its world: renewed by then, where its reset has passed since it was read. */
export function standingAt({ limit, remaining, resetsAt }: Key['windows']['minute'], time: number): Standing {
  const renewsIn = resetsAt === null ? undefined : Date.parse(resetsAt) - time
  if (renewsIn !== undefined && renewsIn <= 0) return { limit, left: limit, renewsIn: undefined }
  return { limit, left: remaining, renewsIn }
}

/** How many requests of a key would be served within its minute: none while it is banned, whatever the window has left. */
export function spendable(key: Key, time: number): number {
  return bannedFor(key, time) > 0 ? 0 : standingAt(key.windows.minute, time).left
}

/** Milliseconds until a key's ban ends; 0 without one. */
export function bannedFor({ bannedUntil }: Key, time: number): number {
  return bannedUntil === null ? 0 : Math.max(0, Date.parse(bannedUntil) - time)
}
