import { describe, expect, test } from 'vitest'
import type { Int64 } from '../../../spec/exact-json/int64.ts'
import { petStatuses } from '../../../spec/operations.ts'
import type { PetStatus } from '../../../spec/wire.ts'
import type { Awaitable } from '../message/awaitable.ts'
import { storePet, type Page, type PageRequest, type PetStore, type StoredPet } from './pet-store.ts'

function pet(id: Int64, status?: PetStatus): StoredPet {
  return storePet(id, { name: `Rex ${id}`, categoryId: 1, status }, 0)
}

/** Pets 1 to `count`: by turns available, pending, sold and of no status. */
async function filled(store: PetStore, count: number): Promise<PetStore> {
  const statuses = [...petStatuses, undefined]
  for (let id = 1; id <= count; id += 1) await store.add(pet(id, statuses[(id - 1) % 4]))
  return store
}

const FIRST: PageRequest = { status: undefined, order: 'oldest', limit: 4, start: undefined }

function ids({ pets }: Page): readonly Int64[] {
  return pets.map(({ id }) => id)
}

/** All pages, each asked for where the one before said. */
async function walk(store: PetStore, request: PageRequest): Promise<readonly (readonly Int64[])[]> {
  const pages: (readonly Int64[])[] = []
  for (let start: number | undefined; ;) {
    const page = await store.page({ ...request, start })
    pages.push(ids(page))
    if (page.next === undefined || pages.length > 100) return pages
    start = page.next
  }
}

/** The conformance suite of pet stores; `create` makes an empty one. */
export function petStoreCases(create: () => Awaitable<PetStore>): void {
  describe('add and get', () => {
    test('an added pet is found by its id, and by no other', async () => {
      const store = await create()
      const added = pet(5, 'sold')
      expect(await store.add(added)).toBe(true)
      expect([await store.size, await store.get(5)]).toEqual([1, added])
      expect([await store.get(4), await store.get(6), await store.get(-5)]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    })

    test('ids beyond 2^53 are distinguished', async () => {
      const store = await create()
      const beyond = [9007199254740993n, 9007199254740994n, 2n ** 63n - 1n, -(2n ** 63n)]
      for (const id of beyond) await store.add(pet(id))
      for (const id of beyond) expect((await store.get(id))?.json).toEqual(pet(id).json)
      expect(await store.get(9007199254740995n)).toBeUndefined()
    })

    test('an empty store contains no pets', async () => {
      const store = await create()
      expect([await store.size, await store.get(1)]).toEqual([0, undefined])
      for (const order of ['oldest', 'newest', 'arbitrary'] as const) {
        expect(await store.page({ ...FIRST, order })).toEqual({ pets: [], total: 0, next: undefined })
      }
    })
  })

  describe('replace and remove', () => {
    test('a replaced pet stays at its place, and is in the list of its new status', async () => {
      const store = await filled(await create(), 10)
      expect((await store.page({ ...FIRST, status: 'sold' })).total).toBe(2)
      expect(await store.replace(pet(5, 'sold'))).toBe(true)
      expect([await store.size, (await store.get(5))?.status]).toEqual([10, 'sold'])
      expect((await walk(store, FIRST)).flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      expect((await walk(store, { ...FIRST, status: 'sold' })).flat()).toEqual([3, 5, 7])
      expect((await walk(store, { ...FIRST, status: 'available' })).flat()).toEqual([1, 9])
    })

    test('a removed pet is not found or listed, and one added later comes last', async () => {
      const store = await filled(await create(), 10)
      expect(await store.remove(3)).toBe(true)
      expect([await store.size, await store.get(3)]).toEqual([9, undefined])
      await store.add(pet(11, 'sold'))
      expect((await walk(store, FIRST)).flat()).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11])
      expect((await walk(store, { ...FIRST, status: 'sold' })).flat()).toEqual([7, 11])
    })

    test('a missing pet is neither replaced nor removed', async () => {
      const store = await filled(await create(), 2)
      expect([await store.replace(pet(3)), await store.remove(3), await store.size]).toEqual([
        false,
        false,
        2,
      ])
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
    ] as const)('$order: pages follow one another to the end', async ({ order, pages }) => {
      expect(await walk(await filled(await create(), 10), { ...FIRST, order })).toEqual(pages)
    })

    test.for(['oldest', 'newest', 'arbitrary'] as const)('%s: every pet is on one page', async (order) => {
      for (const count of [1, 15, 16, 17, 40]) {
        const store = await filled(await create(), count)
        for (const limit of [1, 7, 16, 100]) {
          const seen = (await walk(store, { ...FIRST, order, limit })).flat().map(Number)
          const all = Array.from({ length: count }, (_, at) => at + 1)
          expect(
            seen.toSorted((one, other) => one - other),
            `${count} by ${limit}`,
          ).toEqual(all)
        }
      }
    })

    test('arbitrary: the order is neither oldest nor newest first, and does not change', async () => {
      const store = await filled(await create(), 40)
      const once = ids(await store.page({ ...FIRST, order: 'arbitrary', limit: 40 }))
      expect(ids(await store.page({ ...FIRST, order: 'arbitrary', limit: 40 }))).toEqual(once)
      expect(once).not.toEqual(once.toSorted((one, other) => Number(one) - Number(other)))
      expect(once).not.toEqual(once.toSorted((one, other) => Number(other) - Number(one)))
    })

    test('arbitrary: a new pet does not change the order of the others', async () => {
      const store = await filled(await create(), 30)
      const before = ids(await store.page({ ...FIRST, order: 'arbitrary', limit: 100 }))
      await store.add(pet(31))
      const after = ids(await store.page({ ...FIRST, order: 'arbitrary', limit: 100 }))
      expect(after.filter((id) => id !== 31)).toEqual(before)
    })

    test.for([
      { status: 'available', found: [1, 5, 9] },
      { status: 'pending', found: [2, 6, 10] },
      { status: 'sold', found: [3, 7] },
    ] as const)('$status: only pets of that status, paged after filtering', async ({ status, found }) => {
      const store = await filled(await create(), 10)
      expect(await store.page({ ...FIRST, status })).toMatchObject({ total: found.length, next: undefined })
      expect((await walk(store, { ...FIRST, status, limit: 2 })).flat()).toEqual(found)
    })

    test('the total counts all pages', async () => {
      const store = await filled(await create(), 10)
      expect((await store.page({ ...FIRST, limit: 1 })).total).toBe(10)
      expect((await store.page({ ...FIRST, limit: 1, start: 9 })).total).toBe(10)
    })

    test.for(['oldest', 'newest', 'arbitrary'] as const)(
      '%s: there is no page after a full last one',
      async (order) => {
        expect(
          (await (await filled(await create(), 16)).page({ ...FIRST, order, limit: 16 })).next,
        ).toBeUndefined()
      },
    )

    test.for(['oldest', 'newest', 'arbitrary'] as const)(
      '%s: a place beyond the end is no error',
      async (order) => {
        for (const start of [10, 1_000, 2 ** 40]) {
          const page = await (await filled(await create(), 10)).page({ ...FIRST, order, start })
          expect(page.pets.length).toBeLessThanOrEqual(4)
          expect(page.total).toBe(10)
        }
      },
    )

    test('paging oldest first continues at the same pet after others are added', async () => {
      const store = await filled(await create(), 6)
      const { next } = await store.page(FIRST)
      await store.add(pet(7))
      expect(ids(await store.page({ ...FIRST, start: next }))).toEqual([5, 6, 7])
    })

    test('a returned list does not change', async () => {
      const store = await filled(await create(), 3)
      const { pets } = await store.page({ ...FIRST, limit: 100 })
      await store.add(pet(4))
      expect(pets).toHaveLength(3)
    })
  })
}
