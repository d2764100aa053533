import type { Mix } from './freedoms.ts'

export interface FreeQuota {
  readonly limit: number
  readonly remaining: number
  /** Unix milliseconds; a whole second. */
  readonly reset: number
}

interface Window {
  readonly limit: number
  readonly length: number
  until: number
  used: number
  /** The times of its requests, in a rolling window. */
  readonly made?: number[]
}

const STRIKES = 3
const BAN_MS = 120_000

/** The meter of one key: a minute and a day. Headers are about the window with the fewest requests left. */
export class FreeMeter {
  readonly #windows: readonly [Window, Window] = [
    { limit: 60, length: 60_000, until: 0, used: 0 },
    { limit: 1000, length: 86_400_000, until: 0, used: 0 },
  ]
  readonly #mix: Mix
  #strikes = 0
  #bannedUntil = 0

  constructor(mix: Mix) {
    this.#mix = mix
    if (mix.window === 'rolling') for (const window of this.#windows) Object.assign(window, { made: [] })
  }

  /** Counts a request, or refuses it; `refused` is when the next one is admitted, in Unix milliseconds. */
  admit(now: number): { readonly quota: FreeQuota; readonly refused?: number } {
    for (const window of this.#windows) this.#renew(window, now)
    if (now < this.#bannedUntil)
      return {
        quota: { ...this.#quota(), remaining: 0, reset: this.#bannedUntil },
        refused: this.#bannedUntil,
      }
    const full = this.#windows.filter(({ used, limit }) => used >= limit)
    if (full.length === 0) {
      for (const window of this.#windows) {
        window.used += 1
        window.made?.push(now)
        if (window.made) window.until = endOf(window, now)
      }
      return { quota: this.#quota() }
    }
    const until = Math.max(...full.map((window) => window.until))
    this.#strikes += 1
    if (this.#mix.ban === 'none' || this.#strikes <= STRIKES) return { quota: this.#quota(), refused: until }
    this.#strikes = 0
    this.#bannedUntil = wholeSecond(Math.max(now + BAN_MS, until))
    return { quota: { ...this.#quota(), reset: this.#bannedUntil }, refused: this.#bannedUntil }
  }

  /** Refunds an error, where errors are free. */
  giveBack(): FreeQuota {
    if (this.#mix.errors === 'are free')
      for (const window of this.#windows) {
        window.used -= 1
        window.made?.pop()
      }
    return this.#quota()
  }

  /** Lets a test reach the end of a quota sooner. */
  leave({ minute, day }: { readonly minute?: number; readonly day?: number }, now: number): void {
    for (const [at, left] of [minute, day].entries()) {
      const window = this.#windows[at]
      if (window === undefined || left === undefined) continue
      this.#renew(window, now)
      window.used = window.limit - Math.min(left, window.limit)
      window.made?.splice(0, Number.POSITIVE_INFINITY, ...Array.from({ length: window.used }, () => now))
      if (window.made) window.until = endOf(window, now)
    }
  }

  #quota(): FreeQuota {
    const [minute, day] = this.#windows
    if (this.#mix.reports === 'the day') return quotaIn(day)
    return quotaIn(day.limit - day.used < minute.limit - minute.used ? day : minute)
  }

  #renew(window: Window, now: number): void {
    if (window.made) {
      const before = window.used
      while (window.made[0] !== undefined && window.made[0] + window.length <= now) window.made.shift()
      window.used = window.made.length
      if (window.used < before) this.#strikes = 0
      window.until = endOf(window, now)
      return
    }
    if (now < window.until) return
    const since = this.#mix.window === 'calendar' ? now - (now % window.length) : now
    Object.assign(window, { until: wholeSecond(since + window.length), used: 0 })
    this.#strikes = 0
  }
}

/** When the oldest request leaves a rolling window. */
function endOf({ made = [], length }: Window, now: number): number {
  return wholeSecond((made[0] ?? now) + length)
}

function quotaIn({ limit, used, until }: Window): FreeQuota {
  return { limit, remaining: limit - used, reset: until }
}

function wholeSecond(time: number): number {
  return Math.ceil(time / 1000) * 1000
}
