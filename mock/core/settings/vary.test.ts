import { expect, test } from 'vitest'
import { choosable, concreteVariants, parseChoices } from '../../../spec/choices.ts'
import { vary } from './random.ts'

const varied = Array.from({ length: 200 }, (_, seed) => vary(seed))

test('the same seed takes the same variants, and another one others', () => {
  expect(vary(7)).toEqual(vary(7))
  expect(new Set(varied.map((choices) => JSON.stringify(choices))).size).toBe(varied.length)
})

test('every seed takes a lawful variant at every open point', () => {
  for (const choices of varied) {
    expect(Object.keys(choices)).toEqual(choosable.map(({ id }) => id))
    expect(parseChoices({ ...choices })).toEqual(choices)
  }
})

test.for(choosable)('$id: every variant is taken by some seed', (point) => {
  const taken = new Set(varied.map((choices) => choices[point.id]))
  expect([...taken].toSorted()).toEqual(concreteVariants(point).toSorted())
})
