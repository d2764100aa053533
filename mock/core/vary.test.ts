import { expect, test } from 'vitest'
import { choosable, concreteVariants, parseChoices } from '../../spec/index.ts'
import { vary } from './vary.ts'

const SEEDS = Array.from({ length: 200 }, (_, at) => at)

test('the same seed takes the same variants, and another one others', () => {
  expect(vary(7)).toEqual(vary(7))
  expect(new Set(SEEDS.map((seed) => JSON.stringify(vary(seed)))).size).toBe(SEEDS.length)
})

test('every seed takes a lawful variant at every open point', () => {
  for (const seed of SEEDS) {
    const choices = vary(seed)
    expect(Object.keys(choices)).toEqual(choosable.map(({ id }) => id))
    expect(parseChoices({ ...choices })).toEqual(choices)
  }
})

test.for(choosable)('$id: every variant is taken by some seed', (point) => {
  const taken = new Set(SEEDS.map((seed) => vary(seed)[point.id]))
  expect([...taken].toSorted()).toEqual(concreteVariants(point).toSorted())
})
