import { describe, expect, test } from 'vitest'
import {
  acceptedKeysIn,
  clocksApartIn,
  sharedKeysIn,
  showsUseByOthers,
  usesByOthersIn,
} from './assumptions.ts'
import { story, type Scene } from './testing/story.ts'

const LIST = 'GET /pets'

function read(remaining: number, at: readonly [number, number]): Scene {
  return { ask: LIST, quota: [60, remaining, 40], at }
}

describe('others use a key', () => {
  const lists = story(
    { ask: LIST, quota: [60, 59, 40] },
    { ask: LIST, quota: [60, 57, 40] },
    { ask: LIST, quota: [60, 56, 40] },
  )

  test('where more is gone between two replies than was sent', () => {
    const [use, ...more] = usesByOthersIn({ exchanges: lists })
    expect([use?.before.id, use?.now.id, more]).toEqual([1, 2, []])
    expect([...sharedKeysIn({ exchanges: lists })]).toEqual([use?.caller])
  })

  test('where the Reset has moved on, as that of a rolling window does', () => {
    const rolling = story({ ask: LIST, quota: [60, 50, 40] }, { ask: LIST, quota: [60, 47, 41] })
    expect(usesByOthersIn({ exchanges: rolling }).map(({ now }) => now.id)).toEqual([2])
    const renewed = story({ ask: LIST, quota: [60, 0, 40] }, { ask: LIST, quota: [60, 59, 100] })
    expect(usesByOthersIn({ exchanges: renewed })).toEqual([])
  })

  test('not where the quota was set in between', () => {
    const caller = lists[0]?.probe.caller ?? ''
    const usesWhere = (id: number, whose = caller): number =>
      usesByOthersIn({ exchanges: lists, quotaSetAfter: [{ caller: whose, id }] }).length
    expect([usesWhere(1), usesWhere(2), usesWhere(1, 'another')]).toEqual([0, 1, 1])
  })

  test.for<[what: string, scenes: readonly Scene[]]>([
    ['as many are gone as were sent', [read(59, [0, 1]), read(58, [2, 3])]],
    [
      'one that was beside the first may have been counted after it',
      [read(59, [0, 2]), { ask: LIST, at: [1, 2.5] }, read(57, [3, 4])],
    ],
    ['more are there than before', [read(10, [0, 1]), read(59, [2, 3])]],
    ['a minute of silence has passed', [read(59, [0, 1]), read(40, [61.1, 62])]],
    ['of another limit', [read(59, [0, 1]), { ...read(40, [2, 3]), quota: [1000, 40, 40] }]],
    ['of another key', [read(59, [0, 1]), { ...read(40, [2, 3]), key: 'b' }]],
    ['at another address', [read(59, [0, 1]), { ...read(40, [2, 3]), base: 'b' }]],
  ])('not where %s', ([_what, scenes]) => {
    expect(usesByOthersIn({ exchanges: story(...scenes) })).toEqual([])
  })

  test('where more are gone within a minute, and not where a request was sent again', () => {
    const scenes = [read(59, [0, 1]), read(57, [61, 62])]
    expect(usesByOthersIn({ exchanges: story(...scenes) })).toHaveLength(1)
    const again = story(...scenes).map((one) => ({ ...one, tries: 2 }))
    expect(usesByOthersIn({ exchanges: again })).toEqual([])
    const [first, second] = story(read(59, [0, 1]), read(55, [61, 62]))
    if (first === undefined || second === undefined) throw new Error('no exchanges')
    expect(usesByOthersIn({ exchanges: [first, { ...second, tries: 2 }] })).toHaveLength(1)
  })
})

test.for<[what: string, milliseconds: number, apart: number]>([
  ['as of now', 0, 0],
  ['five seconds behind, and rounded', -6000, 0],
  ['seven seconds behind', -7000, 1],
  ['five seconds ahead', 5000, 0],
  ['six seconds ahead', 6000, 1],
  ['a minute behind', -60_000, 1],
  ['a minute ahead', 60_000, 1],
])('a Date %s', ([_what, milliseconds, apart]) => {
  const [list] = story({ ask: LIST })
  if (list === undefined) throw new Error('no exchange')
  const date = new Date(list.received + milliseconds).toUTCString()
  expect(clocksApartIn([{ ...list, headers: { date } }])).toHaveLength(apart)
})

test('accepted are the keys of those who were served', () => {
  const exchanges = story(
    { ask: LIST },
    { ask: LIST, key: '' },
    { ask: LIST, key: 'b', status: 404 },
    { ask: LIST, key: 'c' },
  )
  expect([...acceptedKeysIn(exchanges)]).toEqual(['key 1', 'key 3'])
})

describe('a refusal shows that others use its key', () => {
  const refused = (remaining: number, more: Partial<Scene> = {}): Scene => ({
    ...read(remaining, [4, 5]),
    status: 401,
    ...more,
  })

  test.for<[what: string, scenes: readonly Scene[], shows: boolean]>([
    ['where more are gone than were sent', [read(50, [0, 1]), refused(48)], true],
    ['not where it is the one that was sent', [read(50, [0, 1]), refused(49)], false],
    ['not where others of the key were beside', [read(50, [0, 2]), read(49, [1, 3]), refused(47)], false],
    ['not without a reply before', [refused(40)], false],
    ['not after a 429', [read(50, [0, 1]), { ...refused(0), status: 429, at: [2, 3] }, refused(0)], false],
    [
      'after a 429 that was answered again',
      [{ ...refused(0), status: 429, at: [0, 1] }, read(50, [2, 3]), refused(40)],
      true,
    ],
    ['not of another limit', [read(50, [0, 1]), refused(40, { quota: [1000, 40, 40] })], false],
    [
      'where a new window has fewer than it begins with',
      [read(0, [0, 1]), refused(0, { quota: [60, 58, 100] })],
      true,
    ],
    [
      'not where a new window has what it begins with',
      [read(0, [0, 1]), refused(0, { quota: [60, 59, 100] })],
      false,
    ],
  ])('%s', ([_what, scenes, shows]) => {
    const own = story(...scenes)
    const last = own.at(-1)
    expect(last && showsUseByOthers(last, own)).toBe(shows)
  })
})
