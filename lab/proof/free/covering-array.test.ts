import { expect, test } from 'vitest'
import { choosable, concreteVariants } from '../../../spec/choices.ts'
import { coveringArray } from './covering-array.ts'

const alternatives = Object.fromEntries(choosable.map((point) => [point.id, concreteVariants(point)]))

test('every pair of lawful variants is in some row, and the rows are few', () => {
  const rows = coveringArray(alternatives)
  const choices = Object.entries(alternatives).flatMap(([id, variants]) =>
    variants.map((one) => [id, one] as const),
  )
  for (const [id, variant] of choices) {
    for (const [otherId, otherVariant] of choices) {
      if (id === otherId) continue
      expect(rows.some((row) => row[id] === variant && row[otherId] === otherVariant)).toBe(true)
    }
  }
  expect(rows.length).toBeLessThan(60)
})

test('the same alternatives give the same rows, and each row is complete', () => {
  const rows = coveringArray({ a: ['1', '2'], b: ['x', 'y', 'z'], c: ['p'] })
  expect(coveringArray({ a: ['1', '2'], b: ['x', 'y', 'z'], c: ['p'] })).toEqual(rows)
  expect(rows.map((row) => Object.keys(row).toSorted().join(''))).toEqual(rows.map(() => 'abc'))
  expect(rows).toHaveLength(6)
})
