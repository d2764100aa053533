import { expect, test } from 'vitest'
import { spread } from './spread.ts'

const pets = Array.from({ length: 100 }, (_none, at) => ({ id: at + 1 }))

test('with ten pets, every seventh is among them, and every tenth', () => {
  const ids = spread(pets, [], 10).map(({ id }) => Number(id))
  expect(ids).toHaveLength(10)
  expect(new Set(ids.map((id) => id % 7)).size).toBe(7)
})

test('with sixteen, every second to every thirteenth is, whichever it begins with', () => {
  const ids = spread(pets, [], 16).map(({ id }) => Number(id))
  const missed = Array.from({ length: 12 }, (_none, at) => at + 2).filter(
    (every) => new Set(ids.map((id) => id % every)).size < every,
  )
  expect(missed).toEqual([])
})

test('those that were looked at before are not chosen, and count', () => {
  const known = [1, 2, 3, 4, 5]
  const ids = spread(pets, known, 4).map(({ id }) => Number(id))
  expect(ids.filter((id) => known.includes(id))).toEqual([])
  expect(new Set([...known, ...ids].map((id) => id % 7)).size).toBe(7)
})

test('a status and a size of category that meet in one pet only are among them', () => {
  const rare = { id: 99, status: 'sold', categoryId: -8 }
  const others = pets.map((pet, at) => ({
    ...pet,
    status: at % 2 ? 'sold' : 'pending',
    categoryId: at % 2 ? 8 : -8,
  }))
  expect(spread([...others.slice(0, 98), rare], [], 10)).toContain(rare)
})

test('a name that is long is among them, and one that is longer', () => {
  const named = pets.map((pet) => ({ ...pet, name: 'Rex' }))
  const long = [40, 300].map((length, at) => ({ id: 200 + at, name: 'x'.repeat(length) }))
  expect(spread([...named, ...long], [], 10)).toEqual(expect.arrayContaining(long))
})

test('there are no more than there are', () => {
  expect(spread(pets.slice(0, 3), [1], 10).map(({ id }) => id)).toEqual(expect.arrayContaining([2, 3]))
  expect(spread(pets, [], 0)).toEqual([])
})
