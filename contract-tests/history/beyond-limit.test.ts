import { describe, expect, test } from 'vitest'
import { clausesBeyond, noneWhileRefused, setQuotaIsServed } from './beyond-limit.ts'
import type { History } from './history.ts'
import { historyOf } from './judge.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'
import { at, many, refusedUntil } from './testing/quota-scenes.ts'

describe('a key that was refused is served no more in its window', () => {
  test.for<Row>([
    ['and is not', [at(10, 0, 60), refusedUntil(60, 11), refusedUntil(60, 12), at(60, 59, 120)], []],
    [
      'not at the same instant',
      [refusedUntil(60, 11), at(11, 0, 60)],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#1 status 429; #2 status 200)',
      ],
    ],
    [
      'not more than a window gives back',
      [refusedUntil(60, 11), at(12, 0, 60), at(12.1, 0, 60), at(12.2, 0, 60)],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#1 status 429; #2 status 200; #3 status 200; #4 status 200)',
      ],
    ],
    ['one a second, which may have come back', [refusedUntil(60, 11), at(13, 0, 60), at(14, 0, 60)], []],
    [
      'not with an error at the same instant',
      [refusedUntil(60, 11), at(11, 0, 60, { ask: 'GET /pets/7', status: 404 })],
      [
        'LIMIT-5 or LIMIT-7 or DEPRECATION-1 or GET-1: expected 429, as before in the same window; actual status 404 (#1 status 429; #2 status 404)',
      ],
    ],
    [
      'not with the refusal of a valid body at the same instant',
      [
        refusedUntil(60, 11),
        at(11, 0, 60, { ask: 'POST /pets', body: { name: 'Rex', categoryId: 1 }, status: 400 }),
      ],
      [
        'LIMIT-5 or LIMIT-7 or CREATE-1: expected 429, as before in the same window; actual status 400 (#1 status 429; #2 status 400)',
      ],
    ],
    [
      'not with errors of which each is followed by a refusal, whatever window they speak of',
      [
        refusedUntil(60, 11),
        ...[11.1, 11.2, 11.3].flatMap((second) => [
          at(second, 800, 9000, { ask: 'GET /pets/7', status: 404, quota: [1000, 800, 9000] }),
          refusedUntil(60, second),
        ]),
      ],
      [
        'LIMIT-7 or LIMIT-5 or DEPRECATION-1 or GET-1: expected 429, as before in the same window; actual status 404 (#1 status 429; #2 status 404; #4 status 404)',
      ],
    ],
    [
      'with errors one after the other, which may be free',
      [
        refusedUntil(60, 11),
        ...[11.1, 11.2, 11.3].map((second) => at(second, 1, 60, { ask: 'GET /pets/7', status: 404 })),
      ],
      [],
    ],
    [
      'with the refusal of an invalid body, which is open',
      [refusedUntil(60, 11), at(11, 0, 60, { ask: 'POST /pets', body: {}, status: 400 })],
      [],
    ],
    [
      'with 404 for what is no id',
      [refusedUntil(60, 11), at(11, 0, 60, { ask: 'GET /pets/07', status: 404 })],
      [],
    ],
    [
      'not beside what was under way, but for that',
      [
        refusedUntil(60, 11, { at: [11, 13] }),
        at(12, 0, 60, { at: [12, 14] }),
        at(14, 0, 60),
        at(14, 0, 60),
        at(14, 0, 60),
        at(14, 0, 60),
        at(14, 0, 60),
      ],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#1 status 429; #3 status 200; #4 status 200; #5 status 200; #6 status 200; #7 status 200)',
      ],
    ],
    ['once it has waited', [refusedUntil(60, 11, { retryAfter: '1' }), ...many(9, 12.1, 60)], []],
    [
      'at the instant at which it has waited, as after a ban',
      [refusedUntil(60, 11, { retryAfter: '1' }), ...Array.from({ length: 9 }, () => at(12, 9, 60))],
      [],
    ],
    ['after Reset', [refusedUntil(60, 11), ...many(9, 60.1, 120)], []],
    [
      'not where its operation alone is served',
      [refusedUntil(60, 11), at(11, 0, 60, { ask: 'GET /pets/7' }), at(11, 0, 60, { ask: 'GET /pets/8' })],
      [
        'LIMIT-7 or LIMIT-5: expected 429, as before in the same window; actual status 200 (#1 status 429; #2 status 200)',
      ],
    ],
    ['whatever another key is', [refusedUntil(60, 11), at(11, 0, 60, { key: 'b' })], []],
    [
      'not after a refusal five seconds later',
      [refusedUntil(60, 11), refusedUntil(60, 16), at(16, 0, 60)],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#2 status 429; #3 status 200)',
      ],
    ],
    [
      'after one that came sooner, which contradicts no more',
      [refusedUntil(60, 11), refusedUntil(60, 15.9), at(15.9, 0, 60)],
      [],
    ],
    ['where Reset is so near that clocks may differ', [refusedUntil(60, 56), ...many(9, 56.1, 60)], []],
    [
      'not at that instant',
      [refusedUntil(60, 56), at(56, 0, 60)],
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
      [refusedUntil(60, 11, { quota: [1000, 0, 60] }), ...many(9, 11.1, 60, { quota: [1000, 0, 60] })],
      [],
    ],
    [
      'not at the same instant, where it may',
      [refusedUntil(60, 11, { quota: [1000, 0, 60] }), at(11, 0, 60, { quota: [1000, 0, 60] })],
      [
        'LIMIT-5 or LIMIT-7: expected 429, as before in the same window; actual status 200 (#1 status 429; #2 status 200)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(noneWhileRefused, scenes)).toEqual(findings)
  })

  test('unless exchanges lack, or its quota was set meanwhile', () => {
    const scenes = [refusedUntil(60, 11), at(11, 0, 60)]
    const more = (id: number, caller = 'key 1'): Partial<History> => ({ quotaSetAfter: [{ caller, id }] })
    expect(found(noneWhileRefused, scenes, { isExcerpt: true })).toEqual([])
    expect(found(noneWhileRefused, scenes, more(1))).toEqual([])
    expect(found(noneWhileRefused, scenes, more(0))).toHaveLength(1)
    expect(found(noneWhileRefused, scenes, more(1, 'key 2'))).toHaveLength(1)
  })
})

test.for<[what: string, scenes: readonly Scene[], clauses: string]>([
  ['where nothing was refused', [at(1, 0, 60), at(2, 0, 60)], 'LIMIT-5 LIMIT-7'],
  [
    'where the operation was refused too',
    [refusedUntil(60, 1), at(2, 0, 60), at(3, 0, 60)],
    'LIMIT-5 LIMIT-7',
  ],
  [
    'where others were refused, and it was not',
    [refusedUntil(60, 1, { ask: 'GET /pets/7' }), at(2, 0, 60), at(3, 0, 60)],
    'LIMIT-7 LIMIT-5',
  ],
  [
    'where one was let in by chance',
    [refusedUntil(60, 1, { ask: 'GET /pets/7' }), at(3, 0, 60)],
    'LIMIT-5 LIMIT-7',
  ],
  [
    'where the first was before',
    [at(0, 0, 60), refusedUntil(60, 1, { ask: 'GET /pets/7' }), at(3, 0, 60)],
    'LIMIT-5 LIMIT-7',
  ],
  [
    'where another window refused',
    [refusedUntil(50, 1, { ask: 'GET /pets/7' }), at(2, 0, 60), at(3, 0, 60)],
    'LIMIT-5 LIMIT-7',
  ],
  [
    'where another key was refused',
    [refusedUntil(60, 1, { ask: 'GET /pets/7', key: 'b' }), at(2, 0, 60), at(3, 0, 60)],
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
    ['two, and then 429', [before, at(1, 1, 60), at(2, 0, 60), refusedUntil(60, 3)], set(2), []],
    [
      'not one fewer',
      [before, at(1, 1, 60), refusedUntil(60, 2)],
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
    ['any where the minute has fewer', [before, refusedUntil(60, 1)], set(2, 1), []],
    [
      'where the key was refused before, and may be banned',
      [refusedUntil(60, 0), refusedUntil(58, 1)],
      set(2),
      [],
    ],
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
