import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { choosable, concreteVariants } from '../../spec/choices.ts'
import { deprecationCases } from './open-points/deprecation.cases.ts'
import { edgeCases } from './open-points/edge.cases.ts'
import { limitCases } from './open-points/limit.cases.ts'
import { listCases } from './open-points/list.cases.ts'
import { petCases } from './open-points/pet.cases.ts'
import { Client } from './testing/client.ts'
import { start } from './testing/start.ts'

const cases = [...listCases, ...petCases, ...edgeCases, ...limitCases, ...deprecationCases]

test('every open point with a choice has a case, and every case has an open point', () => {
  const ids = cases.map(({ id }) => id)
  expect(ids.toSorted()).toEqual(choosable.map(({ id }) => id).toSorted())
})

test.for(cases)(
  '$id: the case has every variant, an example where there is a number, and no other',
  ({ id, seen }) => {
    const point = choosable.find((candidate) => candidate.id === id)
    expect(Object.keys(seen).toSorted()).toEqual(point && concreteVariants(point).toSorted())
  },
)

test.for(cases)('$id: no two variants are observed alike', ({ seen }) => {
  const looks = Object.values(seen)
  const alike = looks.filter((look, at) => looks.slice(0, at).some((other) => isDeepStrictEqual(look, other)))
  expect(alike).toEqual([])
})

describe.for(cases)('$id', ({ id, options, observe, seen }) => {
  test.for(Object.entries(seen))('%s shows', async ([variant, look]) => {
    await using mock = await start({ ...options, choices: { ...options?.choices, [id]: variant } })
    expect(await observe(new Client(mock.baseUrl, 'free-demo-key'), mock)).toEqual(look)
  })

  test('the default variant shows without a choice', async () => {
    await using mock = await start(options)
    const variant = mock.choices.read()[id]
    expect(variant).toBe(choosable.find((point) => point.id === id)?.default)
    expect(await observe(new Client(mock.baseUrl, 'free-demo-key'), mock)).toEqual(seen[variant])
  })

  test('a variant that is chosen at run time shows from then on', async () => {
    await using mock = await start(options)
    for (const [variant, look] of Object.entries(seen)) {
      mock.reset()
      mock.choices.set({ [id]: variant })
      expect(await observe(new Client(mock.baseUrl, 'free-demo-key'), mock), variant).toEqual(look)
    }
  })
})
