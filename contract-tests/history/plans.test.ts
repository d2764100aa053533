import { describe, expect, test } from 'vitest'
import {
  allowsLimit,
  figuresOf,
  FREE_MINUTE,
  isOfMinute,
  leastInDay,
  mostInMinute,
  plansOf,
  speaksOfLimit,
} from './plans.ts'
import type { Scene } from './testing/story.ts'
import { exchangeOf } from './testing/findings.ts'

// The table "Rate limits by plan" of the document.
const free = { minute: 60, day: 1000 }
const pro = { minute: 300, day: 10_000 }
const business = { minute: 1000, day: 100_000 }
const enterprise = { minute: 'custom', day: 'custom' } as const

const speaking = (limit: string | number) => ({ headers: { 'x-ratelimit-limit': String(limit) } })

test('the figures are those of the document', () => {
  expect(figuresOf(undefined)).toEqual([free, pro, business, enterprise])
  expect(figuresOf('pro')).toEqual([pro])
  expect(FREE_MINUTE).toBe(60)
})

test.for<[plan: 'free' | 'enterprise', limit: string | number, isAllowed: boolean]>([
  ['free', 60, true],
  ['free', 1000, true],
  ['free', 300, false],
  ['free', 'many', false],
  ['enterprise', 7, true],
  ['enterprise', 0, false],
  ['enterprise', -7, false],
  ['enterprise', 7.5, false],
  ['enterprise', 'many', false],
])('%s allows for a limit of %s: %s', ([plan, limit, isAllowed]) => {
  const [figures] = figuresOf(plan)
  expect(figures && allowsLimit(figures, speaking(limit))).toBe(isAllowed)
})

describe('a key may have the figures', () => {
  test.for<[what: string, limits: readonly number[], figures: readonly object[]]>([
    ['of any plan, where no reply speaks of a limit', [], [free, pro, business]],
    ['of the plan that all replies speak of', [60, 1000, 60], [free]],
    ['of each plan with that limit', [1000], [free, business]],
    ['of all, where no one plan has all the limits', [60, 300], [free, pro, business, enterprise]],
    ['of all, where the limit is no plan’s', [77], [free, pro, business, enterprise]],
  ])('%s', ([_what, limits, figures]) => {
    expect(plansOf(undefined, limits.map(speaking))).toEqual(figures)
  })

  test('of the plan that is named, whatever its replies say', () => {
    expect(plansOf('free', [speaking(300)])).toEqual([free])
  })
})

describe('a reply speaks of the limit of its key', () => {
  const asked: Scene = { ask: 'GET /pets', quota: [60, 59, 40] }

  test.for<[what: string, scene: Scene, speaks: boolean]>([
    ['where it has one', asked, true],
    ['with any status of an operation', { ...asked, status: 429 }, true],
    ['not without the header', { ask: 'GET /pets' }, false],
    ['not without a key', { ...asked, key: '' }, false],
    ['not to a path that the document does not name', { ...asked, ask: 'GET /cats' }, false],
    ['not where the key is refused', { ...asked, status: 401 }, false],
    ['not to another spelling of the scheme', { ...asked, sends: { Authorization: 'bearer a' } }, false],
  ])('%s', ([_what, scene, speaks]) => {
    expect(speaksOfLimit(exchangeOf(scene))).toBe(speaks)
  })
})

test('a limit is surely of the minute where no figures allow it for a day', () => {
  expect(isOfMinute([free], { limit: 60 })).toBe(true)
  expect(isOfMinute([free, business], { limit: 1000 })).toBe(false)
  expect(isOfMinute([free], { limit: 1000 })).toBe(false)
  expect(isOfMinute([{ minute: 60, day: 60 }], { limit: 60 })).toBe(false)
  expect(isOfMinute([{ minute: 60, day: 'custom' }], { limit: 60 })).toBe(false)
})

test('the most of a minute is that of the largest plan, the least of a day that of the smallest', () => {
  expect([mostInMinute([free, pro]), mostInMinute([pro]), mostInMinute([free, enterprise])]).toEqual([
    300,
    300,
    undefined,
  ])
  expect([leastInDay([free, pro]), leastInDay([pro]), leastInDay([free, enterprise])]).toEqual([
    1000, 10_000, 0,
  ])
})
