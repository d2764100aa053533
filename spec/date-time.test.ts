import { expect, test } from 'vitest'
import { isDateTime, longDay, waitOf } from './date-time.ts'

test.each([
  ['2030-12-05T00:00:00Z', true],
  ['2030-12-05t00:00:00.123456z', true],
  ['2030-12-05T01:00:00+01:00', true],
  ['2030-12-05', false],
  ['2030-12-05T00:00:00', false],
  ['2030-12-05 00:00:00Z', false],
  ['2030-13-05T00:00:00Z', false],
  ['2030-12-05T24:00:01Z', false],
  ['+012030-12-05T00:00:00Z', false],
  ['2026-02-29T00:00:00Z', false],
  ['2028-02-29T00:00:00Z', true],
  ['2030-06-31T00:00:00+01:00', false],
  ['soon', false],
])('%s as a date-time: %s', (text, is) => {
  expect(isDateTime(text)).toBe(is)
})

const RECEIVED = Date.UTC(2026, 0, 15, 10, 30, 20)

test.for<[what: string, milliseconds: number | undefined, retryAfter?: string, date?: string]>([
  ['no header', undefined],
  ['seconds', 37_000, '37'],
  ['no time at all', 0, '0'],
  ['a fraction', undefined, '1.5'],
  ['a negative number', undefined, '-1'],
  ['more digits than a wait can have', undefined, '12345678901'],
  ['a word', undefined, 'soon'],
  ['nothing', undefined, ''],
  ['a date', 40_000, 'Thu, 15 Jan 2026 10:31:00 GMT'],
  ['a date that is past', 0, 'Thu, 15 Jan 2026 10:30:00 GMT'],
  [
    'a date by a clock that is an hour off',
    40_000,
    'Thu, 15 Jan 2026 11:31:00 GMT',
    'Thu, 15 Jan 2026 11:30:20 GMT',
  ],
  ['a date in another form', undefined, '2026-01-15T10:31:00Z'],
  ['a date of another time zone', undefined, 'Thu, 15 Jan 2026 10:31:00 CET'],
  ['a date that there is not', undefined, 'Thu, 45 Jan 2026 10:31:00 GMT'],
])('Retry-After is read: %s', ([_what, milliseconds, retryAfter, date]) => {
  expect(waitOf({ retryAfter, date }, RECEIVED)).toBe(milliseconds)
})

test('a day is written as people do, in UTC', () => {
  expect(longDay(Date.UTC(2030, 11, 5))).toBe('5 December 2030')
  expect(longDay(Date.UTC(2030, 11, 6) - 1)).toBe('5 December 2030')
})
