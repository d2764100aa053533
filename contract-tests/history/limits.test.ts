import { describe, expect, test } from 'vitest'
import type { PlanId } from '../../spec/plans.ts'
import { limitIsOfThePlan, resetIsOfTheWindow } from './limits.ts'
import { newMinutesAreWhole } from './renewals.ts'
import { historyOf } from './judge.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row, reported } from './testing/findings.ts'

const DAY_S = 86_400

/** A list that is answered at once, with its figures; Reset in seconds from the beginning. */
function at(
  second: number,
  limit: number,
  remaining: number,
  reset: number,
  more: Partial<Scene> = {},
): Scene {
  return { ask: 'GET /pets', json: [], at: [second, second], quota: [limit, remaining, reset], ...more }
}

/** All requests of a minute, within six seconds. */
function usedUp(second: number, reset: number): readonly Scene[] {
  return Array.from({ length: 60 }, (_none, place) => at(second + place / 10, 60, 59 - place, reset))
}

describe('a key’s replies speak of the figures of its plan', () => {
  const of = (limit: number, more: Partial<Scene> = {}): Scene => at(0, limit, 1, 40, more)

  test.for<Row>([
    ['of a minute and a day', [of(60), of(1000)], []],
    [
      'not of three figures',
      [of(60), of(300), of(60), of(1000)],
      [
        'LIMIT-2: expected one figure for the minute and one for the day; actual X-RateLimit-Limit 1000 (#2 X-RateLimit-Limit 300; #1 X-RateLimit-Limit 60; #4 X-RateLimit-Limit 1000)',
      ],
    ],
    ['of a figure of its own', [of(77)], []],
    [
      'of two of its own, where their windows end together',
      [at(0, 60, 9, 40), at(1, 300, 7, 40), at(2, 60, 7, 40), at(3, 300, 5, 40), at(4, 60, 5, 40)],
      [],
    ],
    [
      'not of two that are left over of one',
      [at(0, 60, 9, 40), at(1, 300, 8, 40), at(2, 60, 7, 40), at(3, 300, 6, 40)],
      [
        'LIMIT-2: expected one figure for each window; actual X-RateLimit-Limit 300 (#1 X-RateLimit-Limit 60; #2 X-RateLimit-Limit 300; #3 X-RateLimit-Limit 60; #4 X-RateLimit-Limit 300)',
      ],
    ],
    [
      'not of no figure',
      [at(0, 0, 0, 40)],
      [
        'LIMIT-2: expected one of 60, 1000, 300, 10000, 100000, custom; actual X-RateLimit-Limit 0 (#1 X-RateLimit-Limit 0)',
      ],
    ],
    [
      'not of a word',
      [{ ...of(60), headers: { 'X-RateLimit-Limit': 'many' } }],
      [
        'LIMIT-2: expected one of 60, 1000, 300, 10000, 100000, custom; actual X-RateLimit-Limit many (#1 X-RateLimit-Limit many)',
      ],
    ],
    ['whatever another key’s say', [of(60), of(300, { key: 'b' }), of(1000, { key: 'c' })], []],
    ['whatever those of a second address say', [of(60), of(1000), of(300, { base: 'b' })], []],
    ['whatever a refusal of the key says', [of(60), of(1000), of(300, { status: 401 })], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(limitIsOfThePlan, scenes)).toEqual(findings)
  })

  test('of the plan that is named', () => {
    const plans = new Map<string, PlanId>([['key 1', 'pro']])
    expect(found(limitIsOfThePlan, [of(300), of(10_000), of(60), of(60)], { plans })).toEqual([
      'LIMIT-2: expected one of 300, 10000, for the key is said to be of the plan pro; actual X-RateLimit-Limit 60 (#3 X-RateLimit-Limit 60)',
      'LIMIT-2: expected one of 300, 10000, for the key is said to be of the plan pro; actual X-RateLimit-Limit 60 (#4 X-RateLimit-Limit 60)',
    ])
  })
})

describe('Reset is at most a minute ahead where Limit is that of the minute', () => {
  test.for<Row>([
    ['and is, but for the clocks', [at(0, 60, 1, 65)], []],
    [
      'not 66 s',
      [at(0, 60, 1, 66)],
      [
        'LIMIT-4: expected X-RateLimit-Reset at most a minute ahead, because X-RateLimit-Limit is the limit per minute; actual X-RateLimit-Reset is 66 s ahead; X-RateLimit-Limit is 60 (#1 X-RateLimit-Reset is 66 s ahead; X-RateLimit-Limit is 60)',
      ],
    ],
    ['but a day, where Limit may be that of the day', [at(0, 1000, 1, DAY_S)], []],
    [
      'not where it is Business’s minute',
      [at(0, 1000, 1, 70), at(0, 100_000, 1, 70)],
      [
        'LIMIT-4: expected X-RateLimit-Reset at most a minute ahead, because X-RateLimit-Limit is the limit per minute; actual X-RateLimit-Reset is 70 s ahead; X-RateLimit-Limit is 1000 (#1 X-RateLimit-Reset is 70 s ahead; X-RateLimit-Limit is 1000)',
      ],
    ],
    ['while a key is banned, to the end of that', [at(0, 60, 0, 600, { status: 429 })], []],
    [
      'though the end is rounded up, and the wait is not',
      [at(0, 60, 0, 66, { status: 429, headers: { 'Retry-After': '65' } })],
      [],
    ],
    [
      'not in a refusal that asks for a shorter wait',
      [at(0, 60, 0, 179, { status: 429, headers: { 'Retry-After': '59' } })],
      [
        'LIMIT-4 or LIMIT-9 or LIMIT-12 or LIMIT-8: expected X-RateLimit-Reset at most a minute ahead, because X-RateLimit-Limit is the limit per minute; actual X-RateLimit-Reset is 179 s ahead; X-RateLimit-Limit is 60 (#1 X-RateLimit-Reset is 179 s ahead; X-RateLimit-Limit is 60)',
      ],
    ],
    ['but with an error, which need not be served', [at(0, 60, 1, 600, { status: 404 })], []],
    ['but what is no Reset is another matter', [at(0, 60, 1, -60)], []],
    ['where Limit is no plan’s', [at(0, 77, 1, 600)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(resetIsOfTheWindow, scenes)).toEqual(findings)
  })
})

describe('of a new minute no more is gone than a key has sent in it', () => {
  const spentBefore = (limit = 60): Scene => at(10, limit, 20, 60)

  test.for<Row>([
    ['and is not', [spentBefore(), at(60, 60, 59, 120), at(120, 60, 59, 180)], []],
    [
      'not half of it, again and again',
      [spentBefore(), at(60, 60, 29, 120), at(120, 60, 29, 180)],
      [
        'LIMIT-10 or LIMIT-2 or LIMIT-3: expected 59 of 60 left in a new minute; actual 29 left (#1 20 left; #2 29 left; #3 29 left)',
      ],
    ],
    [
      'not as many as of a smaller plan',
      [spentBefore(300), at(60, 300, 59, 120), at(120, 300, 59, 180)],
      [
        'LIMIT-2 or LIMIT-10 or LIMIT-3: expected 299 of 300 left in a new minute; actual 59 left (#2 59 left; #3 59 left)',
      ],
    ],
    [
      'not more than two were sent',
      [spentBefore(), at(60, 60, 29, 120), at(61, 60, 28, 120), at(120, 60, 29, 180)],
      [
        'LIMIT-10 or LIMIT-2 or LIMIT-3: expected 59 of 60 left in a new minute; actual 29 left (#1 20 left; #2 29 left; #4 29 left)',
      ],
    ],
    [
      'and none of one that rolls, whose counter weighs the minute before, and fewer later',
      [at(10, 60, 0, 60), at(61, 60, 0, 120), at(131, 60, 58, 180), at(201, 60, 58, 240)],
      [],
    ],
    [
      'and none is left of one that rolls, by a clock that is behind',
      [...usedUp(10, 60), at(60, 60, 0, 119), ...usedUp(70, 119), at(119, 60, 0, 178)],
      [],
    ],
    [
      'but some are left where the key has hardly been used',
      [at(10, 60, 0, 60), at(60, 60, 0, 119), at(119, 60, 0, 178)],
      [
        'LIMIT-10 or LIMIT-2 or LIMIT-3: expected 59 of 60 left in a new minute; actual 0 left (#1 0 left; #2 0 left; #3 0 left)',
      ],
    ],
    ['once it may be others', [spentBefore(), at(60, 60, 29, 120)], []],
    ['others leave another number each time', [spentBefore(), at(60, 60, 29, 120), at(120, 60, 28, 180)], []],
    [
      'after a minute of silence',
      [at(0, 60, 20, 10), at(66, 60, 29, 70), at(140, 60, 29, 150)],
      [
        'LIMIT-10 or LIMIT-2 or LIMIT-3: expected 59 of 60 left in a new minute; actual 29 left (#1 20 left; #2 29 left; #3 29 left)',
      ],
    ],
    [
      'after a minute of silence whose windows end when they like',
      [at(0, 60, 20, 60), at(65, 60, 29, 90), at(130, 60, 29, 140)],
      [
        'LIMIT-10 or LIMIT-2 or LIMIT-3: expected 59 of 60 left in a new minute; actual 29 left (#1 20 left; #2 29 left; #3 29 left)',
      ],
    ],
    [
      'and is not, though the Reset before lies ahead still',
      [at(40, 60, 20, 130), at(106, 60, 59, 190), at(172, 60, 59, 190)],
      [],
    ],
    ['but not after less', [at(0, 60, 20, 10), at(64, 60, 29, 64), at(128, 60, 29, 128)], []],
    ['in the same window it is', [at(0, 60, 20, 60), at(20, 60, 19, 60), at(40, 60, 18, 60)], []],
    ['in a day it may', [at(10, 1000, 20, 600), at(700, 1000, 29, 1200), at(1300, 1000, 29, 1900)], []],
    [
      'not in a minute of Business',
      [at(10, 1000, 20, 60), at(60, 1000, 29, 120), at(120, 1000, 29, 180)],
      [
        'LIMIT-10 or LIMIT-2 or LIMIT-3: expected 999 of 1000 left in a new minute; actual 29 left (#1 20 left; #2 29 left; #3 29 left)',
      ],
    ],
    [
      'where a request was under way beside',
      [
        spentBefore(),
        at(60, 60, 29, 120, { at: [60, 62] }),
        at(61, 60, 28, 120, { at: [61, 63] }),
        at(120, 60, 29, 180),
      ],
      [],
    ],
    [
      'where errors begin it',
      [spentBefore(), at(60, 60, 29, 120, { status: 404 }), at(120, 60, 29, 180, { status: 404 })],
      [],
    ],
    [
      'where requests near its end may be in it',
      [at(58, 60, 20, 60), at(60, 60, 58, 120), at(118, 60, 20, 120), at(120, 60, 58, 180)],
      [],
    ],
    [
      'not where those do not suffice',
      [at(58, 60, 20, 60), at(60, 60, 21, 120), at(118, 60, 20, 120), at(120, 60, 21, 180)],
      [
        'LIMIT-10 or LIMIT-2 or LIMIT-3: expected 58 of 60 left in a new minute, 2 requests having been sent in it at most; actual 21 left (#1 20 left; #2 21 left; #4 21 left)',
      ],
    ],
    [
      'not that of another plan, at first and once renewed',
      [at(10, 300, 59, 60), at(40, 300, 58, 60), at(60, 300, 59, 120)],
      [
        'LIMIT-2 or LIMIT-10 or LIMIT-3: expected 299 of 300 left in a new minute; actual 59 left (#1 59 left; #3 59 left)',
      ],
    ],
    [
      'of no plan, once renewed, it may be',
      [at(10, 300, 70, 60), at(40, 300, 69, 60), at(60, 300, 70, 120)],
      [],
    ],
    [
      'not of a plan with figures of its own either',
      [at(10, 77, 20, 60), at(60, 77, 29, 120), at(120, 77, 29, 180)],
      [
        'LIMIT-10 or LIMIT-2 or LIMIT-3: expected 76 of 77 left in a new minute; actual 29 left (#1 20 left; #2 29 left; #3 29 left)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(newMinutesAreWhole, scenes)).toEqual(findings)
  })

  const spent = Array.from({ length: 50 }, (_, one): Scene => at(10 + one / 100, 60, 59 - one, 60))
  const quiet = [...spent, at(40, 60, 9, 60)]

  test.for<Row>([
    [
      'not what was used of the one before, by nobody else',
      [...quiet, at(60.5, 60, 8, 120)],
      [
        'LIMIT-10 or LIMIT-3 or LIMIT-5: expected 59 of 60 left in a new minute; actual 8 left (#51 9 left; #52 8 left)',
      ],
    ],
    ['but others may have used it by then', [...quiet, at(63, 60, 8, 120)], []],
    ['but others may have used it before', [...quiet.slice(10), at(60.5, 60, 8, 120)], []],
    ['but some of it may be used at once', [...quiet, at(60.5, 60, 40, 120)], []],
    ['but of a short time nothing follows', [...spent, at(60.5, 60, 9, 120)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(newMinutesAreWhole, scenes)).toEqual(findings)
  })

  const all = Array.from({ length: 60 }, (_, one): Scene => at(20 + one / 100, 60, 59 - one, 60))
  const [short, whole] = [at(60.5, 60, 29, 120), at(120.5, 60, 59, 180)]

  test.for<Row>([
    [
      'not much less, where another one begins whole',
      [...all, short, whole],
      [
        'LIMIT-10 or LIMIT-3 or LIMIT-5: expected 59 of 60 left in a new minute; actual 29 left (#60 0 left; #61 29 left)',
      ],
    ],
    ['but others may use some of it at once', [...all, at(60.5, 60, 45, 120), whole], []],
    ['but others may use much of it soon', [...all, at(63, 60, 29, 120), whole], []],
    ['but they may use much of each', [...all, short, at(120.5, 60, 50, 180)], []],
    ['but it may roll over what the key has sent', [...all.slice(30), short, whole], []],
    ['but it may be filled by and by', [...all, at(60.5, 60, 38, 120), whole], []],
    [
      'but few do not show that nobody else uses the key',
      [...all.slice(0, 2), ...all.slice(30), short, whole],
      [],
    ],
  ])('has its quota, %s', ([_what, scenes, findings]) => {
    expect(found(newMinutesAreWhole, scenes)).toEqual(findings)
  })

  const day = (second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene =>
    at(second, 1000, remaining, reset, more)
  const begun = [day(20, 900, 60), day(21, 899, 60)]
  const over: Scene = { ...at(22, 60, 0, 60), status: 429, json: {}, retryAfter: '38' }

  test.for<Row>([
    [
      'not as if no window had begun, time and again',
      [...begun, over, day(60, 898, 120), day(61, 897, 120), day(120, 896, 180)],
      [
        'LIMIT-10 or LIMIT-4 or LIMIT-3: expected more left once X-RateLimit-Reset is past; actual 896 of 1000 left, as if no window had begun, 2 times (#2 899 of 1000 left, Reset 1795168860 (39 s ahead); #4 898 of 1000 left, Reset 1795168920 (60 s ahead); #5 897 of 1000 left, Reset 1795168920 (59 s ahead); #6 896 of 1000 left, Reset 1795168980 (60 s ahead))',
      ],
    ],
    ['but one may be others who leave just that', [...begun, day(60, 898, 120)], []],
    ['but what else has come back was used by others', [...begun, day(60, 898, 120), day(120, 940, 180)], []],
    ['but others have used more', [...begun, day(60, 897, 120), day(120, 895, 180)], []],
  ])('of a day, %s', ([_what, scenes, findings]) => {
    expect(found(newMinutesAreWhole, scenes)).toEqual(findings)
  })

  test('unless others use the key, requests lack, or were sent again', () => {
    const scenes = [spentBefore(), at(60, 60, 29, 120), at(120, 60, 29, 180)]
    expect(found(newMinutesAreWhole, scenes, { sharedKeys: new Set(['key 1']) })).toEqual([])
    expect(found(newMinutesAreWhole, scenes, { isExcerpt: true })).toEqual([])
    const again = story(...scenes).map((one) => (one.id === 1 ? { ...one, tries: 2 } : one))
    expect(reported(newMinutesAreWhole(historyOf({ exchanges: again })))).toEqual([])
    expect(found(newMinutesAreWhole, scenes, { sharedKeys: new Set(['key 2']) })).toHaveLength(1)
  })
})
