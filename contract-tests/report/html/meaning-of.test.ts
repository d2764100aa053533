import { expect, it } from 'vitest'
import { meaningOf } from './meaning-of.ts'

it.each([
  ['list-order', 'newest', 'The last created first.'],
  ['name-bounds', '1-to-80', 'From 1 to N characters; any other length is refused with 400.'],
  ['list-order', 'shuffled', undefined],
  ['no-such-point', 'yes', undefined],
])('%s %s', (id, variant, meaning) => {
  expect(meaningOf(id, variant)).toBe(meaning)
})
