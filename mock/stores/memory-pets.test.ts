import { describe, expect, test } from 'vitest'
import { storePet, type StoredPet } from '../core/pets/pet-store.ts'
import { petStoreCases } from '../core/pets/pet-store.cases.ts'
import { Budget } from '../core/memory/memory.ts'
import { memoryPets } from './memory-pets.ts'

describe('memoryPets', () => {
  petStoreCases(() => memoryPets())

  test('takes no more pets than its bound, and keeps those it has', () => {
    const store = memoryPets(undefined, undefined, 2)
    const added = [1, 2, 3].map((id) => store.add(storePet(id, { name: 'Rex', categoryId: 1 }, 0)))
    expect(added).toEqual([true, true, false])
    expect([store.size, store.get(3)]).toEqual([2, undefined])
  })

  test('takes no more bytes than its share, and still a shorter pet', () => {
    const budget = new Budget(1_000)
    const store = memoryPets(budget.open())
    const pet = (id: number, name: string): StoredPet => storePet(id, { name, categoryId: 1 }, 0)
    const added = ['x'.repeat(200), '€'.repeat(150), 'x'.repeat(150)].map((name, at) =>
      store.add(pet(at, name)),
    )
    expect([...added, store.size]).toEqual([true, false, true, 2])
    expect([store.replace(pet(0, 'x'.repeat(400))), store.replace(pet(0, 'Rex'))]).toEqual([false, true])
    store.remove(0)
    store.remove(2)
    expect(budget.taken).toBe(0)
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
