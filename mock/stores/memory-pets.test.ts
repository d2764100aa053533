import { describe, expect, test } from 'vitest'
import { storePet } from '../core/pets/pet-store.ts'
import { petStoreCases } from '../core/pets/pet-store.cases.ts'
import { memoryPets } from './memory-pets.ts'

describe('memoryPets', () => {
  petStoreCases(() => memoryPets())

  test('takes no more pets than its bound, and keeps those it has', () => {
    const store = memoryPets({ pets: 2, characters: 1_000 })
    const added = [1, 2, 3].map((id) => store.add(storePet(id, { name: 'Rex', categoryId: 1 }, 0)))
    expect(added).toEqual([true, true, false])
    expect([store.size, store.get(3)]).toEqual([2, undefined])
  })

  test('takes no more characters than its bound, and still a shorter pet', () => {
    const store = memoryPets({ pets: 10, characters: 100 })
    const add = (id: number, name: string): boolean => store.add(storePet(id, { name, categoryId: 1 }, 0))
    expect([add(1, 'x'.repeat(20)), add(2, 'x'.repeat(60)), add(3, 'x')]).toEqual([true, false, true])
    expect(store.page({ status: undefined, order: 'oldest', limit: 9, start: undefined }).total).toBe(2)
  })

  // A page that looked at every pet would not end within the time that a test has.
  test('a page in the midst of many pets looks at no others', () => {
    const store = memoryPets()
    const pet = storePet(1, { name: 'Rex', categoryId: 1, status: 'sold' }, 0)
    for (let id = 1; id <= 100_000; id += 1) store.add({ ...pet, id })
    let listed = 0
    for (const order of ['oldest', 'newest', 'arbitrary'] as const) {
      for (let start = 0; start < 100_000; start += 2) {
        listed += store.page({ status: 'sold', order, limit: 1, start }).pets.length
      }
    }
    expect(listed).toBe(150_000)
  })
})
