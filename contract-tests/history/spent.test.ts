import { describe, expect, test } from 'vitest'
import type { History } from './history.ts'
import { historyOf } from './judge.ts'
import { isRefusedAsByGateway, isSurelyOverLimit, perhapsOverLimit, withThoseOverLimit } from './spent.ts'
import { story, type Scene } from './testing/story.ts'

const DAY_S = 86_400

/** A list that is answered at a second of the story, with what is left of 60 and the second of the Reset. */
function at(second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene {
  return { ask: 'GET /pets', json: [], at: [second, second], quota: [60, remaining, reset], ...more }
}

function refused(second: number, wait: number, reset: number, more: Partial<Scene> = {}): Scene {
  return at(second, 0, reset, { status: 429, json: {}, retryAfter: String(wait), ...more })
}

const crash = (second: number, more: Partial<Scene> = {}): Scene => ({
  ask: 'GET /pets',
  status: 500,
  json: {},
  at: [second, second],
  ...more,
})
const [SERVED, SPENT] = [at(1, 5, 60), at(10, 0, 60)]

/** The clauses of a crash that ends a story, and whether it surely came over the limit. */
function lastIn(scenes: readonly Scene[], more: Partial<History> = {}): string {
  const history = historyOf({ exchanges: story(...scenes), ...more })
  const last = history.exchanges.at(-1)
  if (last === undefined) throw new Error('no exchanges')
  const clauses = withThoseOverLimit(['LIST-1'], last, history)
  return `${clauses.join(' or ')}${isSurelyOverLimit(last, history) ? ', surely' : ''}`
}

const FIRST = 'LIMIT-7 or LIMIT-12 or LIMIT-6 or LIST-1, surely'
const BAN_FIRST = 'LIMIT-12 or LIMIT-7 or LIST-1, surely'
const LAST = 'LIST-1 or LIMIT-7 or LIMIT-12 or LIMIT-6'

describe('a crash that should be a refusal breaks the clauses of the limit', () => {
  test.for<[what: string, scenes: readonly Scene[], clauses: string]>([
    ['not with some left', [SERVED, crash(11)], 'LIST-1'],
    [
      'not after a 401, whose figures may be those of all who have no key',
      [SERVED, at(10, 0, 60, { status: 401 }), crash(11)],
      'LIST-1',
    ],
    [
      'not as two 401 alone with such figures',
      [SERVED, at(10, 0, 60, { status: 401 }), at(11, 5, 60), at(12, 0, 60, { status: 401 })],
      'LIST-1',
    ],
    ['first, with nothing left', [SERVED, SPENT, crash(11)], FIRST],
    ['first, after a refusal', [SERVED, refused(10, 50, 60), crash(11)], FIRST],
    [
      'first, by the Reset of a refusal without a wait',
      [SERVED, at(10, 5, 60, { status: 429 }), crash(59)],
      FIRST,
    ],
    ['last, once that is over', [SERVED, SPENT, crash(61)], LAST],
    [
      'of a ban first, where a refusal reports more than the Reset before',
      [SERVED, SPENT, refused(11, 100, 60), crash(61)],
      BAN_FIRST,
    ],
    [
      'last, where the operation is served nowhere else',
      [at(1, 5, 60, { ask: 'GET /pets/7' }), at(10, 0, 60, { ask: 'GET /pets/7' }), crash(11)],
      `${LAST}, surely`,
    ],
    [
      'last, where it is served over the limit alone',
      [at(10, 0, 60, { ask: 'GET /pets/7' }), at(11, 0, 60), crash(12)],
      `${LAST}, surely`,
    ],
    [
      'last, where it is served to another key',
      [at(1, 5, 60, { key: 'b' }), at(10, 0, 60, { ask: 'GET /pets/7' }), crash(11)],
      `${LAST}, surely`,
    ],
    ['not once one was served', [SERVED, SPENT, at(61, 5, 120), crash(62)], 'LIST-1'],
    ['first, after an error meanwhile', [SERVED, SPENT, crash(11, { status: 404 }), crash(12)], FIRST],
    ['not after an error with some left', [SERVED, crash(11, { status: 404 }), crash(12)], 'LIST-1'],
    ['not of another key', [SERVED, at(10, 0, 60, { key: 'b' }), crash(11)], 'LIST-1'],
    ['last, where Reset is more than two days ahead', [SERVED, at(10, 0, 3 * DAY_S), crash(11)], LAST],
    [
      'last, where there is no Reset',
      [SERVED, refused(10, 0, 60, { headers: { 'X-RateLimit-Reset': 'soon' } }), crash(11)],
      LAST,
    ],
    [
      'of a ban first, where a refusal reports a longer wait',
      [SERVED, refused(10, 50, 60), refused(11, 600, 60), crash(12)],
      BAN_FIRST,
    ],
    [
      'of a ban first, as long as it lasts',
      [SERVED, refused(10, 50, 60), refused(11, 600, 60), refused(12, 599, 60), crash(13)],
      BAN_FIRST,
    ],
    [
      'not of a ban, where it is two seconds longer',
      [SERVED, refused(10, 50, 60), refused(11, 52, 60), crash(12)],
      FIRST,
    ],
    [
      'not of a ban, where nothing was reported before',
      [SERVED, refused(10, 0, 10), refused(11, 600, 60), crash(12)],
      FIRST,
    ],
  ])('%s', ([_what, scenes, clauses]) => {
    expect(lastIn(scenes)).toBe(clauses)
  })

  test('of the day, for the first one beyond what was set for a trial', () => {
    const more = (day: number | undefined, caller = 'key 1'): Partial<History> => ({
      quotaSetAfter: [{ caller, id: 1, day }],
    })
    const scenes = [SERVED, at(10, 5, 60), crash(11)]
    expect([
      lastIn(scenes, more(1)),
      lastIn(scenes, more(0)),
      lastIn(scenes, more(2)),
      lastIn(scenes, more(undefined)),
      lastIn(scenes, more(1, 'key 2')),
    ]).toEqual(['LIMIT-6 or LIMIT-7 or LIST-1, surely', 'LIST-1', 'LIST-1', 'LIST-1', 'LIST-1'])
  })
})

test.for<[what: string, scenes: readonly Scene[], isOne: boolean]>([
  [
    'several, over the limit alone',
    [SERVED, SPENT, crash(11, { status: 503 }), crash(12, { status: 503 })],
    true,
  ],
  [
    'several, of which one says itself that nothing is left',
    [SERVED, crash(9, { status: 503, quota: [60, 0, 60] }), SPENT, crash(12, { status: 503 })],
    true,
  ],
  ['one', [SERVED, SPENT, crash(11, { status: 503 })], false],
  [
    'several, one of which is not',
    [SERVED, crash(2, { status: 503 }), SPENT, crash(11, { status: 503 })],
    false,
  ],
  ['of two statuses', [SERVED, SPENT, crash(11, { status: 502 }), crash(12, { status: 503 })], false],
  ['of two keys', [SERVED, SPENT, crash(11, { status: 503, key: 'b' }), crash(12, { status: 503 })], false],
])('a reply like a gateway’s is a refusal, where there are %s: %3$s', ([_what, scenes, isOne]) => {
  const history = historyOf({ exchanges: story(...scenes) })
  const last = history.exchanges.at(-1)
  expect(last && isRefusedAsByGateway(last, history)).toBe(isOne)
})

test.for<[what: string, scenes: readonly Scene[], named: string]>([
  ['first over the limit', [SERVED, SPENT, at(11, 0, 60)], 'LIMIT-7 or LIMIT-12 or LIMIT-6 or LIST-2'],
  ['last beside what uses it up', [SERVED, at(11, 0, 60)], 'LIST-2 or LIMIT-7 or LIMIT-12 or LIMIT-6'],
  ['not with some left', [SERVED, at(11, 3, 60)], 'LIST-2'],
])('a reply that is wrong is named for the limit %s', ([_what, scenes, named]) => {
  const history = historyOf({ exchanges: story(...scenes) })
  const steps = history.exchanges.slice(-1).map((exchange) => ({ exchange, shows: '' }))
  const finding = { clause: 'LIST-2', alternatives: [], expected: '', actual: '', steps } as const
  const { clause, alternatives } = perhapsOverLimit(finding, history)
  expect([clause, ...alternatives].join(' or ')).toBe(named)
})
