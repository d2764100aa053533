import { describe, expect, it } from 'vitest'
import { filledIn, lettersOf, numbersOf } from './variants.ts'

const BAN = 'after-N-strikes-for-S-seconds'

describe('a variant', () => {
  it.each([
    [BAN, 'after-10-strikes-for-120-seconds', [10, 120]],
    [BAN, 'none', undefined],
    ['at-most-N', 'at-most-80', [80]],
    ['400', '400', []],
    ['400', '4000', undefined],
    ['from-1', 'from-1', []],
    ['at-most-N', 'at-most-08', undefined],
    ['at-most-N', 'at-most-9999999999', undefined],
    ['at-most-N', 'at-most-N', undefined],
  ])('%s parses the numbers of %s', (template, chosen, numbers) => {
    expect(numbersOf(template, chosen)).toEqual(numbers)
  })

  it('is filled in with as many numbers as are given', () => {
    expect(lettersOf(BAN)).toEqual(['N', 'S'])
    expect(filledIn(BAN, ['3', 90])).toBe('after-3-strikes-for-90-seconds')
    expect(filledIn(BAN, [3])).toBe('after-3-strikes-for-S-seconds')
    expect(filledIn('clamped', [])).toBe('clamped')
  })
})
