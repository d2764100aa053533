import { describe, expect, test } from 'vitest'
import type { PlanId } from '../../spec/plans.ts'
import { noMoreThanThePlan } from './beyond-limit.ts'
import { found, type Row } from './testing/findings.ts'
import { at, many, refusedUntil } from './testing/quota-scenes.ts'
import type { Scene } from './testing/story.ts'

/** Lists after which fewer and fewer are left, and none at last: one in the middle finds no pet. */
function counting(from: number, reset: number): readonly Scene[] {
  return Array.from({ length: from + 1 }, (_, place) =>
    at(1 + place / 10, from - place, reset, place === 30 ? { status: 404 } : {}),
  )
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
      [refusedUntil(60, 0), ...many(61, 1, 60)],
      ['LIMIT-5 or LIMIT-7 or LIMIT-3: expected 429, 60 having been served; actual status 200 (#2 to #62)'],
    ],
    ['of Free 61 with an error, which may be free', [...many(60, 1, 60), at(8, 9, 60, { status: 404 })], []],
    [
      'of Free not 61 with an error, where all are left after the first, and none at last',
      counting(60, 60),
      ['LIMIT-5 or LIMIT-7: expected 429, 60 having been served; actual status 200 (#1 to #61)'],
    ],
    ['of Free 60 with an error, where none is left', counting(59, 60), []],
    ['of Free 60 where one is left, whatever was left at first', counting(60, 60).slice(0, -1), []],
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

  test('of a plan that is named, be it wrongly, which is said', () => {
    const plans = new Map<string, PlanId>([['key 1', 'free']])
    const found61 = (limit: number): readonly string[] =>
      plainly(found(noMoreThanThePlan, many(61, 1, 60, { quota: [limit, 9, 60] }), { plans }))
    const expected = 'LIMIT-5 or LIMIT-7: expected 429, 60 having been served'
    const check = 'check --plan, for X-RateLimit-Limit is that of another one'
    expect(found61(300)).toEqual([
      `${expected}, for the key is said to be of the plan free: ${check}; actual status 200 (#1 to #61)`,
    ])
    expect(found61(77)).toEqual([`${expected}; actual status 200 (#1 to #61)`])
  })

  test('of the plan that is named', () => {
    const plans = new Map<string, PlanId>([['key 1', 'pro']])
    expect(found(noMoreThanThePlan, many(61, 1, 60), { plans })).toEqual([])
  })
})
