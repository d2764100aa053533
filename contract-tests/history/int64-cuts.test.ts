import { expect, test } from 'vitest'
import { isInexact } from './int64-cuts.ts'

test.for<[how: string, sent: number | bigint, returned: number | bigint]>([
  ['as a double', 2n ** 53n + 1n, 2 ** 53],
  ['as a double that is greater', 2n ** 60n + 1n, 2n ** 60n],
  ['with another sign', 5, -5],
  ['with another sign, back', -5, 5],
  ['in 32 bits', 2 ** 32 + 7, 7],
  ['in 32 bits, with a sign', 2 ** 31, -(2 ** 31)],
  ['in 32 bits, without a sign', -(2 ** 31) - 1, 2 ** 31 - 1],
  ['as the greatest of 32 bits', 2 ** 40, 2 ** 31 - 1],
  ['as the least of 32 bits', -(2 ** 40), -(2 ** 31)],
  ['in 32 bits without a sign, where it fits', -7, 2 ** 32 - 7],
  ['in 32 bits without a sign', -(2 ** 32) - 5, 2 ** 32 - 5],
])('an integer may come back inexactly %s', ([_how, sent, returned]) => {
  expect(isInexact(sent, returned)).toBe(true)
})

test.for<[sent: number, returned: number]>([
  [1, 2],
  [7, 2 ** 31 - 1],
  [-7, -(2 ** 31)],
  [2 ** 31 - 1, -(2 ** 31)],
  [2 ** 40, 2 ** 31],
  [7, 2 ** 31],
  [-(2 ** 40), 2 ** 31 - 1],
  [2 ** 40, -(2 ** 31)],
  [2 ** 32 + 7, 8],
  [0, 1],
])('%d is not stored as %d in too few bits', ([sent, returned]) => {
  expect(isInexact(sent, returned)).toBe(false)
})
