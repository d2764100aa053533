import { describe, expect, test } from 'vitest'
import { ofSeries } from '../testing/series.ts'
import { freedoms, mixes, nameOf, type Mix } from './free/freedoms.ts'
import { judgeFree } from './judge-free.ts'

/** The least unusual service, from which each test differs in one freedom. */
const PLAIN: Mix = {
  categories: 'any',
  names: 'any',
  neighbours: 'none',
  pets: '25',
  named: 'plainly',
  order: 'oldest',
  wait: 'seconds',
  otherKey: 'unlike',
  window: 'calendar',
  reports: 'the fewest left',
  errors: 'count',
  ban: 'none',
  lenient: 'no',
  replies: 'at once',
  date: 'of the service',
  clock: 'is controlled',
}

const alone = Object.entries(freedoms).flatMap(([name, values]) =>
  values.map((value) => [`${name}: ${value}`, { ...PLAIN, [name]: value }] as const),
)

describe('a service that uses one freedom is blamed for nothing', () => {
  test.for(ofSeries(alone))('%s', async ([, mix]) => {
    const { broken, faults } = await judgeFree(mix)
    expect({ broken, faults }).toEqual({ broken: [], faults: [] })
  })
})

describe('a service without pets is blamed for nothing, whatever bodies it accepts', () => {
  const empty = freedoms.categories.flatMap((categories) =>
    freedoms.names.map(
      (names) => [`${categories}, ${names}`, { ...PLAIN, pets: '0', categories, names }] as const,
    ),
  )
  test.for(ofSeries(empty))('%s', async ([, mix]) => {
    const { broken, faults } = await judgeFree(mix)
    expect({ broken, faults }).toEqual({ broken: [], faults: [] })
  })
})

test('there are 200 different mixes, in which every pair of values occurs', () => {
  const all = mixes()
  expect(new Set(all.map(nameOf)).size).toBe(200)
  const pairs = new Set(all.flatMap((mix) => pairsOf(mix)))
  const sizes = Object.values(freedoms).map(({ length }) => length)
  const count = sizes.flatMap((one, at) => sizes.slice(at + 1).map((other) => one * other))
  expect(pairs.size).toBe(count.reduce((sum, one) => sum + one, 0))
})

function pairsOf(mix: Mix): readonly string[] {
  const all = Object.entries(mix).map(([name, value]) => `${name} ${value}`)
  return all.flatMap((one, at) => all.slice(at + 1).map((other) => `${one}, ${other}`))
}
