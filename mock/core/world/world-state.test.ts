import { expect, test } from 'vitest'
import { toInt64 } from '../../../spec/exact-json/int64.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { ask, testWorld } from '../testing/test-world.ts'

test.each([2, 2n])('no starting pet gets the id %s, which a later one brings along', async (id) => {
  const pet = { name: 'Rex', categoryId: 1, status: 'available' } as const
  const later = { ...pet, id: typeof id === 'bigint' ? toInt64(id) : id }
  const world = testWorld({ createPetStore: memoryPets }, { pets: [pet, pet, later] })
  const { body } = await world.answer(ask({ key: 'free' }))
  expect(Array.from(body.matchAll(/"id":(\d+)/g), ([, found]) => found)).toEqual(['1', '3', '2'])
})
