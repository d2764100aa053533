import { expect, test } from 'vitest'
import type { CompactEntry } from './compact.ts'
import type { EntryPlace } from './entry.ts'
import { answeredBefore, clockSetBackAfter, placed } from './places.ts'

test('requests that overlapped by their times still overlap', () => {
  const places = placed([entry(0, 900), entry(500, 1400), entry(2000, 2100)])
  expect(places.map(({ id, after }) => [id, after])).toEqual([
    [1, 0],
    [2, 0],
    [3, 2],
  ])
})

test('times are by the clock of the service, if that is another one', () => {
  const date = new Date(3_600_000).toUTCString()
  const [place] = placed([{ ...entry(0, 10), reply: { status: 200, headers: { date } } }])
  expect(place).toMatchObject({ sent: 3_599_990, received: 3_600_000 })
})

test('the exchanges of a run keep their order and their numbers, whatever was passed over', () => {
  const run = (id: number, after: number): EntryPlace => ({ of: 'run', id, after })
  const places = placed([entry(5, 5, run(7, 3)), entry(9, 9, run(3, 2)), entry(1, 1, run(4, 0))])
  expect(places.map(({ entry: { place }, id, after }) => [place?.id, id, after])).toEqual([
    [3, 3, 2],
    [4, 4, 0],
    [7, 7, 3],
  ])
})

test('an entry that two pages of a journal hold counts once', () => {
  const journal = (id: number): EntryPlace => ({ of: 'journal', id, waited: false })
  expect(placed([entry(2, 2, journal(2)), entry(1, 1, journal(1)), entry(2, 2, journal(2))])).toHaveLength(2)
})

test.for<[what: string, entries: readonly [time: number, waited: boolean][], before: readonly number[]]>([
  [
    'requests without a body follow one another, also where the clock stands still',
    [
      [1, false],
      [1, false],
      [2, false],
    ],
    [0, 1, 2],
  ],
  [
    'a request that arrived before, and waited for its body, may have met the meter first',
    [
      [5, false],
      [7, false],
      [6, true],
    ],
    [0, 1, 1],
  ],
  [
    'one that waited may have come at the same instant',
    [
      [5, false],
      [5, true],
    ],
    [0, 0],
  ],
  [
    'all may overlap with what came before the clock was set back',
    [
      [5, false],
      [9, false],
      [3, false],
      [10, false],
    ],
    [0, 1, 0, 3],
  ],
])('%s', ([_what, entries, before]) => {
  expect(answeredBefore(entries.map(([time, waited]) => ({ time, waited })))).toEqual(before)
})

test('a clock that is set back is noticed', () => {
  const journal = (id: number): EntryPlace => ({ of: 'journal', id, waited: false })
  const places = placed([entry(60_000, 60_000, journal(1)), entry(0, 0, journal(2)), entry(9, 9, journal(3))])
  expect(clockSetBackAfter(places)).toEqual([1])
})

function entry(sent: number, received: number, place?: EntryPlace): CompactEntry {
  return {
    url: 'https://pets.example/v1/pets',
    request: { method: 'GET', headers: {} },
    reply: { status: 200, headers: {} },
    content: { body: '', json: undefined },
    sent,
    received,
    ...(place && { place }),
  }
}
