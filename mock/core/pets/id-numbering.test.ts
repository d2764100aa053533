import { describe, expect, test } from 'vitest'
import type { Choices } from '../../../spec/choices.ts'
import type { Int64 } from '../../../spec/exact-json/int64.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { seededRandom, type Random } from '../settings/random.ts'
import { IdNumbering } from './id-numbering.ts'
import { storePet, type LocalPets } from './pet-store.ts'

const FIELDS = { name: 'Rex', categoryId: 1 }

function assignTo(
  pets: LocalPets,
  numbering: IdNumbering,
  by: Choices['id-numbering'],
  count: number,
): Int64[] {
  return Array.from({ length: count }, () => {
    const id = numbering.assign(by)
    pets.add(storePet(id, FIELDS, 0))
    return id
  })
}

function assigned(by: Choices['id-numbering'], count: number, random: Random = seededRandom(1)): Int64[] {
  const pets = memoryPets()
  return assignTo(pets, new IdNumbering(pets, random), by, count)
}

describe('assign', () => {
  test('counts from 1', () => {
    expect(assigned('from-1', 3)).toEqual([1, 2, 3])
  })

  test('counts from the first integer that a double cannot hold', () => {
    expect(assigned('beyond-2-53', 3)).toEqual([9007199254740993n, 9007199254740994n, 9007199254740995n])
  })

  test('draws random positive int64 numbers, the same for the same seed', () => {
    const ids = assigned('random', 100)
    expect(assigned('random', 100)).toEqual(ids)
    expect(assigned('random', 100, seededRandom(2))).not.toEqual(ids)
    for (const id of ids) {
      expect(BigInt(id)).toBeGreaterThan(0n)
      expect(BigInt(id)).toBeLessThan(2n ** 63n)
    }
    expect(ids.some((id) => typeof id === 'bigint')).toBe(true)
  })

  test('never draws 0, and returns small ids as numbers', () => {
    expect(assigned('random', 1, () => 0)).toEqual([1])
  })

  test('draws the greatest int64 at most', () => {
    expect(assigned('random', 1, () => 1 - 2 ** -53)).toEqual([2n ** 63n - 1n])
  })

  test('skips ids that are in use', () => {
    const pets = memoryPets()
    for (const id of [1, 3, 9007199254740993n]) pets.add(storePet(id, FIELDS, 0))
    const numbering = new IdNumbering(pets, seededRandom(1))
    expect(assignTo(pets, numbering, 'from-1', 3)).toEqual([2, 4, 5])
    expect(assignTo(pets, numbering, 'beyond-2-53', 1)).toEqual([9007199254740994n])
  })

  test('draws again if a random id is in use', () => {
    const draws = [0, 0.25, 0, 0.25, 0, 0.5]
    const ids = assigned('random', 2, () => draws.shift() ?? 0)
    expect(ids).toEqual([2 ** 30, 2 ** 31])
  })

  test('each numbering continues where it stopped when it is chosen again', () => {
    const pets = memoryPets()
    const numbering = new IdNumbering(pets, seededRandom(1))
    assignTo(pets, numbering, 'from-1', 2)
    assignTo(pets, numbering, 'beyond-2-53', 2)
    expect(assignTo(pets, numbering, 'from-1', 1)).toEqual([3])
  })

  test.each([
    ['from-1', 1],
    ['beyond-2-53', 9007199254740993n],
    // The id for a random number of zero.
    ['random', 1],
  ] as const)('%s gives the id of a pet that is gone to no other', (by, id) => {
    const pets = memoryPets()
    const draws = [0, 0, 0, 0.5]
    const numbering = new IdNumbering(pets, () => draws.shift() ?? 0)
    pets.add(storePet(id, FIELDS, 0))
    pets.remove(id)
    numbering.retire(id)
    expect(assignTo(pets, numbering, by, 1)).not.toEqual([id])
  })

  test('goes on from a state that was saved, without the ids that are gone', () => {
    const pets = memoryPets()
    const draws = [0, 7 / 2 ** 32, 0, 0.5]
    const numbering = new IdNumbering(pets, () => draws.shift() ?? 0)
    numbering.goOn({ next: { 'from-1': 3n, 'beyond-2-53': 9007199254740995n }, retired: [4, 7n] })
    expect(assignTo(pets, numbering, 'from-1', 2)).toEqual([3, 5])
    expect(assignTo(pets, numbering, 'beyond-2-53', 1)).toEqual([9007199254740995n])
    expect(assignTo(pets, numbering, 'random', 1)).toEqual([2 ** 31])
    expect(numbering.state).toEqual({
      next: { 'from-1': 6, 'beyond-2-53': 9007199254740996n },
      retired: [4, 7],
    })
  })

  test('remembers of the ids that are gone those alone that it may assign again, and 10,000 at most', () => {
    const numbering = new IdNumbering(memoryPets(), seededRandom(1))
    numbering.assignFirst(5)
    for (const id of [1, 5, 9007199254740993n]) numbering.retire(id)
    expect(numbering.state.retired).toEqual([9007199254740993n])
    for (let id = 6; id < 10_006; id += 1) numbering.retire(id)
    const { retired } = numbering.state
    expect([retired.length, retired[0], retired.at(-1)]).toEqual([10_000, 6, 10_005])
  })

  test('a random id is never one that was counted and removed', () => {
    const pets = memoryPets()
    const draws = [0, 0, 0, 0.5]
    const numbering = new IdNumbering(pets, () => draws.shift() ?? 0)
    assignTo(pets, numbering, 'from-1', 1)
    pets.remove(1)
    numbering.retire(1)
    expect(assignTo(pets, numbering, 'random', 1)).toEqual([2 ** 31])
  })
})
