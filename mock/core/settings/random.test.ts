import { expect, test } from 'vitest'
import { pick, seededRandom } from './random.ts'

function draws(seed: number, count: number): readonly number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, random)
}

test.for([0, 1, -1, 7, 2 ** 32, Number.MAX_SAFE_INTEGER])(
  'the seed %i gives the same numbers each time',
  (seed) => {
    expect(draws(seed, 100)).toEqual(draws(seed, 100))
    expect(new Set(draws(seed, 100)).size).toBe(100)
  },
)

test('neighbouring seeds give different numbers', () => {
  const firsts = Array.from({ length: 1_000 }, (_, seed) => draws(seed, 1)[0])
  expect(new Set(firsts).size).toBe(1_000)
})

test('the numbers are spread over the range from 0 to 1', () => {
  const numbers = draws(1, 10_000)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length
    expect(share).toBeGreaterThan(850)
    expect(share).toBeLessThan(1_150)
  }
})

test('every item is picked eventually, and an empty list is an error', () => {
  const random = seededRandom(1)
  const picked = Array.from({ length: 100 }, () => pick(random, ['a', 'b', 'c']))
  expect(new Set(picked)).toEqual(new Set(['a', 'b', 'c']))
  expect(() => pick(random, [])).toThrow(RangeError)
})
