import { describe, expect, test } from 'vitest'
import type { PlanId } from '../../spec/plans.ts'
import { clausesBeyond, noMoreThanThePlan, noneWhileRefused, setQuotaIsServed } from './beyond-limit.ts'
import type { History } from './history.ts'
import { historyOf } from './judge.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

/** A list that is answered at a second of the story, with what is left of 60 and the second of the Reset. */
function at(second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene {
  return { ask: 'GET /pets', json: [], at: [second, second], quota: [60, remaining, reset], ...more }
}

function refused(second: number, reset: number, more: Partial<Scene> = {}): Scene {
  return at(second, 0, reset, { status: 429, json: {}, retryAfter: String(reset - second), ...more })
}

/** So many lists from a second on, one each tenth of it. */
function many(count: number, from: number, reset: number, more: Partial<Scene> = {}): readonly Scene[] {
  return Array.from({ length: count }, (_, place) => at(from + place / 10, 9, reset, more))
}

/** Without the exchanges that show it, of which there are dozens. */
function plainly(findings: readonly string[]): readonly string[] {
  return findings.map((one) => one.replace(/ \((#\d+) .*; (#\d+) [^;]*\)$/, ' ($1 to $2)'))
}

describe('no more is served in a minute than the plan allows', () => {
  test.for<Row>([
    ['of Free 60', many(60, 1, 60), []],
    [
      'of Free not 61',
      many(61, 1, 60),
      ['LIMIT-5 or LIMIT-7: expected 429, 60 having been served; actual status 200 (#1 to #61)'],
    ],
    [
      'of Free not 61, where one was refused',
      [refused(0, 60), ...many(61, 1, 60)],
      ['LIMIT-5 or LIMIT-7 or LIMIT-3: expected 429, 60 having been served; actual status 200 (#2 to #62)'],
    ],
    ['of Free 61 with an error, which may be free', [...many(60, 1, 60), at(8, 9, 60, { status: 404 })], []],
    ['of Free 61 over more than a minute', [at(1, 9, 60), ...many(60, 61.5, 60)], []],
    ['of two minutes that touch 120', [...many(60, 53, 60), ...many(60, 60, 120)], []],
    [
      'of two minutes that touch not 121',
      [...many(60, 53, 60), ...many(61, 60, 61)],
      ['LIMIT-5 or LIMIT-7: expected 429, 60 having been served; actual status 200 (#1 to #121)'],
    ],
    [
      'of two minutes not 121 without a Reset',
      many(121, 1, 60, { quota: [60, 9, 600] }),
      ['LIMIT-5 or LIMIT-7: expected 429, 60 having been served; actual status 200 (#1 to #121)'],
    ],
    ['of another key as many', [...many(40, 1, 60), ...many(40, 1, 60, { key: 'b' })], []],
    ['of a plan with figures of its own any', many(61, 1, 60, { quota: [77, 9, 60] }), []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(plainly(found(noMoreThanThePlan, scenes))).toEqual(findings)
  })

  test('of two minutes more, where each reply has the end of a day that is near', () => {
    const plans = new Map<string, PlanId>([['key 1', 'free']])
    const day = { quota: [1000, 9, 85] } as const
    const scenes = [...many(31, 36, 85, day), ...many(60, 48, 85, day)]
    expect(found(noMoreThanThePlan, scenes, { plans })).toEqual([])
  })

  test('of the plan that is named', () => {
    const plans = new Map<string, PlanId>([['key 1', 'pro']])
    expect(found(noMoreThanThePlan, many(61, 1, 60), { plans })).toEqual([])
  })
})

describe('a key that was refused is served no more in its window', () => {
  test.for<Row>([
    ['and is not', [at(10, 0, 60), refused(11, 60), refused(12, 60), at(60, 59, 120)], []],
    [
      'not at the same instant',
      [refused(11, 60), at(11, 0, 60)],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#1 status 429; #2 status 200)',
      ],
    ],
    [
      'not more than a window gives back',
      [refused(11, 60), at(12, 0, 60), at(12.1, 0, 60), at(12.2, 0, 60)],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#1 status 429; #2 status 200; #3 status 200; #4 status 200)',
      ],
    ],
    ['one a second, which may have come back', [refused(11, 60), at(13, 0, 60), at(14, 0, 60)], []],
    [
      'not with an error at the same instant',
      [refused(11, 60), at(11, 0, 60, { ask: 'GET /pets/7', status: 404 })],
      [
        'LIMIT-5 or LIMIT-7 or DEPRECATION-1 or GET-1: expected 429, as before in the same window; actual status 404 (#1 status 429; #2 status 404)',
      ],
    ],
    [
      'not with the refusal of a valid body at the same instant',
      [
        refused(11, 60),
        at(11, 0, 60, { ask: 'POST /pets', body: { name: 'Rex', categoryId: 1 }, status: 400 }),
      ],
      [
        'LIMIT-5 or LIMIT-7 or CREATE-1: expected 429, as before in the same window; actual status 400 (#1 status 429; #2 status 400)',
      ],
    ],
    [
      'not with errors of which each is followed by a refusal, whatever window they speak of',
      [
        refused(11, 60),
        ...[11.1, 11.2, 11.3].flatMap((second) => [
          at(second, 800, 9000, { ask: 'GET /pets/7', status: 404, quota: [1000, 800, 9000] }),
          refused(second, 60),
        ]),
      ],
      [
        'LIMIT-7 or LIMIT-5 or DEPRECATION-1 or GET-1: expected 429, as before in the same window; actual status 404 (#1 status 429; #2 status 404; #4 status 404)',
      ],
    ],
    [
      'with errors one after the other, which may be free',
      [
        refused(11, 60),
        ...[11.1, 11.2, 11.3].map((second) => at(second, 1, 60, { ask: 'GET /pets/7', status: 404 })),
      ],
      [],
    ],
    [
      'with the refusal of an invalid body, which is open',
      [refused(11, 60), at(11, 0, 60, { ask: 'POST /pets', body: {}, status: 400 })],
      [],
    ],
    [
      'with 404 for what is no id',
      [refused(11, 60), at(11, 0, 60, { ask: 'GET /pets/07', status: 404 })],
      [],
    ],
    [
      'not beside what was under way, but for that',
      [
        refused(11, 60, { at: [11, 13] }),
        at(12, 0, 60, { at: [12, 14] }),
        at(14, 0, 60),
        at(14, 0, 60),
        at(14, 0, 60),
        at(14, 0, 60),
        at(14, 0, 60),
        at(14, 0, 60),
      ],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#1 status 429; #3 status 200; #4 status 200; #5 status 200; #6 status 200; #7 status 200; #8 status 200)',
      ],
    ],
    ['once it has waited', [refused(11, 60, { retryAfter: '1' }), ...many(9, 12.1, 60)], []],
    [
      'at the instant at which it has waited, as after a ban',
      [refused(11, 60, { retryAfter: '1' }), ...Array.from({ length: 9 }, () => at(12, 9, 60))],
      [],
    ],
    ['after Reset', [refused(11, 60), ...many(9, 60.1, 120)], []],
    [
      'not where its operation alone is served',
      [refused(11, 60), at(11, 0, 60, { ask: 'GET /pets/7' }), at(11, 0, 60, { ask: 'GET /pets/8' })],
      [
        'LIMIT-7 or LIMIT-5: expected 429, as before in the same window; actual status 200 (#1 status 429; #2 status 200)',
      ],
    ],
    ['whatever another key is', [refused(11, 60), at(11, 0, 60, { key: 'b' })], []],
    [
      'not after a refusal five seconds later',
      [refused(11, 60), refused(16, 60), at(16, 0, 60)],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#2 status 429; #3 status 200)',
      ],
    ],
    [
      'after one that came sooner, which contradicts no more',
      [refused(11, 60), refused(15.9, 60), at(15.9, 0, 60)],
      [],
    ],
    ['where Reset is so near that clocks may differ', [refused(56, 60), ...many(9, 56.1, 60)], []],
    [
      'not at that instant',
      [refused(56, 60), at(56, 0, 60)],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#1 status 429; #2 status 200)',
      ],
    ],
    [
      'not without a wait, until Reset',
      [at(11, 0, 60, { status: 429, json: {} }), ...many(3, 12, 60)],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#1 status 429; #2 status 200; #3 status 200; #4 status 200)',
      ],
    ],
    [
      'where Limit may be that of the day',
      [refused(11, 60, { quota: [1000, 0, 60] }), ...many(9, 11.1, 60, { quota: [1000, 0, 60] })],
      [],
    ],
    [
      'not at the same instant, where it may',
      [refused(11, 60, { quota: [1000, 0, 60] }), at(11, 0, 60, { quota: [1000, 0, 60] })],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#1 status 429; #2 status 200)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(noneWhileRefused, scenes)).toEqual(findings)
  })

  test('unless exchanges lack, or its quota was set meanwhile', () => {
    const scenes = [refused(11, 60), at(11, 0, 60)]
    const more = (id: number, caller = 'key 1'): Partial<History> => ({ quotaSetAfter: [{ caller, id }] })
    expect(found(noneWhileRefused, scenes, { isExcerpt: true })).toEqual([])
    expect(found(noneWhileRefused, scenes, more(1))).toEqual([])
    expect(found(noneWhileRefused, scenes, more(0))).toHaveLength(1)
    expect(found(noneWhileRefused, scenes, more(1, 'key 2'))).toHaveLength(1)
  })
})

test.for<[what: string, scenes: readonly Scene[], clauses: string]>([
  ['where nothing was refused', [at(1, 0, 60), at(2, 0, 60)], 'LIMIT-5 LIMIT-7'],
  ['where the operation was refused too', [refused(1, 60), at(2, 0, 60), at(3, 0, 60)], 'LIMIT-5 LIMIT-7'],
  [
    'where others were refused, and it was not',
    [refused(1, 60, { ask: 'GET /pets/7' }), at(2, 0, 60), at(3, 0, 60)],
    'LIMIT-7 LIMIT-5',
  ],
  [
    'where one was let in by chance',
    [refused(1, 60, { ask: 'GET /pets/7' }), at(3, 0, 60)],
    'LIMIT-5 LIMIT-7',
  ],
  [
    'where the first was before',
    [at(0, 0, 60), refused(1, 60, { ask: 'GET /pets/7' }), at(3, 0, 60)],
    'LIMIT-5 LIMIT-7',
  ],
  [
    'where another window refused',
    [refused(1, 50, { ask: 'GET /pets/7' }), at(2, 0, 60), at(3, 0, 60)],
    'LIMIT-5 LIMIT-7',
  ],
  [
    'where another key was refused',
    [refused(1, 60, { ask: 'GET /pets/7', key: 'b' }), at(2, 0, 60), at(3, 0, 60)],
    'LIMIT-5 LIMIT-7',
  ],
])('what is served over the limit breaks, %s, %3$s', ([_what, scenes, clauses]) => {
  const history = historyOf({ exchanges: story(...scenes) })
  const last = history.exchanges.at(-1)
  expect(last && clausesBeyond(last, history).join(' ')).toBe(clauses)
})

describe('a quota that was set for a trial is served, and no more', () => {
  const set = (day: number | undefined, minute = 9, id = 1): Partial<History> => ({
    quotaSetAfter: [{ caller: 'key 1', id, day, minute }],
  })
  const before = at(0, 50, 60)

  test.for<[what: string, scenes: readonly Scene[], more: Partial<History>, findings: readonly string[]]>([
    ['two, and then 429', [before, at(1, 1, 60), at(2, 0, 60), refused(3, 60)], set(2), []],
    [
      'not one fewer',
      [before, at(1, 1, 60), refused(2, 60)],
      set(2),
      ['LIMIT-6: expected 200, as the day has it left; actual status 429 (#2 status 200; #3 status 429)'],
    ],
    [
      'not one more',
      [before, at(1, 1, 60), at(2, 0, 60), at(3, 0, 60)],
      set(2),
      [
        'LIMIT-6: expected 429, nothing of the day being left; actual status 200 (#2 status 200; #3 status 200; #4 status 200)',
      ],
    ],
    [
      'none',
      [before, at(1, 0, 60)],
      set(0),
      ['LIMIT-6: expected 429, nothing of the day being left; actual status 200 (#2 status 200)'],
    ],
    ['any where that of the day is not given', [before, at(1, 0, 60)], set(undefined), []],
    ['any where the minute has fewer', [before, refused(1, 60)], set(2, 1), []],
    ['within a minute', [before, at(1, 1, 60), at(62, 59, 120), at(63, 0, 60)], set(2), []],
    [
      'until it is set again',
      [before, at(1, 1, 60), at(2, 0, 60), at(3, 0, 60)],
      { quotaSetAfter: [...(set(2).quotaSetAfter ?? []), { caller: 'key 1', id: 3 }] },
      [],
    ],
    [
      'though another one is set',
      [before, at(1, 1, 60), at(2, 0, 60), at(3, 0, 60)],
      { quotaSetAfter: [...(set(2).quotaSetAfter ?? []), { caller: 'key 2', id: 3 }] },
      [
        'LIMIT-6: expected 429, nothing of the day being left; actual status 200 (#2 status 200; #3 status 200; #4 status 200)',
      ],
    ],
    ['to that key alone', [before, at(1, 1, 60, { key: 'b' }), at(2, 0, 60)], set(1), []],
    [
      'unless one that is set meets others under way',
      [{ ...before, at: [0, 1] }, at(2, 1, 60, { at: [0.5, 2] }), at(3, 1, 60), at(4, 0, 60)],
      set(2),
      [],
    ],
  ])('%s', ([_what, scenes, more, findings]) => {
    expect(found(setQuotaIsServed, scenes, more)).toEqual(findings)
  })

  test('unless others use it, or a request was sent again', () => {
    const scenes = [before, at(1, 1, 60), at(2, 0, 60), at(3, 0, 60)]
    expect(found(setQuotaIsServed, scenes, { ...set(2), sharedKeys: new Set(['key 1']) })).toEqual([])
    const again = historyOf({ exchanges: story(...scenes).map((one) => ({ ...one, tries: 2 })), ...set(2) })
    expect(setQuotaIsServed(again)).toEqual([])
  })
})
