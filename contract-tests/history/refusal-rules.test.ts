import { describe, expect, test } from 'vitest'
import type { History } from './history.ts'
import { noneLeftWhenRefused, refusedWhenSpent, servedAfterTheWait } from './refusals.ts'
import type { Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

const DAY = 86_400

/** A list that is answered at a second of the story, with what is left of 60 and the second of the Reset. */
function at(second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene {
  return { ask: 'GET /pets?limit=1', json: [], at: [second, second], quota: [60, remaining, reset], ...more }
}

/** A refusal, with the seconds that Retry-After asks for. */
function refused(second: number, wait: number, reset: number, more: Partial<Scene> = {}): Scene {
  return at(second, 0, reset, { status: 429, json: {}, retryAfter: String(wait), ...more })
}

const EARLIER = at(-DAY - 60, 59, -DAY)

describe('a key is refused for the first time when nothing is left', () => {
  test.for<Row>([
    ['and is', [at(10, 1, 60), at(11, 0, 60), refused(12, 48, 60)], []],
    [
      'not with some left, as the refusal of the same window shows',
      [at(10, 30, 60), refused(11, 49, 60)],
      [
        'LIMIT-5 or LIMIT-3: expected an answer, 30 of 60 requests being left; actual status 429 (#1 30 of 60 left; #2 status 429)',
      ],
    ],
    [
      'not with some left after those that were under way',
      [at(10, 2, 60), at(11, 1, 60, { at: [11, 13] }), refused(12, 48, 60)],
      [
        'LIMIT-5 or LIMIT-3: expected an answer, 1 of 60 requests being left; actual status 429 (#1 2 of 60 left; #2 status 429)',
      ],
    ],
    [
      'with some left, of which those under way took the last',
      [at(10, 1, 60), at(11, 0, 60, { at: [11, 13] }), refused(12, 48, 60)],
      [],
    ],
    [
      'with some left, of which one of nobody took the last',
      [at(10, 1, 60), at(11, 0, 60, { at: [11, 13], key: '' }), refused(12, 48, 60)],
      [],
    ],
    [
      'not where another key takes some',
      [at(10, 1, 60), at(11, 0, 60, { at: [11, 13], key: 'b' }), refused(12, 48, 60)],
      [
        'LIMIT-5 or LIMIT-3: expected an answer, 1 of 60 requests being left; actual status 429 (#1 1 of 60 left; #2 status 429)',
      ],
    ],
    [
      'not with one left, though another one was refused beside',
      [at(10, 1, 60), refused(11, 49, 60, { at: [11, 12.5] }), refused(12, 48, 60)],
      [
        'LIMIT-5 or LIMIT-3: expected an answer, 1 of 60 requests being left; actual status 429 (#1 1 of 60 left; #2 status 429)',
        'LIMIT-5 or LIMIT-3: expected an answer, 1 of 60 requests being left; actual status 429 (#1 1 of 60 left; #3 status 429)',
      ],
    ],
    ['by another window, whose wait is longer', [at(10, 30, 60), refused(11, 5000, 60)], []],
    ['by another window, whose Reset is another', [at(10, 30, 60), refused(11, 589, 600)], []],
    [
      'not where a day before shows that it is none of the day',
      [EARLIER, at(10, 30, 60), refused(11, 5000, 60)],
      [
        'LIMIT-5 or LIMIT-3: expected an answer, 59 of 60 requests being left; actual status 429 (#1 59 of 60 left; #3 status 429)',
      ],
    ],
    [
      'after a refusal of the key',
      [at(10, 30, 60), at(11, 30, 60, { status: 403 }), refused(12, 48, 60)],
      [],
    ],
    ['after a refusal over the limit', [refused(10, 50, 60), refused(12, 48, 60)], []],
    [
      'where a limit may be one of the day',
      [at(10, 30, 60, { quota: [1000, 30, 60] }), refused(11, 49, 60, { quota: [1000, 0, 60] })],
      [],
    ],
    [
      'not where another key has gone on before',
      [
        at(8, 0, 60, { key: 'b' }),
        refused(8.5, 51, 60, { key: 'b' }),
        refused(9, 51, 60, { key: 'b' }),
        at(10, 30, 60),
        refused(11, 49, 60),
      ],
      [
        'LIMIT-5 or LIMIT-3 or LIMIT-11 or LIMIT-12: expected an answer, 30 of 60 requests being left; actual status 429 (#4 30 of 60 left; #5 status 429)',
      ],
    ],
    [
      'not where another key is banned until the same instant, which is named once',
      [
        at(8, 0, 60, { key: 'b' }),
        at(10, 30, 60),
        refused(10.5, 200, 60, { key: 'b' }),
        refused(11, 199, 60),
      ],
      [
        'LIMIT-11 or LIMIT-5 or LIMIT-3: expected an answer, 30 of 60 requests being left; actual status 429 (#2 30 of 60 left; #3 status 429, Retry-After: 200; #4 status 429)',
      ],
    ],
    [
      'not where another key was refused just before',
      [at(8, 0, 60, { key: 'b' }), at(10, 30, 60), refused(10.5, 49, 60, { key: 'b' }), refused(11, 49, 60)],
      [
        'LIMIT-11 or LIMIT-5 or LIMIT-3: expected an answer, 30 of 60 requests being left; actual status 429 (#2 30 of 60 left; #3 status 429, another key; #4 status 429)',
      ],
    ],
    [
      'not where a day before shows that, though it says nothing of what is left',
      [{ ask: 'GET /pets', json: [], at: [-DAY - 60, -DAY - 60] }, at(10, 30, 60), refused(11, 5000, 60)],
      [
        'LIMIT-5 or LIMIT-3: expected an answer, 30 of 60 requests being left; actual status 429 (#1 a day before; #2 30 of 60 left; #3 status 429)',
      ],
    ],
    ['without figures before', [{ ask: 'GET /pets', json: [] }, refused(11, 49, 60)], []],
    [
      'by another window, of another limit',
      [at(10, 30, 60), refused(11, 49, 60, { quota: [1000, 0, 60] })],
      [],
    ],
    [
      'not where Reset is rounded otherwise',
      [at(10, 30, 60), refused(11, 50, 61)],
      [
        'LIMIT-5 or LIMIT-3: expected an answer, 30 of 60 requests being left; actual status 429 (#1 30 of 60 left; #2 status 429)',
      ],
    ],
    ['where the wait ends three seconds after Reset', [at(10, 30, 60), refused(11, 52, 60)], []],
    [
      'not where it ends two seconds after',
      [at(10, 30, 60), refused(11, 51, 60)],
      [
        'LIMIT-5 or LIMIT-3: expected an answer, 30 of 60 requests being left; actual status 429 (#1 30 of 60 left; #2 status 429)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(refusedWhenSpent, scenes)).toEqual(findings)
  })

  test('nothing follows where others use the key, or requests lack', () => {
    expect(
      found(refusedWhenSpent, [at(10, 30, 60), refused(11, 49, 60)], { sharedKeys: new Set(['key 1']) }),
    ).toEqual([])
    expect(
      found(refusedWhenSpent, [EARLIER, at(10, 30, 60), refused(11, 5000, 60)], { isExcerpt: true }),
    ).toEqual([])
  })
})

test.for<Row>([
  [
    'what the window left says that one is left',
    [at(10, 1, 60), at(11, 0, 60), refused(12, 48, 60, { quota: [60, 1, 60] })],
    [
      'LIMIT-3 or LIMIT-5: expected X-RateLimit-Remaining 0 in the refusal of a window that is used up; actual X-RateLimit-Remaining 1 (#2 0 of 60 left; #3 status 429, 1 of 60 left)',
    ],
  ],
  ['none is left', [at(10, 1, 60), at(11, 0, 60), refused(12, 48, 60)], []],
  [
    'another window may refuse',
    [at(10, 1, 60), at(11, 0, 60), refused(12, 5000, 60, { quota: [60, 1, 60] })],
    [],
  ],
  [
    'an error may have been given back',
    [
      at(10, 1, 60),
      at(11, 0, 60),
      at(12, 0, 60, { ask: 'GET /pets/7', status: 404, json: {}, at: [11, 13] }),
      refused(12, 48, 60, { quota: [60, 1, 60] }),
    ],
    [],
  ],
])('a refusal by a window in which %s', ([_what, scenes, findings]) => {
  expect(found(noneLeftWhenRefused, scenes)).toEqual(findings)
})

describe('a client that has waited is served', () => {
  const SPENT = at(10, 0, 60)

  test.for<Row>([
    ['and is', [SPENT, refused(11, 49, 60), at(60, 59, 120)], []],
    [
      'not refused after the wait',
      [SPENT, refused(11, 9, 60), refused(20, 40, 60)],
      [
        'LIMIT-9: expected 200: the wait of 9 s is over; actual status 429 after 9 s (#2 status 429, Retry-After: 9; #3 status 429)',
      ],
    ],
    [
      'not refused where what it has waited for is said again, whatever another refusal said',
      [
        SPENT,
        refused(11, 49, 60, { at: [11, 11.5] }),
        refused(11, 1, 60, { at: [11, 11.5] }),
        refused(13, 1, 60),
      ],
      [
        'LIMIT-9: expected 200: the wait of 1 s is over; actual status 429 after 1 s (#3 status 429, Retry-After: 1; #4 status 429)',
      ],
    ],
    [
      'but refused where another refusal said so, and that is said again',
      [
        SPENT,
        refused(11, 49, 60, { at: [11, 11.5] }),
        refused(11, 1, 60, { at: [11, 11.5] }),
        refused(13, 47, 60),
      ],
      [],
    ],
    [
      'but refused where others are in the minute that rolls',
      [at(0, 0, 60), refused(1, 40, 61), refused(42, 2, 102), at(110, 54, 170)],
      [],
    ],
    [
      'not refused where its own requests are all that is in it',
      [at(0, 0, 60), refused(1, 40, 61), refused(42, 2, 102), at(110, 59, 170)],
      [
        'LIMIT-9: expected 200: the wait of 40 s is over; actual status 429 after 41 s (#2 status 429, Retry-After: 40; #3 status 429)',
      ],
    ],
    [
      'not refused in a new window',
      [SPENT, refused(11, 49, 60), refused(66, 54, 120)],
      [
        'LIMIT-9 or LIMIT-10: expected 200: the wait of 49 s is over; actual status 429 after 55 s (#2 status 429, Retry-After: 49; #3 status 429)',
      ],
    ],
    [
      'not refused otherwise after the wait',
      [SPENT, refused(11, 9, 60), at(20, 0, 60, { status: 403 })],
      [
        'LIMIT-9 or AUTH-1: expected 200: the wait of 9 s is over; actual status 403 after 9 s (#2 status 429, Retry-After: 9; #3 status 403)',
      ],
    ],
    [
      'not after a ban',
      [SPENT, refused(11, 49, 60), refused(12, 600, 612), refused(613, 600, 1213)],
      [
        'LIMIT-12 or LIMIT-9: expected 200: the wait of 600 s is over; actual status 429 after 601 s (#3 status 429, Retry-After: 600; #4 status 429)',
      ],
    ],
    [
      'not after a ban, refused otherwise',
      [SPENT, refused(11, 49, 60), refused(12, 600, 612), at(613, 0, 1213, { status: 401 })],
      [
        'LIMIT-12 or LIMIT-9 or AUTH-1: expected 200: the wait of 600 s is over; actual status 401 after 601 s (#3 status 429, Retry-After: 600; #4 status 401)',
      ],
    ],
    [
      'not after a ban in another status',
      [
        SPENT,
        refused(11, 9, 60),
        at(20, 0, 60, { status: 403, retryAfter: '9' }),
        at(30, 0, 60, { status: 403 }),
      ],
      [
        'LIMIT-9 or AUTH-1: expected 200: the wait of 9 s is over; actual status 403 after 9 s (#2 status 429, Retry-After: 9; #3 status 403)',
        'LIMIT-12 or LIMIT-9 or AUTH-1: expected 200: the wait of 9 s is over; actual status 403 after 10 s (#3 status 403, Retry-After: 9; #4 status 403)',
      ],
    ],
    [
      'not where another key was refused meanwhile',
      [SPENT, refused(11, 9, 60), refused(12, 48, 60, { key: 'b' }), refused(20, 40, 60)],
      [
        'LIMIT-9 or LIMIT-11: expected 200: the wait of 9 s is over; actual status 429 after 9 s (#2 status 429, Retry-After: 9; #4 status 429)',
      ],
    ],
    ['but may be refused before the wait is over', [SPENT, refused(11, 9, 60), refused(19.9, 40, 60)], []],
    [
      'but may be refused where one is under way',
      [
        SPENT,
        refused(11, 9, 60),
        refused(20, 40, 60, { at: [20, 22] }),
        refused(21, 39, 60, { at: [21, 23] }),
      ],
      [],
    ],
    ['unless it was never served', [refused(1, 10, 60), refused(12, 10, 60)], []],
    [
      'unless no wait can be read',
      [SPENT, refused(11, 49, 60, { retryAfter: 'soon' }), refused(70, 50, 120)],
      [],
    ],
    [
      'unless the key alone was refused',
      [SPENT, at(11, 0, 60, { status: 403, retryAfter: '9' }), refused(21, 39, 60)],
      [],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(servedAfterTheWait, scenes)).toEqual(findings)
  })

  test('though it was never served, where its quota was set from outside', () => {
    const more: Partial<History> = { quotaSetAfter: [{ caller: 'key 1', id: 1 }] }
    const scenes = [at(0, 5, 60), refused(1, 10, 60), refused(12, 10, 60)]
    expect(found(servedAfterTheWait, scenes, more)).toEqual([
      'LIMIT-9: expected 200: the wait of 10 s is over; actual status 429 after 11 s (#2 status 429, Retry-After: 10; #3 status 429)',
    ])
  })
})
