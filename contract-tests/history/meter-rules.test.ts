import { describe, expect, test } from 'vitest'
import type { History } from './history.ts'
import { someWindowExplains } from './meter.ts'
import type { Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

const DAY = 86_400

/** A list with what is left of 60 and the second of the Reset, answered 50 ms after a second of the story. */
function at(second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene {
  return { ask: 'GET /pets', json: [], at: [second, second + 0.05], quota: [60, remaining, reset], ...more }
}

/** The same of a day with 1,000. */
const ofDay = (second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene =>
  at(second, remaining, reset, { quota: [1000, remaining, reset], ...more })

const missing = (second: number, remaining: number, reset: number): Scene =>
  at(second, remaining, reset, { ask: 'GET /pets/9', status: 404, json: {} })

describe('some window explains the figures', () => {
  test.for<Row>([
    ['a calendar minute', [at(10, 59, 60), at(20, 58, 60), at(60, 59, 120), at(70, 58, 120)], []],
    ['one from the first request', [at(10, 59, 70), at(20, 58, 70), at(75, 59, 135)], []],
    ['a minute that rolls', [at(10, 59, 70), at(30, 58, 70), at(71, 58, 90), at(91, 58, 131)], []],
    ['a bucket, refilled one a second', [at(10, 40, 30), at(15, 44, 31), at(16, 44, 32)], []],
    ['a day', [ofDay(10, 999, DAY), ofDay(20, 998, DAY)], []],
    ['errors that are free', [at(10, 59, 60), missing(11, 59, 60), at(12, 58, 60)], []],
    ['errors that count', [at(10, 59, 60), missing(11, 58, 60), at(12, 57, 60)], []],
    ['others who use it', [at(10, 59, 60), at(11, 40, 60), at(12, 39, 60)], []],
    [
      'a Reset that is that of a ban, which a refusal beside has begun',
      [
        at(10, 3, 60),
        { ...at(11, 0, 30), status: 429, json: {}, retryAfter: '19', at: [11, 11.2] },
        { ...at(11, 0, 30), at: [11, 11.3] },
        at(31, 20, 80),
      ],
      [],
    ],
    [
      'the end of a calendar minute, by two clocks',
      [
        at(58, 50, 60),
        at(59, 59, 120),
        at(59.2, 49, 60),
        at(59.4, 58, 120),
        at(60.2, 48, 60),
        at(61, 57, 120),
      ],
      [],
    ],
    ['two limits at once', [at(10, 59, 60), ofDay(11, 998, DAY), at(12, 57, 60)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(someWindowExplains, scenes)).toEqual(findings)
  })
})

describe('no window explains', () => {
  test.for<Row>([
    [
      'a Reset that moves back',
      [at(10, 50, 60), at(11, 49, 30)],
      [
        'LIMIT-4: expected X-RateLimit-Reset 1795168860 or later; actual X-RateLimit-Reset 1795168830, 30 s earlier (#1 50 of 60 left, Reset 1795168860 (50 s ahead); #2 49 of 60 left, Reset 1795168830 (19 s ahead))',
      ],
    ],
    [
      'a Reset that moves back to the end of a minute that is over by any clock',
      [at(59, 50, 120), at(66, 49, 60)],
      [
        'LIMIT-4: expected X-RateLimit-Reset 1795168920 or later; actual X-RateLimit-Reset 1795168860, 60 s earlier (#1 50 of 60 left, Reset 1795168920 (61 s ahead); #2 49 of 60 left, Reset 1795168860 (-6 s ahead))',
      ],
    ],
    [
      'a Reset that moves back by a minute, to no end of a calendar minute',
      [at(58, 50, 121), at(59, 49, 61)],
      [
        'LIMIT-4: expected X-RateLimit-Reset 1795168921 or later; actual X-RateLimit-Reset 1795168861, 60 s earlier (#1 50 of 60 left, Reset 1795168921 (63 s ahead); #2 49 of 60 left, Reset 1795168861 (2 s ahead))',
      ],
    ],
    [
      'a Reset that moves back, after others',
      [at(10, 50, 60), at(11, 49, 60), at(12, 48, 62), at(13, 47, 30)],
      [
        'LIMIT-4: expected X-RateLimit-Reset 1795168862 or later; actual X-RateLimit-Reset 1795168830, 32 s earlier (#3 48 of 60 left, Reset 1795168862 (50 s ahead); #4 47 of 60 left, Reset 1795168830 (17 s ahead))',
      ],
    ],
    [
      'a Remaining that stays',
      [at(10, 50, 60), at(10.1, 50, 60), at(10.2, 50, 60)],
      [
        'LIMIT-3: expected X-RateLimit-Remaining 49 or less: 50 were left before, and 1 served since; actual X-RateLimit-Remaining 50 (#1 50 of 60 left, Reset 1795168860 (50 s ahead); #2 50 of 60 left, Reset 1795168860 (50 s ahead); #3 50 of 60 left, Reset 1795168860 (50 s ahead); #2 is wrong)',
      ],
    ],
    [
      'a Remaining that rises',
      [at(10, 50, 60), at(10.1, 53, 60)],
      [
        'LIMIT-3: expected X-RateLimit-Remaining 49 or less: 50 were left before, and 1 served since; actual X-RateLimit-Remaining 53 (#1 50 of 60 left, Reset 1795168860 (50 s ahead); #2 53 of 60 left, Reset 1795168860 (50 s ahead))',
      ],
    ],
    [
      'a Remaining that rises in a day',
      [ofDay(10, 50, DAY), ofDay(10.1, 53, DAY)],
      [
        'LIMIT-3: expected X-RateLimit-Remaining 49 or less: 50 were left before, and 1 served since; actual X-RateLimit-Remaining 53 (#1 50 of 1000 left, Reset 1795255200 (86390 s ahead); #2 53 of 1000 left, Reset 1795255200 (86390 s ahead))',
      ],
    ],
    [
      'more than were left',
      [at(10, 1, 60), at(10.1, 0, 60), at(10.2, 0, 60), at(10.3, 0, 60)],
      [
        'LIMIT-5 or LIMIT-7: expected 429: 0 requests were left, and 1 served since; actual status 200 (#2 0 of 60 left, Reset 1795168860 (50 s ahead); #3 0 of 60 left, Reset 1795168860 (50 s ahead); #4 0 of 60 left, Reset 1795168860 (50 s ahead); #3 is wrong)',
      ],
    ],
    [
      'more than were left of a day',
      [ofDay(10, 1, DAY), ofDay(10.1, 0, DAY), ofDay(10.2, 0, DAY), ofDay(10.3, 0, DAY)],
      [
        'LIMIT-6 or LIMIT-7: expected 429: 0 requests were left, and 1 served since; actual status 200 (#2 0 of 1000 left, Reset 1795255200 (86390 s ahead); #3 0 of 1000 left, Reset 1795255200 (86390 s ahead); #4 0 of 1000 left, Reset 1795255200 (86390 s ahead); #3 is wrong)',
      ],
    ],
    [
      'as many after three at once as after one',
      [at(9.9, 40, 60), ...[10.02, 10.03, 10.04].map((end) => at(10, 39, 60, { at: [10, end] }))],
      [
        'LIMIT-3: expected X-RateLimit-Remaining 37 or less: 40 were left before, and 3 served since; actual X-RateLimit-Remaining 39 (#1 40 of 60 left, Reset 1795168860 (50 s ahead); #2 39 of 60 left, Reset 1795168860 (50 s ahead); #3 39 of 60 left, Reset 1795168860 (50 s ahead); #4 39 of 60 left, Reset 1795168860 (50 s ahead); #2 is wrong)',
      ],
    ],
    [
      'as many after as at once',
      [
        at(9.9, 1, 60),
        ...[10.02, 10.03, 10.04].map((end) => at(10, 0, 60, { at: [10, end] })),
        at(10.1, 0, 60, { status: 429, json: {} }),
      ],
      [
        'LIMIT-5 or LIMIT-7: expected 429: 1 request was left, and 2 served since; actual status 200 (#1 1 of 60 left, Reset 1795168860 (50 s ahead); #2 0 of 60 left, Reset 1795168860 (50 s ahead); #3 0 of 60 left, Reset 1795168860 (50 s ahead); #4 0 of 60 left, Reset 1795168860 (50 s ahead); #3 is wrong)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(someWindowExplains, scenes)).toEqual(findings)
  })
})

describe('of a Reset that slides, while the window is fixed, Reset is what is wrong', () => {
  const sliding = (seconds: readonly number[], from: number): readonly Scene[] =>
    seconds.map((second, place) => at(second, from - place, second + 60))

  test.for<[what: string, scenes: readonly Scene[], clauses: string]>([
    ['by a second each time', [...sliding([10, 11, 12, 13], 40), at(60, 59, 120)], 'LIMIT-4'],
    ['which shows when it is renewed a little sooner', [at(7, 40, 67), at(64, 59, 124)], 'LIMIT-4'],
    [
      'perhaps where it is renewed within a moment',
      [at(59.8, 19, 119), at(60, 59, 120), at(60.2, 58, 120)],
      'LIMIT-3 or LIMIT-4',
    ],
    [
      'surely where Reset has moved before, and what follows goes on from there',
      [
        ...sliding([2, 4], 30),
        at(50, 58, 110, { at: [40, 50] }),
        at(55, 57, 115),
        at(61, 59, 121, { ask: 'GET /pets/7' }),
        at(62, 58, 122),
      ],
      'LIMIT-4 or LIMIT-3',
    ],
    [
      'but not where it is renewed at Reset, too soon',
      [at(7, 40, 57), at(57, 59, 107)],
      'LIMIT-5 or LIMIT-4',
    ],
  ])('%s', ([_what, scenes, clauses]) => {
    expect(found(someWindowExplains, scenes).map((one) => one.split(':', 1)[0])).toEqual([clauses])
  })
})

describe('of a window that rolls', () => {
  const lists = [10, 12, 14, 16].map((second, sent) => at(second, 59 - sent, second + 60))

  test.for<[what: string, odd: Scene, clause: string]>([
    ['a HEAD that says that all is left', at(15, 60, 75, { ask: 'HEAD /pets' }), 'LIMIT-3'],
    ['a read with the Reset of another kind', at(15, 56, 61, { ask: 'GET /pets/7' }), 'LIMIT-4'],
  ])('%s is what is wrong', ([_what, odd, clause]) => {
    const scenes = [...lists, odd].toSorted((one, other) => Number(one.at?.[0]) - Number(other.at?.[0]))
    expect(found(someWindowExplains, scenes).map((one) => one.split(/[ :]/, 1)[0])).toEqual([clause])
  })
})

describe('each key is judged by itself', () => {
  const [first, second] = [at(10, 50, 60), at(10.1, 55, 60)]

  test('at each address, and since its quota was set', () => {
    const set = (caller: string, id: number): Partial<History> => ({ quotaSetAfter: [{ caller, id }] })
    expect([
      found(someWindowExplains, [first, second]).length,
      found(someWindowExplains, [first, { ...second, key: 'b' }]).length,
      found(someWindowExplains, [first, { ...second, base: 'b' }]).length,
      found(someWindowExplains, [first, second], set('key 1', 1)).length,
      found(someWindowExplains, [first, second], set('key 1', 2)).length,
      found(someWindowExplains, [first, second], set('key 2', 1)).length,
    ]).toEqual([1, 0, 0, 0, 1, 1])
  })

  test('others who use it may give back up to the limit', () => {
    const more: Partial<History> = { sharedKeys: new Set(['key 1']) }
    expect(found(someWindowExplains, [first, second], more)).toEqual([])
  })
})

/** A whole minute that is spent from a second on, ten a second. */
function spent(from: number, reset: number, count = 60): readonly Scene[] {
  return Array.from({ length: count }, (_, place) => at(from + place / 10, 59 - place, reset))
}

describe('of one window no more is served than its limit', () => {
  test.for<[what: string, scenes: readonly Scene[], expected: string | undefined]>([
    ['60 are', spent(1, 60), undefined],
    [
      '61 may be, where tokens come back and Reset is when all have',
      [...Array.from({ length: 60 }, (_, place) => at(1 + place / 10, 59 - place, 2 + place)), at(8, 0, 62)],
      undefined,
    ],
    [
      'no 61 may be, where Reset is the end of a minute',
      [...spent(1, 60), at(8, 0, 60)],
      '429: 0 requests were left, and 1 served since',
    ],
    [
      'none may be there in the first reply of a minute that came after all were spent',
      [at(10, 59, 60), at(59, 0, 60), at(60.5, 60, 120)],
      'X-RateLimit-Remaining 59 or less: 1 of 60 were served in this window',
    ],
    [
      'nor is more left than the reply before said, less one',
      [...spent(1, 60, 30), at(5, 45, 60)],
      'X-RateLimit-Remaining 29 or less: 30 were left before, and 1 served since',
    ],
  ])('%s', ([_what, scenes, expected]) => {
    const [finding] = found(someWindowExplains, scenes)
    expect(finding?.replace(/^.*?: expected (.*?); actual .*$/, '$1')).toBe(expected)
  })
})
