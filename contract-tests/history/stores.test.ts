import { describe, expect, test } from 'vitest'
import type { History } from './history.ts'
import { callerOf, storesOf } from './stores.ts'
import { story, type Scene } from './testing/story.ts'
import { exchangeOf } from './testing/findings.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }

const create = (key: string, pet = rex): Scene => ({
  ask: 'POST /pets',
  key,
  body: rex,
  status: 201,
  json: pet,
})
const read = (key: string, pet = rex): Scene => ({ ask: `GET /pets/${pet.id}`, key, json: pet })

function historyOf(...scenes: readonly Scene[]): History {
  return { exchanges: story(...scenes), sharedKeys: new Set(), acceptedKeys: new Set() }
}

/** For each exchange, the first one that meets the same store. */
function storesIn(...scenes: readonly Scene[]): readonly number[] {
  const history = historyOf(...scenes)
  const names = history.exchanges.map(storesOf(history).nameOf)
  return names.map((name) => names.indexOf(name) + 1)
}

describe('two keys have one store', () => {
  test.for<[what: string, scenes: readonly Scene[], stores: readonly number[]]>([
    ['where one is shown what the other created', [create('a'), read('b')], [1, 1]],
    ['where a list shows it', [create('a'), { ask: 'GET /pets', key: 'b', json: [rex] }], [1, 1]],
    ['not where both see a pet of others', [read('a'), read('b')], [1, 2]],
    ['not where the pet has another name', [create('a'), read('b', { ...rex, name: 'Tom' })], [1, 2]],
    ['not where the pet has another category', [create('a'), read('b', { ...rex, categoryId: 2 })], [1, 2]],
    ['though its status is another', [create('a'), read('b', { ...rex, status: 'pending' })], [1, 1]],
    [
      'each with a third one',
      [create('a'), read('b'), create('c', { ...rex, id: 8 }), read('b', { ...rex, id: 8 })],
      [1, 1, 1, 1],
    ],
    [
      'not with a third one that shows nothing',
      [create('a'), read('b'), { ask: 'GET /pets', key: 'c' }],
      [1, 1, 3],
    ],
    [
      'not at a second address, which may be another store',
      [create('a'), { ...read('a'), base: 'b' }],
      [1, 2],
    ],
  ])('%s', ([_what, scenes, stores]) => {
    expect(storesIn(...scenes)).toEqual(stores)
  })

  test('as the creation and the first sighting of it show', () => {
    const history = historyOf(create('a'), { ask: 'GET /pets', key: 'b' }, read('b'), read('b'), read('c'))
    const { sharing } = storesOf(history)
    const [created, , seen, , third] = history.exchanges
    if (created === undefined || seen === undefined || third === undefined) throw new Error('no exchanges')
    const witnesses = (one: typeof created, other: typeof created): readonly number[] =>
      sharing(one, other).map(({ id }) => id)
    expect(witnesses(created, seen)).toEqual([1, 3])
    expect(witnesses(seen, created)).toEqual([1, 3])
    expect(witnesses(created, created)).toEqual([])
    // Which of them shows it of two that have not met is not known.
    expect(witnesses(seen, third)).toEqual([1, 3, 1, 5])
  })
})

test('clients without a valid key are distinguished by what they send in its place', () => {
  const callers = [
    { ask: 'GET /pets', key: 'a' },
    { ask: 'GET /pets', key: 'a', base: 'staging' },
    { ask: 'GET /pets', key: '' },
    { ask: 'GET /pets', key: '', sends: { Authorization: 'Basic b' } },
  ].map((scene) => callerOf(exchangeOf(scene)))
  expect(callers).toEqual([' key 1', 'staging key 1', ' nobody ', ' nobody Basic b'])
})
