import type { Choices } from '../../../spec/index.ts'

export const windowNames = ['minute', 'day'] as const
export type WindowName = (typeof windowNames)[number]

/** Requests that a caller may make in each window. */
export type Allowance = Readonly<Record<WindowName, number>>

/** How much of a window is used; `opened` in Unix milliseconds, `undefined` before its first request. */
export interface Window {
  opened: number | undefined
  used: number
}

const LENGTH: Readonly<Record<WindowName, number>> = { minute: 60_000, day: 86_400_000 }

/** Renews a window that is over, or in which the time is not (a clock can be set back). */
export function rollWindow(
  window: Window,
  name: WindowName,
  now: number,
  alignment: Choices['window-alignment'],
): void {
  const length = LENGTH[name]
  const calendarStart = now - (now % length)
  const { opened } = window
  // A request that was counted and taken back again has opened nothing.
  const isOpen = opened !== undefined && window.used > 0 && now >= opened && now < opened + length
  if (isOpen && (alignment === 'first-request' || opened === calendarStart)) return
  window.used = 0
  window.opened = alignment === 'calendar' ? calendarStart : undefined
}

/** When a window ends, in Unix milliseconds; one that is not open yet ends as though it opened now. */
export function resetOf(window: Window, name: WindowName, now: number): number {
  return (window.opened ?? now) + LENGTH[name]
}

/** How many requests are left in a window; a smaller plan may leave fewer than none, which counts as none. */
export function leftIn(window: Window, limit: number): number {
  return Math.max(0, limit - window.used)
}
