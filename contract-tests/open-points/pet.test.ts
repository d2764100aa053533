import { expect, test } from 'vitest'
import { numbering } from './pet.ts'

test('repeated ids have no order', () => {
  expect(() => numbering([1n, 1n, 1n, 1n])).toThrow('pets with ids of their own (PET-2)')
  expect(numbering([1n, 2n, 3n, 4n])).toBe('from-1')
})
