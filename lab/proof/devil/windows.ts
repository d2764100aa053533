/** The kinds of window in which a service may count "requests per minute" and "requests per day". */

export interface Window {
  readonly limit: number
  left(now: number): number
  take(now: number): void
  /** A request was refused. */
  refuse(now: number): void
  /** Milliseconds until one request is left; 0 when one is. */
  wait(now: number): number
  /** When the whole limit is there again. */
  full(now: number): number
  setLeft(now: number, left: number): void
}

export function windowOf(kind: string, limit: number, length: number, zone: number): Window {
  switch (kind) {
    case 'calendar':
      return new Fixed(limit, length, (now) => now - mod(now + zone, length))
    case 'first-request':
      return new Fixed(limit, length, (now) => now)
    case 'rolling':
      return new Rolling(limit, length, false)
    case 'rolling-with-refusals':
      return new Rolling(limit, length, true)
    case 'bucket':
      return new Bucket(limit, length, 1, false)
    case 'bucket-seconds-down':
      return new Bucket(limit, length, 1000, false)
    case 'bucket-seconds-up':
      return new Bucket(limit, length, 1000, true)
    default:
      throw new Error(`no such window: ${kind}`)
  }
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by
}

/** Counts anew in each window; `startOf` returns where a window begins that is entered now. */
class Fixed implements Window {
  readonly limit: number
  readonly #length: number
  readonly #startOf: (now: number) => number
  #end = -Infinity
  #used = 0

  constructor(limit: number, length: number, startOf: (now: number) => number) {
    this.limit = limit
    this.#length = length
    this.#startOf = startOf
  }

  #over(now: number): boolean {
    return now >= this.#end
  }

  left(now: number): number {
    return this.#over(now) ? this.limit : this.limit - this.#used
  }

  take(now: number): void {
    this.#enter(now)
    this.#used++
  }

  refuse(): void {
    // A refused request changes nothing here.
  }

  wait(now: number): number {
    return this.left(now) > 0 ? 0 : this.#end - now
  }

  full(now: number): number {
    return this.#over(now) ? this.#startOf(now) + this.#length : this.#end
  }

  setLeft(now: number, left: number): void {
    this.#enter(now)
    this.#used = this.limit - left
  }

  #enter(now: number): void {
    if (!this.#over(now)) return
    this.#end = this.#startOf(now) + this.#length
    this.#used = 0
  }
}

/** Counts what happened in the time just gone. */
class Rolling implements Window {
  readonly limit: number
  readonly #length: number
  readonly #countRefusals: boolean
  #log: { readonly time: number; count: number }[] = []

  constructor(limit: number, length: number, countRefusals: boolean) {
    this.limit = limit
    this.#length = length
    this.#countRefusals = countRefusals
  }

  #used(now: number): number {
    this.#log = this.#log.filter((one) => one.time > now - this.#length)
    return this.#log.reduce((sum, one) => sum + one.count, 0)
  }

  left(now: number): number {
    return Math.max(0, this.limit - this.#used(now))
  }

  take(now: number): void {
    this.#note(now, 1)
  }

  refuse(now: number): void {
    if (this.#countRefusals) this.#note(now, 1)
  }

  wait(now: number): number {
    let tooMany = this.#used(now) - this.limit + 1
    for (const { time, count } of this.#log) {
      if (tooMany <= 0) return 0
      tooMany -= count
      if (tooMany <= 0) return time + this.#length - now
    }
    return 0
  }

  full(now: number): number {
    this.#used(now)
    return (this.#log.at(-1)?.time ?? now) + this.#length
  }

  setLeft(now: number, left: number): void {
    this.#log = []
    if (left < this.limit) this.#note(now, this.limit - left)
  }

  #note(now: number, count: number): void {
    const last = this.#log.at(-1)
    if (last?.time === now) last.count += count
    else this.#log.push({ time: now, count })
  }
}

/** Is refilled evenly, in steps of a millisecond or a second, with the count of tokens rounded up or down. */
class Bucket implements Window {
  readonly limit: number
  readonly #length: number
  readonly #step: number
  readonly #up: boolean
  #start: number | undefined
  #credited = 0
  #tokens: number

  constructor(limit: number, length: number, step: number, up: boolean) {
    this.limit = limit
    this.#length = length
    this.#step = step
    this.#up = up
    this.#tokens = limit
  }

  left(now: number): number {
    this.#refill(now)
    return this.#tokens
  }

  take(now: number): void {
    this.#start ??= now
    this.#refill(now)
    this.#tokens--
  }

  refuse(): void {
    // A refused request changes nothing here.
  }

  wait(now: number): number {
    return this.left(now) > 0 ? 0 : this.#timeOf(this.#credited + 1) - now
  }

  full(now: number): number {
    const missing = this.limit - this.left(now)
    return missing === 0 ? now : this.#timeOf(this.#credited + missing)
  }

  setLeft(now: number, left: number): void {
    this.#start ??= now
    this.#refill(now)
    this.#tokens = left
  }

  #refill(now: number): void {
    if (this.#start === undefined) return
    const exact = Math.floor((now - this.#start) / this.#step) * this.limit
    const perToken = this.#length / this.#step
    const due = this.#up ? Math.ceil(exact / perToken) : Math.floor(exact / perToken)
    this.#tokens = Math.min(this.limit, this.#tokens + Math.max(0, due - this.#credited))
    this.#credited = Math.max(this.#credited, due)
  }

  /** When the token of that number is credited. */
  #timeOf(token: number): number {
    const perToken = this.#length / this.#step
    const steps = this.#up
      ? Math.floor(((token - 1) * perToken) / this.limit) + 1
      : Math.ceil((token * perToken) / this.limit)
    return (this.#start ?? 0) + steps * this.#step
  }
}
