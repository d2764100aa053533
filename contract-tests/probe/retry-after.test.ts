import { expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import { retryAfterOf } from './retry-after.ts'

const RECEIVED = Date.UTC(2026, 0, 15, 10, 30, 20)

test.for<[what: string, headers: Exchange['headers'], milliseconds: number | undefined]>([
  ['no header', {}, undefined],
  ['seconds', { 'retry-after': '37' }, 37_000],
  ['no time at all', { 'retry-after': '0' }, 0],
  ['a fraction', { 'retry-after': '1.5' }, undefined],
  ['a negative number', { 'retry-after': '-1' }, undefined],
  ['more digits than a wait can have', { 'retry-after': '12345678901' }, undefined],
  ['a word', { 'retry-after': 'soon' }, undefined],
  ['nothing', { 'retry-after': '' }, undefined],
  ['a date', { 'retry-after': 'Thu, 15 Jan 2026 10:31:00 GMT' }, 40_000],
  ['a date that is past', { 'retry-after': 'Thu, 15 Jan 2026 10:30:00 GMT' }, 0],
  [
    'a date by a clock that is an hour off',
    { 'retry-after': 'Thu, 15 Jan 2026 11:31:00 GMT', date: 'Thu, 15 Jan 2026 11:30:20 GMT' },
    40_000,
  ],
  ['a date in another form', { 'retry-after': '2026-01-15T10:31:00Z' }, undefined],
  ['a date of another time zone', { 'retry-after': 'Thu, 15 Jan 2026 10:31:00 CET' }, undefined],
  ['a date that there is not', { 'retry-after': 'Thu, 45 Jan 2026 10:31:00 GMT' }, undefined],
])('%s', ([_what, headers, milliseconds]) => {
  expect(retryAfterOf({ headers, received: RECEIVED } as Exchange)).toBe(milliseconds)
})
