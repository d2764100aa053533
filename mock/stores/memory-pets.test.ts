import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Int64 } from '../../spec/exact-json/int64.ts'
import { petStatuses } from '../../spec/operations.ts'
import {
  unwrittenPetBytes,
  petBytes,
  storePet,
  type LocalPets,
  type PetFields,
  type StoredPet,
} from '../core/pets/pet-store.ts'
import { petStoreCases } from '../core/pets/pet-store.cases.ts'
import { Budget } from '../core/memory/memory.ts'
import { memoryPets } from './memory-pets.ts'

describe('memoryPets', () => {
  petStoreCases(() => memoryPets())

  test('stores no more pets than its bound', () => {
    const store = memoryPets(undefined, undefined, 2)
    const added = [1, 2, 3].map((id) => store.add(storePet(id, { name: 'Rex', categoryId: 1 }, 0)))
    expect(added).toEqual([true, true, false])
    expect([store.size, store.get(3)]).toEqual([2, undefined])
  })

  test('stores no more bytes than its share, but a shorter pet may still fit', () => {
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
    expect(budget.allocated).toBe(0)
  })

  const NAMES = ['Rex', '"Rex"', 'a\\b', 'Zoë', '€', '\u0001', '\ud800', 'x'.repeat(40_000), '', '🐶']
  const FIELDS = NAMES.flatMap((name, at) => [
    { name, categoryId: at },
    { name, categoryId: 2n ** 60n, status: petStatuses[at % 3] },
  ])

  const BYTES = FIELDS.reduce((sum, fields, at) => sum + unwrittenPetBytes(at + 1, fields), 0)

  test('a starting pet counts for the same bytes before and after it is written', () => {
    for (const [at, fields] of FIELDS.entries()) {
      for (const id of [at + 1, 1_000_000]) {
        expect(unwrittenPetBytes(id, fields)).toBe(petBytes(storePet(id, fields, 0)))
      }
    }
  })

  // The model is a store to which the same pets were added one by one.
  test('starting pets behave like added pets, in whatever order they are read, replaced and removed', () => {
    const status = fc.constantFrom(undefined, ...petStatuses)
    const id = fc.integer({ min: -1, max: FIELDS.length + 4 })
    const pageOf = fc.record({
      status,
      order: fc.constantFrom('oldest', 'newest', 'arbitrary'),
      limit: fc.integer({ min: 1, max: 9 }),
      start: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
    })
    const step = fc.oneof(
      pageOf.map((asked) => (store: LocalPets) => store.page(asked)),
      id.map((id) => (store: LocalPets) => store.get(id)),
      id.map((id) => (store: LocalPets) => store.remove(id)),
      fc.tuple(id, status).map(([id, status]) => {
        const pet = storePet(id, { name: 'Max', categoryId: 9, status }, 7)
        return (store: LocalPets) => [store.replace(pet), store.add(pet)]
      }),
      status.map((status) => (store: LocalPets) => {
        return store.create({ fields: { name: 'Ida', categoryId: 3, status }, createdAt: 8 }, 'from-1')
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const budgets = [new Budget(1e9), new Budget(1e9)] as const
        const [started, added] = [memoryPets(budgets[0].open()), memoryPets(budgets[1].open())]
        expect(started.addStarting(FIELDS, 5, BYTES)).toBe(true)
        for (const fields of FIELDS) added.create({ fields, createdAt: 5 }, 'from-1')
        for (const step of steps) {
          expect(step(started)).toEqual(step(added))
          expect([started.size, budgets[0].allocated]).toEqual([added.size, budgets[1].allocated])
        }
        expect(started.numbering.state).toEqual(added.numbering.state)
      }),
    )
  })

  // More than an access indexes.
  test('pets that are added together behave like pets that are added one by one, in whatever order their ids are', () => {
    const ids = Array.from({ length: 9000 }, (_, at) => 1 + ((at * 1009) % 9001))
    const pets = ids.map((id) => storePet(id, { name: 'Rex', categoryId: 1 }, 0))
    const [together, apart] = [memoryPets(), memoryPets()]
    expect(together.addStored(pets, 0)).toBe(true)
    for (const pet of pets) apart.add(pet)
    const max = (id: number): StoredPet => storePet(id, { name: 'Max', categoryId: 2 }, 0)
    for (const id of [1, 17, 2999, 1009, 2018, 20_000]) {
      for (const store of [together, apart]) {
        expect(store.replace(max(id))).toBe(id !== 20_000)
        expect(store.remove(id + 1)).toBe(id !== 20_000)
        expect([store.get(id + 1), store.add(max(id))]).toEqual([undefined, id === 20_000])
      }
    }
    for (const id of [...ids, 20_000]) expect(together.get(id)).toEqual(apart.get(id))
    expect([...together.all()]).toEqual([...apart.all()])
  })

  test('pets are found by id and listed in insertion order, in whatever order their ids are', () => {
    const id = fc.oneof(
      fc.integer({ min: -2, max: 12 }),
      fc.constantFrom(2n ** 53n + 1n, 2n ** 53n + 2n, 2n ** 62n),
    )
    const step = fc.oneof(
      id.map((id) => ({ does: 'add', id }) as const),
      id.map((id) => ({ does: 'remove', id }) as const),
      fc
        .constantFrom('from-1', 'beyond-2-53', 'random')
        .map((numbering) => ({ does: 'create', numbering }) as const),
    )
    fc.assert(
      fc.property(fc.nat({ max: 3 }), fc.array(step, { maxLength: 40 }), (started, steps) => {
        const fields = { name: 'Rex', categoryId: 1 }
        const store = memoryPets()
        store.addStarting(Array<PetFields>(started).fill(fields), 0, 0)
        const came = new Set<Int64>(Array.from({ length: started }, (_, at) => at + 1))
        const met = new Set(came)
        for (const step of steps) {
          if (step.does === 'create') {
            const created = store.create({ fields, createdAt: 0 }, step.numbering)?.id ?? 0
            expect(met).not.toContain(created)
            came.add(created)
          } else if (step.does === 'add') {
            expect(store.add(storePet(step.id, fields, 0))).toBe(!came.has(step.id))
            came.add(step.id)
          } else expect(store.remove(step.id)).toBe(came.delete(step.id))
          for (const id of came) met.add(id)
          for (const id of met) expect(store.get(id)?.id).toBe(came.has(id) ? id : undefined)
          const { pets } = store.page({ status: undefined, order: 'oldest', limit: 100, start: undefined })
          expect(pets.map(({ id }) => id)).toEqual([...came])
        }
      }),
    )
  })

  test('no starting pet is stored if not all of them fit', () => {
    const budget = new Budget(1_000)
    const store = memoryPets(budget.open())
    expect([store.addStarting(FIELDS, 0, BYTES), store.size, store.get(1), budget.allocated]).toEqual([
      false,
      0,
      undefined,
      0,
    ])
    expect(memoryPets(undefined, undefined, 5).addStarting(FIELDS, 0, BYTES)).toBe(false)
  })

  // A page that looked at every pet would not end within the time that a test has.
  test('a page in the middle of many pets reads no others', () => {
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
