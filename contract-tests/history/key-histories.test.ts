import { describe, expect, test } from 'vitest'
import type { History, QuotaSet } from './history.ts'
import { Order, orderOf, unsharedKeys } from './key-histories.ts'
import { story, type Scene } from './testing/story.ts'

const list: Scene = { ask: 'GET /pets', json: [] }

/** #1 and #2 are answered one after the other; #3, #4 and #5 are under way together; #6 comes after them. */
const exchanges = story(
  { ...list, at: [0, 1] },
  { ...list, at: [2, 3] },
  { ...list, at: [4, 6] },
  { ...list, at: [4, 7] },
  { ...list, at: [5, 8] },
  { ...list, at: [9, 10] },
)
const ids = (some: readonly { readonly id: number }[]): readonly number[] => some.map(({ id }) => id)

function nth(id: number) {
  const one = exchanges[id - 1]
  if (one === undefined) throw new Error(`no exchange ${id}`)
  return one
}

describe('the order of some exchanges', () => {
  const order = new Order(exchanges)

  test.for<[id: number, before: readonly number[], last: readonly number[], next: number | undefined]>([
    [1, [], [], 2],
    [2, [1], [1], 3],
    [3, [1, 2], [2], 6],
    [5, [1, 2], [2], 6],
    [6, [1, 2, 3, 4, 5], [5], undefined],
  ])('before #%i came %j, the last of them %j; next comes #%s', ([id, before, last, next]) => {
    expect(ids(order.before(nth(id)))).toEqual(before)
    expect(ids(order.before(nth(id), 1))).toEqual(last)
    expect(order.next(nth(id))?.id).toBe(next)
  })

  test.for<[first: number, last: number, around: readonly number[]]>([
    [1, 1, [1]],
    [2, 3, [2, 3, 4, 5]],
    [3, 3, [3, 4, 5]],
    [5, 6, [3, 4, 5, 6]],
    [1, 6, [1, 2, 3, 4, 5, 6]],
  ])('neither before #%i nor after #%i are %j', ([first, last, around]) => {
    expect(ids(order.around(nth(first), nth(last)))).toEqual(around)
  })

  test('counts the others that were under way beside one', () => {
    expect(exchanges.map((one) => order.beside(one))).toEqual([0, 0, 2, 2, 2, 0])
  })
})

test('the order of a history is that of all its exchanges', () => {
  expect(ids(orderOf(historyOf({})).before(nth(6)))).toEqual([1, 2, 3, 4, 5])
})

function historyOf(more: Partial<History>): History {
  return { exchanges, sharedKeys: new Set(), acceptedKeys: new Set(['key 1']), ...more }
}

describe('keys that nobody else uses', () => {
  const other = { ...list, key: 'another' }
  const mixed = story(list, other, { ...list, base: 'staging' }, list, { ...list, key: '' })
  const accepted = new Set(['key 1', 'key 2'])
  const parts = (more: Partial<History>): readonly object[] =>
    unsharedKeys(historyOf({ exchanges: mixed, acceptedKeys: accepted, ...more })).map(
      ({ caller, own, isSet, order }) => [caller, ids(own), isSet, ids(order.before({ after: 9 }))],
    )
  const [first, second, staging] = [
    ['key 1', [1, 4], false, [1, 4]],
    ['key 2', [2], false, [2]],
    ['key 1', [3], false, [3]],
  ]

  test('stand by key and base address; without a valid key none does', () => {
    expect(parts({})).toEqual([first, second, staging])
    expect(parts({ acceptedKeys: new Set(['key 2']) })).toEqual([second])
    expect(parts({ acceptedKeys: new Set(), givenKeys: new Set(['key 2']) })).toEqual([second])
  })

  test('are not those that others use', () => {
    expect(parts({ sharedKeys: new Set(['key 1']) })).toEqual([second])
  })

  test('begin anew where their quota is set', () => {
    const quotaSetAfter: readonly QuotaSet[] = [
      { caller: 'key 2', id: 1 },
      { caller: 'key 1', id: 1 },
      { caller: 'key 2', id: 2 },
    ]
    expect(parts({ quotaSetAfter })).toEqual([
      ['key 1', [1], false, [1]],
      ['key 2', [2], true, [2]],
      ['key 1', [3], true, [3]],
      ['key 1', [4], true, [4]],
    ])
  })
})
