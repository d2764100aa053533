import { describe, expect, test } from 'vitest'
import { inOrder, readingsOf } from './readings.ts'
import { Served } from './served.ts'
import { story, type Scene } from './testing/story.ts'

const DAY_S = 86_400
const LIST: Scene = { ask: 'GET /pets', quota: [60, 59, 40], at: [0, 0] }

describe('a reply speaks of a window', () => {
  test.for<[what: string, scene: Scene, speaks: boolean]>([
    ['with three figures', LIST, true],
    ['with nothing left', { ...LIST, quota: [60, 0, 40] }, true],
    ['with an error', { ...LIST, status: 404 }, true],
    ['with a Reset a day ahead, by a clock that is 5 s ahead', { ...LIST, quota: [60, 1, DAY_S + 5] }, true],
    ['with a Reset that long ago', { ...LIST, quota: [60, 1, -DAY_S - 5] }, true],
    ['not with a Reset further ahead', { ...LIST, quota: [60, 1, DAY_S + 6] }, false],
    ['not with a limit of nothing', { ...LIST, quota: [0, 0, 40] }, false],
    ['not with less than nothing', { ...LIST, quota: [60, -1, 40] }, false],
    ['not with a fraction', { ...LIST, headers: { 'X-RateLimit-Remaining': '1.5' } }, false],
    ['not with a word', { ...LIST, headers: { 'X-RateLimit-Limit': '60 a minute' } }, false],
    ['not with something before a figure', { ...LIST, headers: { 'X-RateLimit-Limit': 'about 60' } }, false],
    ['not without figures', { ask: 'GET /pets' }, false],
    ['not where it refuses the key', { ...LIST, status: 403 }, false],
    ['not where it refuses one more', { ...LIST, status: 429 }, false],
    ['not without a key', { ...LIST, key: '' }, false],
  ])('%s', ([_what, scene, speaks]) => {
    expect(readingsOf(story(scene))).toHaveLength(speaks ? 1 : 0)
  })

  test('with its figures as numbers', () => {
    const [reading] = readingsOf(story(LIST))
    const reset = Date.UTC(2026, 10, 20, 10, 0, 40) / 1000
    expect(reading).toMatchObject({ limit: 60, remaining: 59, reset })
  })
})

/** #1 and #2 are under way together, then #3 and an error #4, then #5 and #6. */
const meter = readingsOf(
  story(
    { ...LIST, quota: [60, 50, 40], at: [0, 1] },
    { ...LIST, quota: [60, 49, 40], at: [0, 2] },
    { ...LIST, quota: [60, 48, 40], at: [3, 4] },
    { ...LIST, quota: [60, 48, 40], status: 404, at: [3, 5] },
    { ...LIST, quota: [60, 48, 40], at: [6, 7] },
    { ...LIST, quota: [60, 47, 40], at: [6, 8] },
  ),
)

test('each reading comes with the one answered before it was sent whose figure is the greatest', () => {
  const before = (figure: (remaining: number) => number): readonly unknown[] =>
    [...inOrder(meter.toReversed(), ({ remaining }) => figure(remaining))]
      .map(([{ exchange }, greatest]) => [exchange.id, greatest?.exchange.id])
      .toSorted(([one = 0], [other = 0]) => one - other)
  const first = [
    [1, undefined],
    [2, undefined],
    [3, 1],
    [4, 1],
    [5, 1],
    [6, 1],
  ]
  expect(before((remaining) => remaining)).toEqual(first)
  // Of equals the last one.
  expect(before((remaining) => -remaining).map((pair) => pair)).toEqual([
    [1, undefined],
    [2, undefined],
    [3, 2],
    [4, 2],
    [5, 4],
    [6, 4],
  ])
})

test('requests that were served, and errors, are counted around each reading', () => {
  const served = new Served(meter.toReversed())
  const counts = meter.map((reading) => [
    served.until(reading),
    served.upTo(reading),
    served.around(reading),
    served.errorsBeside(reading),
    served.beside(reading.exchange).map(({ exchange }) => exchange.id),
  ])
  expect(counts).toEqual([
    [1, 1, 2, 0, [2]],
    [1, 2, 2, 0, [1]],
    [3, 3, 3, 1, []],
    [2, 3, 3, 0, [3]],
    [4, 4, 5, 0, [6]],
    [4, 5, 5, 0, [5]],
  ])
})
