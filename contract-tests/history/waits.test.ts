import { describe, expect, test } from 'vitest'
import type { RecordedExchange } from './history.ts'
import { exchangeOf } from './testing/findings.ts'
import { earliestEndOfWait, endOfReset, endOfWait, endOfWindow, hasEnd, isReset } from './waits.ts'

const DAY_S = 86_400

interface Refused {
  readonly retryAfter?: string
  readonly left?: number
  /** Seconds after the refusal. */
  readonly reset?: number
  /** How many seconds the Date is behind. */
  readonly behind?: number
}

/** A refusal that is answered 10 seconds after the beginning. */
function refusal({ retryAfter, left = 0, reset = 40, behind }: Refused): RecordedExchange {
  const exchange = exchangeOf({
    ask: 'GET /pets',
    status: 429,
    json: {},
    quota: [60, left, 10 + reset],
    at: [10, 10],
    ...(retryAfter !== undefined && { retryAfter }),
  })
  if (behind === undefined) return exchange
  const date = new Date(exchange.received - behind * 1000).toUTCString()
  return { ...exchange, headers: { ...exchange.headers, date } }
}

/** In seconds from the refusal on. */
function secondsTo(end: (one: RecordedExchange) => number, refused: Refused): number {
  const one = refusal(refused)
  return (end(one) - one.received) / 1000
}

const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 20, 10, 0, 10 + seconds)).toUTCString()

describe('a wait is over', () => {
  test.for<[what: string, refused: Refused, seconds: number]>([
    ['after so many seconds', { retryAfter: '40' }, 40],
    ['after so many minutes', { retryAfter: '2 minutes' }, 120],
    ['5 s after a date, without a Date that shows its clock', { retryAfter: at(40) }, 45],
    [
      '2 s after a date by the clock of its Date, which may be a gateway’s',
      { retryAfter: at(40), behind: 0 },
      42,
    ],
    ['at a date by our clock, where its Date is 2 s ahead', { retryAfter: at(40), behind: -2 }, 40],
    ['2 s after a date by a clock that is 10 s ahead', { retryAfter: at(40), behind: -10 }, 32],
    ['2 s after a date by a clock that is 10 s behind', { retryAfter: at(40), behind: 10 }, 52],
    ['5 s after an ISO date', { retryAfter: '2026-11-20T10:00:50Z' }, 45],
    ['5 s after a Unix time', { retryAfter: String(Date.UTC(2026, 10, 20, 10, 0, 50) / 1000) }, 45],
    ['5 s after one in milliseconds', { retryAfter: String(Date.UTC(2026, 10, 20, 10, 0, 50)) }, 45],
    ['at no known time, in milliseconds', { retryAfter: '40000' }, Number.NaN],
    ['at no known time, without a Retry-After', {}, Number.NaN],
    ['at no known time, where a word says so', { retryAfter: 'soon' }, Number.NaN],
  ])('%s', ([_what, refused, seconds]) => {
    expect(secondsTo(endOfWait, refused)).toBe(seconds)
  })
})

describe('at the earliest it is over', () => {
  test.for<[what: string, refused: Refused, seconds: number]>([
    ['when it says, up to the Reset', { retryAfter: '40' }, 40],
    ['when it says, 5 s and the clocks after the Reset', { retryAfter: '50' }, 50],
    ['after milliseconds, where seconds go beyond the Reset', { retryAfter: '51' }, 0.051],
    ['after milliseconds, where they name the Reset', { retryAfter: '40000' }, 40],
    ['at a date beyond the Reset, which has one unit', { retryAfter: at(400), behind: 0 }, 400],
  ])('%s', ([_what, refused, seconds]) => {
    expect(secondsTo(earliestEndOfWait, refused)).toBe(seconds)
  })
})

describe('the window of a refusal is over', () => {
  test.for<[what: string, refused: Refused, seconds: number]>([
    ['5 s after its Reset, without a Date', { reset: 40 }, 45],
    ['at its Reset by the clock of its Date', { reset: 40, behind: 0 }, 40],
    ['at its Reset by a clock that is behind', { reset: 40, behind: 10 }, 50],
    ['at once where the Reset is a moment ago', { reset: -4, behind: 0 }, 0],
    ['never where the Reset is long past', { reset: -6 }, Infinity],
    ['a day ahead', { reset: DAY_S, behind: 0 }, DAY_S],
    ['never more than a day ahead', { reset: DAY_S + 6 }, Infinity],
    ['never where something is left: another one refuses', { left: 1 }, Infinity],
  ])('%s', ([_what, refused, seconds]) => {
    expect(secondsTo(endOfWindow, refused)).toBe(seconds)
  })
})

test('a Reset may end a window from 5 s ago to a day and 5 s ahead', () => {
  const allowed = [-6, -5, 0, DAY_S + 5, DAY_S + 6].map((reset) => hasEnd(refusal({ reset })))
  expect(allowed).toEqual([false, true, true, true, false])
  expect(secondsTo(endOfReset, { reset: 40 })).toBe(45)
})

const NOW = Date.UTC(2026, 0, 15, 10, 30, 20)
const SECONDS = NOW / 1000

test.for<[what: string, reset: number, isEnd: boolean, tookMs?: number]>([
  ['now', 0, true],
  ['a day ahead', DAY_S, true],
  ['a day ahead, by a clock that is 5 s ahead', DAY_S + 5, true],
  ['more than a day ahead', DAY_S + 6, false],
  ['6 s ago, for clocks and rounding', -6, true],
  ['7 s ago', -7, false],
  ['10 s ago, of a reply that took 5 s', -10, true, 5000],
  ['12 s ago, of a reply that took 5 s', -12, false, 5000],
  ['a fraction', 0.5, false],
  ['none', Number.NaN, false],
])('a Reset %s may end a window: %3$s', ([_what, reset, isEnd, took = 0]) => {
  const headers = Number.isNaN(reset) ? {} : { 'x-ratelimit-reset': String(SECONDS + reset) }
  expect(isReset({ headers, sent: NOW - took, received: NOW })).toBe(isEnd)
})
