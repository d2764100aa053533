import { expect, test } from 'vitest'
import { isDateTime, longDay } from './date-time.ts'

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

test('a day is formatted for people, in UTC', () => {
  expect(longDay(Date.UTC(2030, 11, 5))).toBe('5 December 2030')
  expect(longDay(Date.UTC(2030, 11, 6) - 1)).toBe('5 December 2030')
})
