// What the headers of a reply say of quota, waits and pages.
import { readRetryAfter, type RetryAfter } from '../../spec/retry-after.ts'
import { remembering, type RecordedExchange } from './history.ts'

/** The headers that every reply owes (section Rate limit headers), by their names in lower case. */
export const RATE_LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** The rate-limit headers of an exchange, as numbers; NaN where one is missing or no number. */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

export function rateLimitOf({ headers }: Pick<RecordedExchange, 'headers'>): RateLimit {
  return rateLimitIn(headers)
}

const rateLimitIn = remembering((headers: RecordedExchange['headers']): RateLimit => {
  const number = (name: string): number => {
    const text = headers[name] ?? ''
    return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  }
  return {
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
  }
})

/** The Retry-After of an exchange, in any form; `undefined` if it is missing or unreadable. */
export function readWait({
  headers,
  received,
}: Pick<RecordedExchange, 'headers' | 'received'>): RetryAfter | undefined {
  const { reset } = rateLimitIn(headers)
  return readRetryAfter({ retryAfter: headers['retry-after'], date: headers['date'], reset }, received)
}

/** The wait that an exchange's Retry-After asks for, in milliseconds; `undefined` when it asks for none that can be read. */
export function retryAfterOf(exchange: Pick<RecordedExchange, 'headers' | 'received'>): number | undefined {
  return readWait(exchange)?.milliseconds
}

/** Where the Link of a reply says that the next page is (RFC 8288 §3), as it is written there. */
export function linkToNext({ headers }: Pick<RecordedExchange, 'headers'>): string | undefined {
  return /<([^>]*)>[^<]*\brel="?next\b/i.exec(headers['link'] ?? '')?.[1]
}
