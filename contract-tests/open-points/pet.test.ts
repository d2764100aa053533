import { expect, test } from 'vitest'
import { numbering } from './pet.ts'

test.for([
  [[1n, 2n, 3n, 5n], 'from-1'],
  [[9007199254740993n, 9007199254740994n, 9007199254740995n, 9007199254740996n], 'beyond-2-53'],
  [[5n, 900n, 3n, 70n], 'random'],
  [[1000n, 1001n, 1002n, 1003n], 'they count up, but not from 1'],
  [[5_000n, 10_000n, 40_000n, 80_000n], 'they rise, but not one by one'],
  [[9n, 8n, 7n, 6n], 'they fall'],
  [[-1n, -2n, -3n, -4n], 'some are below zero'],
] as const)('identifiers %s: %s', ([ids, says]) => {
  expect(JSON.stringify(numbering(ids))).toContain(says)
})

test('repeated ids have no order, nor have two', () => {
  expect(() => numbering([1n, 1n, 1n, 1n])).toThrow('pets with ids of their own (PET-2)')
  expect(() => numbering([1n, 2n])).toThrow('too few pets')
})

test('counted identifiers begin at 1 only where a pet shows that', () => {
  const [created, page] = [[5000n, 5001n, 5002n, 5003n], Array.from({ length: 20 }, (_, at) => BigInt(at))]
  expect(numbering(created, [1n, 4999n])).toBe('from-1')
  expect(numbering(created, page)).toBe('from-1')
  expect(() =>
    numbering(
      created,
      page.map((id) => id + 4900n),
    ),
  ).toThrow('a page has no room for them')
})
