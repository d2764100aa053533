import { expect, test } from 'vitest'
import type { PlanId } from '../../spec/plans.ts'
import { asNobody, asSecond, list } from '../probes/requests.ts'
import type { Exchange, Probe } from './exchange.ts'
import { leftOfUnreportedMinute } from './unreported-minute.ts'

const SECOND = 1000
const HOUR = 3600
const NOW = Date.parse('2026-11-20T10:10:30Z')

interface Answered {
  readonly limit?: number
  /** When its window ends, in seconds from now. */
  readonly ahead?: number
  readonly status?: number
  /** How long ago it came, in seconds. */
  readonly ago?: number
  readonly tries?: number
  readonly probe?: Probe
}

function answered(replies: readonly Answered[]): readonly Exchange[] {
  return replies.map(
    ({ limit = 1000, ahead = 9 * HOUR, status = 200, ago = 1, tries, probe = list() }, at) => ({
      id: at + 1,
      after: at,
      probe,
      status,
      headers: {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-reset': String(NOW / SECOND + ahead),
      },
      body: '[]',
      json: [],
      sent: NOW - ago * SECOND,
      received: NOW - ago * SECOND,
      ...(tries !== undefined && { tries }),
    }),
  )
}

function left(replies: readonly Answered[], plan?: PlanId): number {
  return leftOfUnreportedMinute('key', { exchanges: answered(replies), unanswered: [], plan }, NOW)
}

test('of a reported day, what a plan has in a minute and was not admitted in the last one is left', () => {
  expect(left([{}, {}, {}], 'free')).toBe(57)
  expect(left([{}, { status: 429 }, { tries: 2 }, { probe: asSecond(list()) }], 'free')).toBe(57)
  expect(left([{ ago: 63 }, { ago: 61 }, {}], 'free')).toBe(58)
  expect(left([{ limit: 10_000 }], 'pro')).toBe(299)
})

test('without a plan, the smallest one counts whose day it may be', () => {
  expect(left([{}])).toBe(59)
  expect(left([{ limit: 10_000 }])).toBe(299)
  expect(left([{ limit: 100_000 }])).toBe(999)
})

test('a reported minute, and one that is a figure of its own, are left to what the replies say', () => {
  const unbounded = Number.POSITIVE_INFINITY
  expect(left([])).toBe(unbounded)
  expect(left([{ limit: 60, ahead: 20 }])).toBe(unbounded)
  expect(left([{ limit: 1000, ahead: 40 }])).toBe(unbounded)
  expect(left([{ limit: 5000 }], 'enterprise')).toBe(unbounded)
})

test('a limit that a day has too may be that of a day which ends with a quarter of an hour', () => {
  const beforeQuarter = Date.parse('2026-11-20T10:14:30Z')
  const exchanges = answered([{ ahead: 270, ago: -240 }])
  expect(leftOfUnreportedMinute('key', { exchanges, unanswered: [], plan: undefined }, beforeQuarter)).toBe(
    59,
  )
})

test('a request without a reply may have been admitted', () => {
  const unanswered = [
    { after: 1, probe: list(), why: 'it took too long', tries: 1 },
    { after: 2, probe: list(), why: 'it took too long', tries: 2 },
    { after: 2, probe: asNobody(list()), why: 'it took too long', tries: 1 },
  ]
  const exchanges = answered([{ ago: 70 }, { ago: 65 }, {}])
  expect(leftOfUnreportedMinute('key', { exchanges, unanswered, plan: 'free' }, NOW)).toBe(57)
})
