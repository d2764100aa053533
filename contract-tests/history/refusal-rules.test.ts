import { describe, expect, test } from 'vitest'
import {
  daysLastTheirQuota,
  dayIsUsedUpWhenRefused,
  noneLeftWhenRefused,
  refusedWhenSpent,
} from './refusals.ts'
import { at, refused } from './testing/quota-scenes.ts'
import type { Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

const DAY = 86_400

const EARLIER = at(-DAY - 60, 59, -DAY)

describe('a key is refused for the first time when nothing is left', () => {
  test.for<Row>([
    ['and is', [at(10, 1, 60), at(11, 0, 60), refused(12, 48, 60)], []],
    ['and others may have used it in a longer silence', [at(10, 4, 60), refused(33, 27, 60)], []],
    [
      'and others may have used it at any time, where they did so in a silence',
      [at(10, 4, 60), refused(33, 27, 60), at(61, 7, 120), refused(62, 58, 120)],
      [],
    ],
    [
      'not in a longer silence, by a refusal that says that some are left',
      [at(10, 4, 60), { ...refused(33, 27, 60), quota: [60, 4, 60] }],
      [
        'LIMIT-5 or LIMIT-3: expected an answer, 4 of 60 requests being left; actual status 429 (#1 4 of 60 left; #2 status 429)',
      ],
    ],
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
  [
    'some are left while another key is refused',
    [
      at(10, 6, 60),
      at(11, 5, 60),
      refused(11.5, 48, 60, { key: 'other' }),
      refused(12, 48, 60, { quota: [60, 5, 60] }),
    ],
    [
      'LIMIT-11 or LIMIT-3 or LIMIT-5: expected X-RateLimit-Remaining 0 in the refusal of a window that is used up; actual X-RateLimit-Remaining 5 (#2 5 of 60 left; #4 status 429, 5 of 60 left)',
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

describe('a key that its day refuses', () => {
  const ofDay = (left: number, more: Partial<Scene> = {}): Scene =>
    refused(12, 70_000, 60, { quota: [1000, left, 70_012], ...more })

  test.for<Row>([
    [
      'has none left of it',
      [at(11, 40, 60), ofDay(920)],
      [
        'LIMIT-6 or LIMIT-5 or LIMIT-3: expected X-RateLimit-Remaining 0 in the refusal of a day that is used up, or an answer; actual status 429, X-RateLimit-Remaining 920 (#1 40 of 60 left; #2 status 429, 920 of 1000 left, Retry-After: 70000)',
      ],
    ],
    ['and has none left', [at(11, 40, 60), ofDay(0)], []],
    ['is not refused by the minute that was spoken of', [at(11, 0, 60), ofDay(920)], []],
    [
      'is not refused by a minute while the day is reported',
      [at(11, 40, 60), ofDay(920, { retryAfter: '48' })],
      [],
    ],
    ['is not banned for going on', [at(10, 0, 60), refused(11, 49, 60), ofDay(920)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(dayIsUsedUpWhenRefused, scenes)).toEqual(findings)
  })
})

describe('a day that refuses a key', () => {
  const ofDay = (second: number, left: number, more: Partial<Scene> = {}): Scene =>
    at(second, left, 70_000, { quota: [1000, left, 70_000], ...more })
  const refusedByIt = (second: number, more: Partial<Scene> = {}): Scene =>
    refused(second, 70_000 - second, 70_000, { quota: [1000, 0, 70_000], ...more })

  test.for<Row>([
    [
      'had no more left than anybody can have used since',
      [ofDay(11, 920), refusedByIt(45)],
      [
        'LIMIT-6 or LIMIT-5 or LIMIT-3: expected an answer: 920 of 1000 were left of the day, and nobody is served more than 120 meanwhile; actual status 429 (#1 920 of 1000 left; #2 status 429, Retry-After: 69955)',
      ],
    ],
    ['which others may have used up', [ofDay(11, 120), refusedByIt(45)], []],
    ['in many minutes', [ofDay(11, 920), refusedByIt(1200)], []],
    ['or which ends meanwhile', [ofDay(11, 920), refusedByIt(45, { quota: [1000, 0, 156_400] })], []],
    [
      'or that says that some are left',
      [ofDay(11, 920), refusedByIt(45, { quota: [1000, 919, 70_000] })],
      [],
    ],
    [
      'unless it may be banned, for it went on',
      [ofDay(11, 920), refused(12, 48, 60, { quota: [60, 0, 60] }), refusedByIt(45)],
      [],
    ],
    [
      'which it is not where it waited',
      [ofDay(11, 921), refused(12, 48, 60, { quota: [60, 0, 60] }), ofDay(63, 920), refusedByIt(65)],
      [
        'LIMIT-6 or LIMIT-5 or LIMIT-3: expected an answer: 920 of 1000 were left of the day, and nobody is served more than 120 meanwhile; actual status 429 (#3 920 of 1000 left; #4 status 429, Retry-After: 69935)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(daysLastTheirQuota, scenes)).toEqual(findings)
  })
})

test('a window of which all was answered is used up, whatever Remaining says', () => {
  // Remaining falls with two of three.
  const answered = Array.from({ length: 60 }, (_, one) => at(one / 10, 59 - one + Math.ceil(one / 3), 60))
  const [finding] = found(refusedWhenSpent, [...answered, refused(12, 48, 60)])
  expect(finding).toMatch(/^LIMIT-3 or LIMIT-5: expected an answer, 20 of 60 requests being left/)
  const [early] = found(refusedWhenSpent, [...answered.slice(1), refused(12, 48, 60)])
  expect(early).toMatch(/^LIMIT-5 or LIMIT-3/)
})
