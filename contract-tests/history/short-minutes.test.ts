import { expect, test } from 'vitest'
import { minuteIsServed } from './short-minutes.ts'
import { found, type Row } from './testing/findings.ts'
import type { Scene } from './testing/story.ts'

const DAY_END = 14 * 3600
const FREE = { plans: new Map([['key 1', 'free' as const]]) }

/** A list that is answered at a second of the story, with what is left of the day. */
function at(second: number, left: number, more: Partial<Scene> = {}): Scene {
  return { ask: 'GET /pets', json: [], at: [second, second], quota: [1000, left, DAY_END], ...more }
}

function refused(second: number, left: number, wait: number, more: Partial<Scene> = {}): Scene {
  return at(second, left, { status: 429, json: {}, retryAfter: String(wait), ...more })
}

/** So many lists from a second on, one each tenth of it, the first of which leaves so many of the day. */
function many(count: number, from: number, left: number): readonly Scene[] {
  return Array.from({ length: count }, (_, place) => at(from + place / 10, left - place))
}

/** A minute that is used up, and another one from a second on that is refused after so many requests. */
function minutes(from: number, count: number, more: Partial<Scene> = {}): readonly Scene[] {
  return [
    ...many(60, 10, 999),
    refused(16, 940, 44),
    ...many(count, from, 939),
    refused(from + count / 10, 940 - count, 60, more),
  ]
}

const FOUND =
  'LIMIT-5 or LIMIT-10 or LIMIT-12 or LIMIT-3: expected an answer, for 45 of the 60 requests of a minute were sent in the last one; actual status 429'

test.for<Row>([
  ['after 45 requests in a new minute, others having been served 60', minutes(80, 45), [FOUND]],
  ['after all 60', minutes(80, 60), []],
  ['after 45, some of the minute before being in the last sixty seconds: it may roll', minutes(71, 45), []],
  [
    'after 45, others having used the key, as the day shows',
    minutes(80, 45, { quota: [1000, 870, DAY_END] }),
    [],
  ],
  ['after 45, and speaks of the minute', minutes(80, 45, { quota: [60, 0, 120] }), []],
  [
    'after 45, and speaks of the minute, nobody having used the key, as the day shows then',
    [...minutes(80, 45, { quota: [60, 0, 144] }), at(145, 894)],
    [FOUND],
  ],
  [
    'after 45, and speaks of the minute, others having used the key, as the day shows then',
    [...minutes(80, 45, { quota: [60, 0, 144] }), at(145, 870)],
    [],
  ],
  ['after 45, and says that the day is used up', minutes(80, 45, { quota: [1000, 0, DAY_END] }), []],
  [
    'after 45, having gone on before the wait of a refusal was over: it may be banned',
    [...minutes(80, 0).slice(0, -1), refused(30, 940, 30), ...minutes(80, 45).slice(61)],
    [],
  ],
  [
    'after 45, never having been served more in so short a time: a bucket may hold no more',
    [...many(45, 0, 999), refused(4.5, 955, 60), ...many(45, 70, 954), refused(74.5, 910, 60)],
    [],
  ],
  [
    'after as many as a counter lets in that weighs the minute before',
    [...many(60, 40, 999), refused(46, 940, 14), ...many(49, 109, 939), refused(113.9, 891, 60)],
    [],
  ],
  [
    'after fewer than such a counter lets in',
    [...many(60, 40, 999), refused(46, 940, 14), ...many(30, 109, 939), refused(112, 910, 60)],
    [FOUND.replace('45', '30')],
  ],
])('a key of the plan Free is refused %s', ([_what, scenes, findings]) => {
  expect(found(minuteIsServed, scenes, FREE).map((one) => one.replace(/ \(.*/, ''))).toEqual(findings)
})

test('a key of an unknown plan, and what may lack in an excerpt, show no quota', () => {
  expect(found(minuteIsServed, minutes(80, 45))).toEqual([])
  expect(found(minuteIsServed, minutes(80, 45), { ...FREE, isExcerpt: true })).toEqual([])
  expect(found(minuteIsServed, minutes(80, 45), { ...FREE, sharedKeys: new Set(['key 1']) })).toEqual([])
})
