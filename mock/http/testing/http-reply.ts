import { parseRateLimit, type RateLimit } from 'ratelimit-header-parser'
import { parseJson } from '../../../spec/exact-json/json.ts'
import type { ErrorBody, Pet } from '../../../spec/wire.ts'

/** A reply with its whole body. */
export class HttpReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string

  constructor(status: number, headers: Headers, text: string) {
    this.status = status
    this.headers = headers
    this.text = text
  }

  header(name: string): string {
    return this.headers.get(name) ?? ''
  }

  /** The body as JSON, with exact int64. */
  get json(): unknown {
    return parseJson(this.text)
  }

  get pet(): Pet {
    return this.json as Pet
  }

  get pets(): readonly Pet[] {
    return this.json as readonly Pet[]
  }

  get error(): ErrorBody {
    return this.json as ErrorBody
  }

  /** The rate-limit headers, parsed by an independent library. */
  get rateLimit(): RateLimit {
    const parsed = parseRateLimit(this.headers, { reset: 'unix' })
    if (!parsed) throw new Error('no rate-limit headers')
    return parsed
  }

  /** X-RateLimit-Reset in Unix milliseconds. */
  get reset(): number {
    return this.rateLimit.reset?.getTime() ?? Number.NaN
  }

  /** Retry-After in seconds, if it has that form. */
  get retryAfter(): number {
    return Number(this.headers.get('Retry-After') ?? Number.NaN)
  }
}
