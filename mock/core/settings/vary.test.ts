import { expect, test } from 'vitest'
import { choosable, concreteVariants, parseChoices } from '../../../spec/choices.ts'
import { vary } from './random.ts'

const varied = Array.from({ length: 200 }, (_, seed) => vary(seed))

test('the same seed chooses the same variants, and different seeds choose different ones', () => {
  expect(vary(7)).toEqual(vary(7))
  expect(new Set(varied.map((choices) => JSON.stringify(choices))).size).toBe(varied.length)
})

test('every seed chooses a lawful variant of every open point', () => {
  for (const choices of varied) {
    expect(Object.keys(choices)).toEqual(choosable.map(({ id }) => id))
    expect(parseChoices({ ...choices })).toEqual(choices)
  }
})

test.for(choosable)('$id: every variant is chosen by some seed', (point) => {
  const chosen = new Set(varied.map((choices) => choices[point.id]))
  expect([...chosen].toSorted()).toEqual(concreteVariants(point).toSorted())
})
