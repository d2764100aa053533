/** What one caller may still do: two windows, what is reported of them, and the ban. */
import type { Choices } from './devilries.ts'
import { Chance } from './random.ts'
import { windowOf, type Window } from './windows.ts'

export type Plan = 'free' | 'pro' | 'business' | 'enterprise'

const MINUTE = 60_000
const DAY = 86_400_000
const PLANS = { free: [60, 1_000], pro: [300, 10_000], business: [1_000, 100_000] } as const
const ENTERPRISE: Readonly<Record<string, readonly [number, number]>> = {
  5000: [5_000, 500_000],
  7: [7, 50],
  1: [1, 3],
}
const ZONES: Readonly<Record<string, number>> = {
  utc: 0,
  '+05:30': 5.5 * 3_600_000,
  '-08:00': -8 * 3_600_000,
}

/** What the rate-limit headers report. */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

/** The two windows of one caller, which may be one key or one customer. */
export class Quota {
  readonly minute: Window
  readonly day: Window
  #reports = 0

  constructor(plan: Plan, choices: Choices) {
    const [perMinute, perDay] =
      plan === 'enterprise' ? (ENTERPRISE[choices.of('enterprise')] ?? [1, 1]) : PLANS[plan]
    this.minute = windowOf(choices.of('minuteWindow'), perMinute, MINUTE, 0)
    this.day = windowOf(choices.of('dayWindow'), perDay, DAY, ZONES[choices.of('dayZone')] ?? 0)
  }

  /** Milliseconds until a request is admitted; 0: at once. */
  wait(now: number): number {
    return Math.max(this.minute.wait(now), this.day.wait(now))
  }

  take(now: number): void {
    this.minute.take(now)
    this.day.take(now)
  }

  refuse(now: number): void {
    this.minute.refuse(now)
    this.day.refuse(now)
  }

  report(now: number, choices: Choices, requestNumber: number): RateLimit {
    const window = this.#reportedWindow(now, choices, requestNumber)
    const round = choices.at('resetRounding', '', requestNumber) === 'down' ? Math.floor : Math.ceil
    return { limit: window.limit, remaining: window.left(now), reset: round(window.full(now) / 1000) }
  }

  #reportedWindow(now: number, choices: Choices, requestNumber: number): Window {
    this.#reports++
    const exceeded = [this.day, this.minute].find((window) => window.wait(now) > 0)
    if (exceeded !== undefined && choices.of('toldOnRefusal') === 'exceeded') return exceeded
    const reported = choices.at('told', '', requestNumber)
    if (reported === 'tightest') return this.day.left(now) < this.minute.left(now) ? this.day : this.minute
    if (reported === 'turns') return this.#reports % 2 === 0 ? this.day : this.minute
    return reported === 'day' ? this.day : this.minute
  }
}

/** The refusals of one key, and the ban that may follow. */
export class Ban {
  until = -Infinity
  readonly #choices: Choices
  #waitUntil = -Infinity
  #early = 0

  constructor(choices: Choices) {
    this.#choices = choices
  }

  holds(now: number): boolean {
    return now < this.until
  }

  /** A banned key calls again. */
  again(now: number): void {
    if (this.#choices.of('banLength') === 'grows') this.until = Math.max(this.until, now + 120_000)
  }

  /** Only a request sent before the reported wait is over counts as one that continues after a 429. */
  refused(now: number, wait: number): void {
    if (now < this.#waitUntil) this.#early++
    else if (this.#choices.of('banCount') === 'in-a-row') this.#early = 0
    this.#waitUntil = now + wait
    const after = this.#choices.of('banAfter')
    if (after === 'never' || this.#early < Number(after)) return
    const length = this.#choices.of('banLength')
    this.until = now + (length === 'grows' ? 120_000 : Number(length) * 1000)
    this.#early = 0
    this.#waitUntil = -Infinity
  }

  served(): void {
    if (this.#choices.of('banCount') === 'in-a-row') this.#early = 0
    this.#waitUntil = -Infinity
  }
}

/** The wait as the value of Retry-After; its unit and format are free. */
export function retryAfter(now: number, wait: number, form: string): string {
  const until = now + Math.max(wait, 1)
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  const untilSecond = Math.ceil(until / 1000)
  switch (form) {
    case 'http-date':
      return new Date(untilSecond * 1000).toUTCString()
    case 'iso-date':
      return new Date(until).toISOString()
    case 'with-unit':
      return new Chance(seconds).pick([`${seconds}s`, `${seconds} s`, `${seconds} seconds`, `${seconds}sec`])
    case 'iso-duration':
      return `PT${seconds}S`
    case 'milliseconds':
      return String(Math.max(1, Math.ceil(wait)))
    case 'unix-seconds':
      return String(untilSecond)
    case 'unix-milliseconds':
      return String(Math.ceil(until))
    default:
      return String(seconds)
  }
}

/** What is reported to clients without a valid key. */
export class Anonymous {
  readonly #choices: Choices
  readonly #quota: Quota

  constructor(choices: Choices) {
    this.#choices = choices
    this.#quota = new Quota('free', choices)
  }

  report(now: number, requestNumber: number): RateLimit {
    const kind = this.#choices.of('anonymous')
    if (kind === 'counted' && this.#quota.wait(now) === 0) this.#quota.take(now)
    return this.#quota.report(now, this.#choices, requestNumber)
  }
}
