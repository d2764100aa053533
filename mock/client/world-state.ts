import { notTheControlApi } from './control-failure.ts'
import type { Schemas } from './operation.ts'

// The control API sends times as ISO 8601 texts and null for missing values. In code a time is a number of Unix milliseconds
// and a missing value is undefined, as in the typed methods of `startMock`.

/** A reading of a world's clock. */
export interface ClockReading {
  readonly now: number
  readonly frozen: boolean
  /** World seconds per real second. */
  readonly speed: number
}

export interface WindowState {
  readonly limit: number
  readonly remaining: number
  /** `undefined` while no window is open. */
  readonly resetsAt: number | undefined
}

/** A key with its quota and its client report. */
export interface KeyState extends Omit<Schemas['Key'], 'windows' | 'bannedUntil'> {
  readonly windows: { readonly minute: WindowState; readonly day: WindowState }
  /** `undefined` without a ban. */
  readonly bannedUntil: number | undefined
}

export interface WorldState extends Omit<Schemas['World'], 'clock'> {
  readonly clock: ClockReading
}

export function clockReadingOf({ now, frozen, speed }: Schemas['Clock']): ClockReading {
  return { now: timeOf(now), frozen, speed }
}

export function keyStateOf({ windows, bannedUntil, ...key }: Schemas['Key']): KeyState {
  const { minute, day } = windows
  return {
    ...key,
    windows: { minute: windowStateOf(minute), day: windowStateOf(day) },
    bannedUntil: timeUnlessNull(bannedUntil),
  }
}

export function worldStateOf({ clock, ...world }: Schemas['World']): WorldState {
  return { ...world, clock: clockReadingOf(clock) }
}

function windowStateOf({ resetsAt, ...window }: Schemas['Window']): WindowState {
  return { ...window, resetsAt: timeUnlessNull(resetsAt) }
}

function timeUnlessNull(text: string | null): number | undefined {
  return text === null ? undefined : timeOf(text)
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw notTheControlApi(200)
  return time
}
