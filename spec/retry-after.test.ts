import { expect, test } from 'vitest'
import { namesTime, readRetryAfter, waitOf, type RetryAfterForm } from './retry-after.ts'

const RECEIVED = Date.UTC(2026, 0, 15, 10, 30, 20)
// The limit resets in 40 seconds.
const RESET = RECEIVED / 1000 + 40

test.for<[retryAfter: string, form: RetryAfterForm, milliseconds: number]>([
  ['40', 'seconds', 40_000],
  ['0', 'seconds', 0],
  ['1.5', 'seconds', 1500],
  ['40000', 'milliseconds', 40_000],
  ['39500', 'milliseconds', 39_500],
  ['5000', 'seconds or milliseconds', 5_000_000],
  [String(RESET), 'Unix time', 40_000],
  [String(RESET * 1000), 'Unix time in milliseconds', 40_000],
  ['Thu, 15 Jan 2026 10:31:00 GMT', 'HTTP date', 40_000],
  ['Thu, 15 Jan 2026 10:30:00 GMT', 'HTTP date', 0],
  ['2026-01-15T10:31:00Z', 'ISO date', 40_000],
  ['2026-01-15T11:31:00.000+01:00', 'ISO date', 40_000],
  ['40s', 'duration with a unit', 40_000],
  ['40 seconds', 'duration with a unit', 40_000],
  ['40000ms', 'duration with a unit', 40_000],
  ['1m30s', 'duration with a unit', 90_000],
  ['1 minute, 30 seconds', 'duration with a unit', 90_000],
  ['PT40S', 'duration with a unit', 40_000],
  ['P1DT2H', 'duration with a unit', 93_600_000],
])('Retry-After is parsed in each form: %s', ([retryAfter, form, milliseconds]) => {
  const headers = { retryAfter, date: undefined, reset: RESET }
  expect(readRetryAfter(headers, RECEIVED)).toEqual({ form, milliseconds })
  expect(namesTime(retryAfter)).toBe(true)
})

test('without a Reset, an ambiguous number is read as the longer wait', () => {
  const headers = { retryAfter: '40000', date: undefined }
  const longer = { form: 'seconds or milliseconds', milliseconds: 40_000_000 }
  expect(readRetryAfter(headers, RECEIVED)).toEqual(longer)
})

test('a few seconds are not read as milliseconds, however near the Reset is', () => {
  const headers = { retryAfter: '13', date: undefined, reset: RECEIVED / 1000 + 1 }
  expect(readRetryAfter(headers, RECEIVED)).toEqual({ form: 'seconds', milliseconds: 13_000 })
})

test('a date is relative to the Date of the reply', () => {
  const [retryAfter, date] = ['Thu, 15 Jan 2026 11:31:00 GMT', 'Thu, 15 Jan 2026 11:30:20 GMT']
  expect(waitOf({ retryAfter, date }, RECEIVED)).toBe(40_000)
})

test('with a clock that shows 1970, a number is still read as a wait', () => {
  expect(waitOf({ retryAfter: '60', date: undefined }, 50_000)).toBe(60_000)
})

test.for<[what: string, retryAfter: string, namesOne: boolean]>([
  ['a word', 'soon', false],
  ['nothing', '', false],
  ['a negative number', '-1', false],
  ['an HTTP date that no calendar has', 'Thu, 45 Jan 2026 10:31:00 GMT', false],
  ['a date of another time zone', 'Thu, 15 Jan 2026 10:31:00 CET', true],
  ['a unit of its own', '3 fortnights', true],
])('an unreadable value results in no wait: %s', ([_what, retryAfter, namesOne]) => {
  expect(waitOf({ retryAfter, date: undefined }, RECEIVED)).toBeUndefined()
  expect(namesTime(retryAfter)).toBe(namesOne)
})

test('a missing header results in no wait', () => {
  expect(waitOf({ retryAfter: undefined, date: undefined }, RECEIVED)).toBeUndefined()
})

test('parsing takes linear time', () => {
  const texts = ['1 s '.repeat(50_000), '1'.repeat(200_000), `P${'1D'.repeat(100_000)}`, 'a'.repeat(200_000)]
  for (const retryAfter of texts) expect(waitOf({ retryAfter, date: undefined }, RECEIVED)).toBeUndefined()
})
