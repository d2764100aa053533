import type { Choices } from '../../../spec/choices.ts'

export interface Rules {
  readonly alignment: Choices['window-alignment']
  /** Strikes that earn a ban, and its length; `undefined` without bans. */
  readonly ban: { readonly strikes: number; readonly milliseconds: number } | undefined
  readonly errorsCount: boolean
}

export interface Decision {
  readonly served: boolean
  readonly limit: number
  readonly remaining: number
  readonly until: number
}

interface WindowModel {
  readonly length: number
  readonly limit: number
  from: number
  used: number
}

/** The simplest model of one caller's limiter. Times in Unix milliseconds; NaN for a window that is not open. */
export class LimiterModel {
  readonly minute: WindowModel
  readonly day: WindowModel
  readonly #rules: Rules
  #strikes = 0
  #forgetAt = 0
  #bannedUntil = 0

  constructor(rules: Rules, perMinute: number, perDay: number) {
    this.#rules = rules
    this.minute = { length: 60_000, limit: perMinute, from: NaN, used: 0 }
    this.day = { length: 86_400_000, limit: perDay, from: NaN, used: 0 }
  }

  ask(now: number, isError: boolean): Decision {
    this.renew(now)
    const full = [this.day, this.minute].filter(({ used, limit }) => used >= limit)
    if (full.length > 0 || now < this.#bannedUntil) return this.#refuse(now, full)
    if (!isError || this.#rules.errorsCount) this.#spend(now)
    const tighter = left(this.day) < left(this.minute) ? this.day : this.minute
    return { served: true, limit: tighter.limit, remaining: left(tighter), until: endOf(tighter, now) }
  }

  renew(now: number): void {
    for (const window of [this.minute, this.day]) {
      if (window.used > 0 && now >= window.from && now < window.from + window.length) continue
      window.from = this.#rules.alignment === 'calendar' ? now - (now % window.length) : NaN
      window.used = 0
    }
    if (now >= this.#forgetAt) this.#strikes = 0
    if (this.#bannedUntil > 0 && now >= this.#bannedUntil) this.lift()
  }

  lift(): void {
    this.#strikes = this.#bannedUntil = this.#forgetAt = 0
  }

  setLeft(window: 'minute' | 'day', count: number, now: number): void {
    this.renew(now)
    this[window].used = Math.max(0, this[window].limit - count)
    if (Number.isNaN(this[window].from)) this[window].from = secondOf(now)
  }

  #spend(now: number): void {
    for (const window of [this.minute, this.day]) {
      window.used += 1
      if (Number.isNaN(window.from)) window.from = secondOf(now)
    }
  }

  #refuse(now: number, full: readonly WindowModel[]): Decision {
    const renewed = Math.max(0, ...full.map((window) => endOf(window, now)))
    const { ban } = this.#rules
    if (now >= this.#bannedUntil) {
      this.#strikes += 1
      this.#forgetAt = Math.max(this.#forgetAt, renewed)
      if (ban && this.#strikes >= ban.strikes)
        this.#bannedUntil = Math.max(secondOf(now) + ban.milliseconds, renewed)
    }
    const { limit } = full.find((window) => endOf(window, now) === renewed) ?? this.minute
    return { served: false, limit, remaining: 0, until: Math.max(this.#bannedUntil, renewed) }
  }
}

function left({ limit, used }: WindowModel): number {
  return Math.max(0, limit - used)
}

function endOf({ from, length }: WindowModel, now: number): number {
  return (Number.isNaN(from) ? secondOf(now) : from) + length
}

function secondOf(now: number): number {
  return now - (now % 1000)
}
