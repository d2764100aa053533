import { expect, test } from 'vitest'
import { petBytes, storePet, unwrittenPetBytes } from '../pets/pet-store.ts'
import { cachedSeedTraits, seedBytes, seedTraits } from './seed-traits.ts'

const PETS = [
  { name: 'Rex', categoryId: 1 },
  { name: 'Zoë "Z"', categoryId: 2n ** 60n, status: 'sold' },
  { name: 'Tom', categoryId: 1, status: 'pending' },
] as const

test('the facts about starting pets', () => {
  const written = PETS.map((pet, at) => petBytes(storePet(at + 1, pet, 0)))
  expect(seedTraits(PETS)).toEqual({
    bringIds: false,
    categories: new Set(['1', '1152921504606846976']),
    // 130 for each, and the characters of their names.
    bytes: 3 * 130 + 3 + 7 + 3,
    storedBytes: written.reduce((sum, bytes) => sum + bytes, 0),
  })
  expect(seedTraits([PETS[0], { ...PETS[0], id: 7 }]).bringIds).toBe(true)
  expect(seedTraits([])).toEqual({ bringIds: false, categories: new Set(), bytes: 0, storedBytes: 0 })
  expect(seedBytes({ name: 'Ж', categoryId: 1 })).toBe(132)
})

test('a pet takes as many bytes before it is written as afterwards', () => {
  for (const pet of PETS)
    for (const id of [1, 12_345, 2n ** 60n]) {
      const bytes = petBytes(storePet(id, pet, 0))
      if (typeof id === 'number') expect(unwrittenPetBytes(id, pet)).toBe(bytes)
      expect(unwrittenPetBytes(7, { ...pet, more: { colour: 'blue' } })).toBe(
        petBytes(storePet(7, { ...pet, more: { colour: 'blue' } }, 0)),
      )
    }
})

test('they are worked out once for the same pets', () => {
  const traitsOf = cachedSeedTraits()
  const own = [...PETS]
  expect(traitsOf(own)).toBe(traitsOf(own))
  expect(traitsOf([...own])).not.toBe(traitsOf(own))
  expect(traitsOf([...own])).toEqual(traitsOf(own))
})
