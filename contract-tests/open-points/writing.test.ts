import { expect, test } from 'vitest'
import { leadsTo } from './writing.ts'

test.each([
  ['/v1/pets/7', true],
  ['https://other.test/shop/v1/pets/7', true],
  ['pets/7', true],
  ['../v1/pets/7', true],
  ['7', false],
  ['/animals/7', false],
  ['/v1/pets/17', false],
  ['http://', false],
])('a Location of %s leads to the new pet: %s', (location, isSo) => {
  expect(leadsTo('/pets/7', location, 'http://pets.test/v1/pets')).toBe(isSo)
})
