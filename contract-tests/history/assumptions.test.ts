import { describe, expect, test } from 'vitest'
import { clocksApartIn, sharedKeysIn, usesByOthersIn } from './assumptions.ts'
import { story } from './testing/story.ts'

const LIST = 'GET /pets'

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
    expect(usesByOthersIn({ exchanges: lists, quotaSetAfter: [{ caller, id: 1 }] })).toEqual([])
  })
})

test.for<[what: string, milliseconds: number, apart: number]>([
  ['as of now', 0, 0],
  ['four seconds behind', -4000, 0],
  ['a minute behind', -60_000, 1],
  ['a minute ahead', 60_000, 1],
])('a Date %s', ([_what, milliseconds, apart]) => {
  const [list] = story({ ask: LIST })
  if (list === undefined) throw new Error('no exchange')
  const date = new Date(list.received + milliseconds).toUTCString()
  expect(clocksApartIn([{ ...list, headers: { date } }])).toHaveLength(apart)
})
