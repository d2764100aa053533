import { expect, test } from 'vitest'
import { wrongOf } from './history.ts'
import { historyOf, judge } from './judge.ts'
import { someWindowExplains } from './meter.ts'
import { story, type Scene } from './testing/story.ts'

test('the reply that is wrong is named, though a later one is needed to rule out another window', () => {
  const exchanges = story(
    list(1, 60, [8, 8.1]),
    list(0, 60, [9, 9.1]),
    list(0, 60, [9, 9.2]),
    list(59, 120, [61, 61.1]),
  )
  const [finding] = judge({ exchanges })
  expect(finding).toMatchObject({ clause: 'LIMIT-5', actual: 'status 200' })
  expect(finding && wrongOf(finding)?.id).toBe(3)
  expect(finding?.steps.map(({ exchange }) => exchange.id)).toEqual([1, 2, 3, 4])
})

function list(remaining: number, reset: number, at: readonly [number, number]): Scene {
  return { ask: 'GET /pets', json: [], quota: [60, remaining, reset], at }
}

test('a minute that rolls has the Reset of a second ago, where that is rounded, and what has left it since', () => {
  const exchanges = story(
    ...Array.from({ length: 60 }, (_, at) => list(59 - at, 61, [0.2 + at / 100, 0.2 + at / 100])),
    list(10, 61, [60.305, 60.305]),
    list(19, 61, [60.405, 60.405]),
  )
  expect(judge({ exchanges })).toEqual([])
})

test('others who use a key give no more back than the limit, less what was served meanwhile', () => {
  const shared = Array.from({ length: 20 }, (_, at) => list(50 - 2 * at, 60, [1 + at / 100, 1 + at / 100]))
  expect(judge({ exchanges: story(...shared, list(40, 60, [1.3, 1.3])) })).toEqual([])
  const [finding] = judge({ exchanges: story(...shared, list(55, 60, [1.3, 1.3])) })
  expect(finding).toMatchObject({ clause: 'LIMIT-3', actual: 'X-RateLimit-Remaining 55' })
})

test('an error that costs nothing has the Reset of the last request served in a minute that rolls', () => {
  const missing = (remaining: number, at: number): Scene => ({
    ...list(remaining, 106, [at, at]),
    status: 400,
    json: { code: 'invalid', message: 'No.', status: 400 },
    ask: 'GET /pets?limit=0',
  })
  // The clock of the service is four seconds behind.
  const first = [0.5, 0.6, 0.7].map((at, index) => list(59 - index, 56, [at, at]))
  const exchanges = story(...first, list(56, 106, [50, 50]), missing(56, 60.4), missing(59, 60.9))
  expect(judge({ exchanges })).toEqual([])
})

test('where requests are let in without a key, one in another spelling may be another caller’s', () => {
  const lower = { ...list(57, 60, [3, 3.1]), sends: { Authorization: 'bearer a-key' } }
  const scenes = [list(59, 60, [1, 1.1]), list(58, 60, [2, 2.1]), lower, list(57, 60, [4, 4.1])]
  const keyless = { ...list(41, 60, [5, 5.1]), key: '' }
  const clauses = (...all: readonly Scene[]): readonly string[] =>
    judge({ exchanges: story(...all) }).map(({ clause }) => clause)
  expect(clauses(...scenes)).toEqual(['LIMIT-3'])
  expect(clauses(...scenes, keyless)).toEqual(['AUTH-2'])
})

test('a quota that is renewed after half a minute, as Reset says, is more than the limit per minute', () => {
  const list60 = (remaining: number, reset: number, second: number): Scene =>
    list(remaining, reset, [second, second + 0.1])
  const [finding] = judge({ exchanges: story(list60(59, 30, 12), list60(58, 30, 12.2), list60(59, 60, 31)) })
  expect(finding).toMatchObject({
    clause: 'LIMIT-5',
    alternatives: ['LIMIT-4'],
    expected: 'X-RateLimit-Reset 60 s after the one before',
    actual: '30 s after it, with 59 left again',
  })
})

test('a window that counts on after its Reset does not end there', () => {
  // Reset is always halfway to the end of the minute.
  const scenes = [
    ...Array.from({ length: 30 }, (_none, at) => list(59 - at, 30, [at / 100, at / 100])),
    list(29, 35, [10, 10.1]),
    list(28, 40, [20, 20.1]),
    list(27, 52, [44, 44.1]),
  ]
  const [finding] = judge({ exchanges: story(...scenes) })
  expect(finding).toMatchObject({
    clause: 'LIMIT-10',
    alternatives: ['LIMIT-4'],
    expected: /^a new window at X-RateLimit-Reset/,
  })
})

test('a counter of its own for each operation is named, not the Reset of each', () => {
  const of = (ask: string, remaining: number, reset: number, second: number): Scene => ({
    ...list(remaining, reset, [second, second]),
    ask,
    ...(ask === 'GET /pets' ? {} : { json: { id: 1, name: 'Rex', categoryId: 1 } }),
  })
  const [list1, get] = ['GET /pets', 'GET /pets/1']
  const scenes = [
    of(list1, 59, 61, 1),
    of(get, 59, 67, 7),
    of(list1, 58, 61, 8),
    of(get, 58, 67, 9),
    of(list1, 57, 61, 10),
    of(get, 57, 67, 11),
  ]
  const clauses = (all: readonly Scene[]): readonly string[] =>
    someWindowExplains(historyOf({ exchanges: story(...all) })).map(({ clause }) => clause)
  expect(clauses(scenes)).toEqual(['LIMIT-3'])
  // One counter, of which the operations report another end.
  const shared = scenes.map((one, at): Scene => ({ ...one, quota: [60, 59 - at, one.quota?.[2] ?? 0] }))
  expect(clauses(shared)).toEqual(['LIMIT-4'])
})

test('an error that costs nothing begins no window, whose end it names all the same', () => {
  const of = (remaining: number, reset: number, second: number): Scene => ({
    ...list(0, reset, [second, second]),
    quota: [3, remaining, reset],
  })
  const missing: Scene = {
    ...of(3, 142, 81),
    ask: 'GET /pets/12',
    status: 404,
    json: { code: 'x', message: 'No.', status: 404 },
  }
  expect(judge({ exchanges: story(of(0, 80, 41), missing, of(2, 170, 109)) })).toEqual([])
})
