// What the headers of a reply say of quota, waits and pages.
import { readRetryAfter, type RetryAfter } from '../../spec/retry-after.ts'
import { remembering, type RecordedExchange } from './history.ts'
import { CLOCKS_S, ROUNDING_S } from './readings.ts'

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

const DAY_MS = 86_400_000

/**
 * Whether X-RateLimit-Reset is a Unix time in seconds that may be the end of a window: not past when the request was sent, and at
 * most a day ahead when it was answered, for it may have been handled at any time between.
 */
export function isReset(exchange: Pick<RecordedExchange, 'headers' | 'sent' | 'received'>): boolean {
  const { reset } = rateLimitOf(exchange)
  const isPast = reset * 1000 - exchange.sent < -(CLOCKS_S + ROUNDING_S) * 1000
  const isFar = reset * 1000 - exchange.received > DAY_MS + CLOCKS_S * 1000
  return Number.isInteger(reset) && !isPast && !isFar
}

/** Whether X-RateLimit-Reset is no Unix time in seconds by any clock: a date, a wait, or milliseconds, which are days from its reply. */
export function isResetByNoClock(exchange: Pick<RecordedExchange, 'headers' | 'received'>): boolean {
  const { reset } = rateLimitOf(exchange)
  return !Number.isInteger(reset) || Math.abs(reset * 1000 - exchange.received) > 7 * DAY_MS
}
