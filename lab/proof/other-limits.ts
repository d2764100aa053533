/** The values of the other service's rate-limit headers. */
export interface OtherQuota {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly reset: number
}

interface Window {
  readonly limit: number
  readonly length: number
  since: number
  used: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The other service's meter of one caller: a minute and a day, each from its first request on. */
export class OtherLimits {
  readonly #minute: Window
  readonly #day: Window

  constructor({ minute, day }: { readonly minute: number; readonly day: number }) {
    this.#minute = { limit: minute, length: MINUTE_MS, since: Number.NEGATIVE_INFINITY, used: 0 }
    this.#day = { limit: day, length: DAY_MS, since: Number.NEGATIVE_INFINITY, used: 0 }
  }

  /** Counts a request, or refuses it until a time. */
  admit(now: number): { readonly refused: boolean; readonly quota: OtherQuota } {
    const windows = [this.#minute, this.#day]
    for (const window of windows) renew(window, now)
    const full = windows.findLast(({ used, limit }) => used >= limit)
    if (full) return { refused: true, quota: quotaIn(full, now) }
    for (const window of windows) window.used += 1
    return { refused: false, quota: quotaIn(this.#minute, now) }
  }

  /** Lets a test reach the end of a quota sooner. */
  leave({ minute, day }: { readonly minute?: number; readonly day?: number }, now: number): void {
    for (const [window, left] of [
      [this.#minute, minute],
      [this.#day, day],
    ] as const) {
      if (left === undefined) continue
      renew(window, now)
      Object.assign(window, { since: now, used: window.limit - Math.min(left, window.limit) })
    }
  }
}

function renew(window: Window, now: number): void {
  if (now < window.since + window.length) return
  Object.assign(window, { since: now, used: 0 })
}

function quotaIn({ limit, used, since, length }: Window, now: number): OtherQuota {
  return { limit, remaining: limit - used, reset: Math.ceil(Math.max(since + length, now) / 1000) }
}
