// What the rate-limit headers of one reply must be by themselves.
import { isInRfcForm, namesTime } from '../../spec/retry-after.ts'
import { figure, visible } from '../../spec/wording.ts'
import { RATE_LIMIT_HEADERS, rateLimitOf, readWait } from './headers.ts'
import { isServedHead, type RecordedExchange } from './history.ts'
import type { ReplyRule } from './reply-rules.ts'
import { shown } from './values.ts'
import { isReset } from './waits.ts'

export const limitRules: readonly ReplyRule[] = [
  {
    clause: 'LIMIT-1',
    alsoOf: isServedHead,
    concerns: () => true,
    expected: 'X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset',
    fault: ({ headers }: RecordedExchange) => {
      const missing = RATE_LIMIT_HEADERS.filter((name) => !(name in headers))
      return missing.length === 0 ? undefined : `no ${missing.join(', ')}`
    },
  },
  {
    clause: 'LIMIT-3',
    aspect: 'Remaining is a whole number from 0 to the limit',
    alsoOf: isServedHead,
    concerns: ({ headers }) => 'x-ratelimit-remaining' in headers,
    expected: 'a whole number from 0 to X-RateLimit-Limit',
    fault: (exchange) => {
      const { limit, remaining } = rateLimitOf(exchange)
      const { 'x-ratelimit-remaining': text = '' } = exchange.headers
      const isRight = /^\d+$/.test(text) && !(remaining > limit)
      return isRight ? undefined : `X-RateLimit-Remaining ${shown(text)}`
    },
  },
  {
    clause: 'LIMIT-4',
    alsoOf: isServedHead,
    concerns: ({ headers }) => 'x-ratelimit-reset' in headers,
    expected: 'X-RateLimit-Reset: a Unix time in whole seconds, not past and at most a day ahead',
    fault: (exchange) =>
      isReset(exchange)
        ? undefined
        : `X-RateLimit-Reset ${shown(exchange.headers['x-ratelimit-reset'])}${farOff(exchange)}`,
  },
  {
    clause: 'LIMIT-8',
    shownBy: 'going over the limit',
    concerns: ({ status }) => status === 429,
    expected: 'a Retry-After that says when to retry',
    fault: (exchange) => {
      const value = exchange.headers['retry-after']
      if (value === undefined) return 'no Retry-After'
      return namesTime(value) ? undefined : `Retry-After: ${visible(value)}`
    },
  },
  {
    clause: 'LIMIT-13',
    shownBy: 'going over the limit',
    concerns: ({ status }) => status === 429,
    expected: 'Cache-Control: no-store, or nothing that lets a cache answer with it again',
    fault: ({ headers, received }) => {
      const { 'cache-control': control = '', date = '', expires } = headers
      if (/\bno-store\b/i.test(control)) return undefined
      if (CACHEABLE.test(control)) return `Cache-Control: ${visible(control)}`
      const sent = Date.parse(date) || received
      // Whatever is no date is past (RFC 9111 §5.3), and max-age comes first (§5.2.2.1).
      const isFresh = expires !== undefined && !/\bmax-age\b/i.test(control) && Date.parse(expires) > sent
      return isFresh ? `Expires: ${visible(expires)}` : undefined
    },
  },
  {
    clause: 'LIMIT-16',
    shownBy: 'going over the limit',
    // What names no time at all breaks LIMIT-8.
    concerns: ({ status, headers }) => status === 429 && namesTime(headers['retry-after'] ?? ''),
    expected: 'Retry-After: whole seconds, or an HTTP date such as Fri, 20 Nov 2026 10:00:42 GMT',
    fault: (exchange) => {
      const value = exchange.headers['retry-after'] ?? ''
      const form = readWait(exchange)?.form
      if (isInRfcForm(value, form)) return undefined
      return `Retry-After: ${visible(value)}${form === undefined ? '' : `, which is read as: ${form}`}`
    },
  },
]

/** What in Cache-Control lets a cache answer with a 429 again. It may not where nothing says so (RFC 9111 §3, RFC 9110 §15.1). */
export const CACHEABLE = /\bpublic\b|\b(?:s-maxage|max-age)="?0*[1-9]/i

const YEAR_S = 366 * 86_400

/** How far a Reset is from the reply; empty where it is no time of these days. */
function farOff(exchange: RecordedExchange): string {
  const ahead = Math.round(rateLimitOf(exchange).reset - exchange.received / 1000)
  if (Number.isNaN(ahead) || Math.abs(ahead) > YEAR_S) return ''
  return `, ${figure(Math.abs(ahead))} s ${ahead < 0 ? 'ago' : 'ahead'}`
}
