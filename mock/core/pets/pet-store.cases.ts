import { describe, expect, test } from 'vitest'
import { petStatuses, type Int64, type PetStatus } from '../../../spec/index.ts'
import { storePet, type Page, type PageRequest, type PetStore, type StoredPet } from './pet-store.ts'

function pet(id: Int64, status?: PetStatus): StoredPet {
  return storePet(id, { name: `Rex ${id}`, categoryId: 1, status }, 0)
}

/** Pets 1 to `count`: by turns available, pending, sold and of no status. */
function filled(store: PetStore, count: number): PetStore {
  const statuses = [...petStatuses, undefined]
  for (let id = 1; id <= count; id += 1) store.add(pet(id, statuses[(id - 1) % 4]))
  return store
}

const FIRST: PageRequest = { status: undefined, order: 'oldest', limit: 4, start: undefined }

function ids({ pets }: Page): readonly Int64[] {
  return pets.map(({ id }) => id)
}

/** All pages, each asked for where the one before said. */
function walk(store: PetStore, request: PageRequest): readonly (readonly Int64[])[] {
  const pages: (readonly Int64[])[] = []
  for (let start: number | undefined; ;) {
    const page = store.page({ ...request, start })
    pages.push(ids(page))
    if (page.next === undefined || pages.length > 100) return pages
    start = page.next
  }
}

/** What every store of pets has to do; `create` makes an empty one. */
export function petStoreCases(create: () => PetStore): void {
  describe('add and get', () => {
    test('a pet that was added is found by its id, and no other is', () => {
      const store = create()
      const added = pet(5, 'sold')
      expect(store.add(added)).toBe(true)
      expect([store.size, store.get(5)]).toEqual([1, added])
      expect([store.get(4), store.get(5n), store.get(-5)]).toEqual([undefined, undefined, undefined])
    })

    test('ids beyond 2^53 are told apart', () => {
      const store = create()
      const beyond = [9007199254740993n, 9007199254740994n, 2n ** 63n - 1n, -(2n ** 63n)]
      for (const id of beyond) store.add(pet(id))
      expect(beyond.map((id) => store.get(id)?.json)).toEqual(beyond.map((id) => pet(id).json))
      expect(store.get(9007199254740995n)).toBeUndefined()
    })

    test('an empty store has nothing', () => {
      const store = create()
      expect([store.size, store.get(1)]).toEqual([0, undefined])
      for (const order of ['oldest', 'newest', 'arbitrary'] as const) {
        expect(store.page({ ...FIRST, order })).toEqual({ pets: [], total: 0, next: undefined })
      }
    })
  })

  describe('replace and remove', () => {
    test('a pet that was replaced keeps its place, and is in the list of its new status', () => {
      const store = filled(create(), 10)
      expect(store.page({ ...FIRST, status: 'sold' }).total).toBe(2)
      expect(store.replace(pet(5, 'sold'))).toBe(true)
      expect([store.size, store.get(5)?.status]).toEqual([10, 'sold'])
      expect(walk(store, FIRST).flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      expect(walk(store, { ...FIRST, status: 'sold' }).flat()).toEqual([3, 5, 7])
      expect(walk(store, { ...FIRST, status: 'available' }).flat()).toEqual([1, 9])
    })

    test('a pet that was removed is nowhere, and one that is added later comes last', () => {
      const store = filled(create(), 10)
      expect(store.remove(3)).toBe(true)
      expect([store.size, store.get(3)]).toEqual([9, undefined])
      store.add(pet(11, 'sold'))
      expect(walk(store, FIRST).flat()).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11])
      expect(walk(store, { ...FIRST, status: 'sold' }).flat()).toEqual([7, 11])
    })

    test('what is not there is neither replaced nor removed', () => {
      const store = filled(create(), 2)
      expect([store.replace(pet(3)), store.remove(3), store.size]).toEqual([false, false, 2])
    })
  })

  describe('page', () => {
    test.for([
      {
        order: 'oldest',
        pages: [
          [1, 2, 3, 4],
          [5, 6, 7, 8],
          [9, 10],
        ],
      },
      {
        order: 'newest',
        pages: [
          [10, 9, 8, 7],
          [6, 5, 4, 3],
          [2, 1],
        ],
      },
    ] as const)('$order: pages follow one another to the end', ({ order, pages }) => {
      expect(walk(filled(create(), 10), { ...FIRST, order })).toEqual(pages)
    })

    test.for(['oldest', 'newest', 'arbitrary'] as const)('%s: every pet is on one page', (order) => {
      for (const count of [1, 15, 16, 17, 40]) {
        const store = filled(create(), count)
        for (const limit of [1, 7, 16, 100]) {
          const seen = walk(store, { ...FIRST, order, limit })
            .flat()
            .map(Number)
          const all = Array.from({ length: count }, (_, at) => at + 1)
          expect(
            seen.toSorted((one, other) => one - other),
            `${count} by ${limit}`,
          ).toEqual(all)
        }
      }
    })

    test('arbitrary: the order is neither way, and the same each time', () => {
      const store = filled(create(), 40)
      const once = ids(store.page({ ...FIRST, order: 'arbitrary', limit: 40 }))
      expect(ids(store.page({ ...FIRST, order: 'arbitrary', limit: 40 }))).toEqual(once)
      expect(once).not.toEqual(once.toSorted((one, other) => Number(one) - Number(other)))
      expect(once).not.toEqual(once.toSorted((one, other) => Number(other) - Number(one)))
    })

    test('arbitrary: a new pet changes the order of no others', () => {
      const store = filled(create(), 30)
      const before = ids(store.page({ ...FIRST, order: 'arbitrary', limit: 100 }))
      store.add(pet(31))
      const after = ids(store.page({ ...FIRST, order: 'arbitrary', limit: 100 }))
      expect(after.filter((id) => id !== 31)).toEqual(before)
    })

    test.for([
      { status: 'available', found: [1, 5, 9] },
      { status: 'pending', found: [2, 6, 10] },
      { status: 'sold', found: [3, 7] },
    ] as const)('$status: only such pets, cut after filtering', ({ status, found }) => {
      const store = filled(create(), 10)
      expect(store.page({ ...FIRST, status })).toMatchObject({ total: found.length, next: undefined })
      expect(walk(store, { ...FIRST, status, limit: 2 }).flat()).toEqual(found)
    })

    test('the total is of all pages', () => {
      const store = filled(create(), 10)
      expect(store.page({ ...FIRST, limit: 1 }).total).toBe(10)
      expect(store.page({ ...FIRST, limit: 1, start: 9 }).total).toBe(10)
    })

    test.for(['oldest', 'newest', 'arbitrary'] as const)(
      '%s: there is no page after a full last one',
      (order) => {
        expect(filled(create(), 16).page({ ...FIRST, order, limit: 16 }).next).toBeUndefined()
      },
    )

    test.for(['oldest', 'newest', 'arbitrary'] as const)(
      '%s: a place beyond the end is no error',
      (order) => {
        for (const start of [10, 1_000, 2 ** 40]) {
          const page = filled(create(), 10).page({ ...FIRST, order, start })
          expect(page.pets.length).toBeLessThanOrEqual(4)
          expect(page.total).toBe(10)
        }
      },
    )

    test('a page that was asked for before others were added goes on where it was, the oldest first', () => {
      const store = filled(create(), 6)
      const { next } = store.page(FIRST)
      store.add(pet(7))
      expect(ids(store.page({ ...FIRST, start: next }))).toEqual([5, 6, 7])
    })

    test('a list that was handed out does not change', () => {
      const store = filled(create(), 3)
      const { pets } = store.page({ ...FIRST, limit: 100 })
      store.add(pet(4))
      expect(pets).toHaveLength(3)
    })
  })
}
