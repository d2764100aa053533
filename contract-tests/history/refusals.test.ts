import { describe, expect, test } from 'vitest'
import type { ClauseId } from '../../spec/clauses.ts'
import { judge } from './judge.ts'
import { story, type Scene } from './testing/story.ts'

const DAY = 86_400

/** A list that is answered at a second of the story, with what is left of 60 and the second of the Reset. */
function at(second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene {
  return { ask: 'GET /pets?limit=1', at: [second, second], quota: [60, remaining, reset], ...more }
}

/** A refusal, with the seconds that Retry-After asks for. */
function refused(second: number, wait: number, reset: number, more: Partial<Scene> = {}): Scene {
  return at(second, 0, reset, { status: 429, json: {}, retryAfter: String(wait), ...more })
}

/** A client that is refused for a second, with some left, and is served again after that. */
function hurried(second: number, left: number): readonly Scene[] {
  return [
    at(second, left, 60),
    refused(second + 1, 1, 60, { quota: [60, left, 60] }),
    at(second + 2.5, left - 1, 60),
  ]
}

const EARLIER = at(-DAY - 60, 59, -DAY)

describe('lawful refusals', () => {
  test.for<[what: string, scenes: readonly Scene[]]>([
    ['a minute is spent, and another one begins', [at(10, 0, 60), refused(11, 49, 60), at(60, 59, 120)]],
    ['the day is spent, which the headers do not speak of', [at(10, 30, 60), refused(11, 5000, 60)]],
    [
      'a key that goes on is banned',
      [at(10, 0, 60), refused(11, 49, 60), refused(12, 600, 612), refused(70, 542, 612)],
    ],
    ['a day that rolls gives some back, twice', [...hurried(10, 40), ...hurried(13, 38)]],
    [
      'the day of two keys is spent, of which one end is known',
      [at(10, 30, 60), refused(11, 889, 60, { key: 'another' }), refused(12, 888, 60)],
    ],
    ['others have used up the key', [at(10, 50, 60), at(11, 40, 60), refused(12, 48, 60)]],
    [
      'one that was under way may have taken the last',
      [at(10, 1, 60), at(11, 0, 60, { at: [11, 11.2] }), refused(11, 49, 60, { at: [11.1, 11.1] })],
    ],
    [
      'tokens come back one by one',
      [at(10, 0, 11), refused(10, 1, 11), at(11, 0, 12), refused(11.5, 1, 12), at(12.5, 0, 13)],
    ],
    ['a key that was never served is refused for long', [refused(1, 10, 60), refused(12, 10, 60)]],
    ['half the quota is there once: others may have used it', [at(0, 59, 60), at(100, 30, 120)]],
    [
      'what was waited for is reported in milliseconds',
      [
        refused(1, 934, 60),
        at(9, 30, 69),
        at(9, 29, 69),
        at(9, 28, 69),
        at(9, 27, 69),
        at(9, 26, 69),
        at(9, 25, 69),
        at(9, 24, 69),
        at(9, 23, 69),
        at(9, 22, 69),
        at(9, 21, 69),
      ],
    ],
  ])('%s', ([_what, scenes]) => {
    expect(judge({ exchanges: story(...scenes) })).toEqual([])
  })
})

/** A whole quota of 60 that is spent within some seconds. */
function spent(from: number, length: number, reset: number): readonly Scene[] {
  return Array.from({ length: 60 }, (_none, place) => at(from + (place * length) / 60, 59 - place, reset))
}

/** The same of a bucket that gives one back each second, and whose Reset is when it is full. */
function bucket(from: number, length: number): readonly Scene[] {
  return spent(from, length, 0).map((scene, place) => ({
    ...scene,
    quota: [60, 59 - place, from + place + 1],
  }))
}

describe('beyond a whole quota', () => {
  test('one more in the same minute is served over the limit, of whichever window', () => {
    const findings = judge({ exchanges: story(...spent(1, 3, 60), at(5, 0, 60)) })
    expect(findings.map(({ clause }) => clause)).toEqual(['LIMIT-5'])
    expect(findings[0]?.actual).toBe('status 200')
  })

  test.for<[what: string, scenes: readonly Scene[]]>([
    ['the first request has left a minute that rolls', [...spent(1, 3, 61), at(61.5, 0, 62)]],
    ['others had spent some before, which leave it', [...spent(1, 3, 60).slice(5), at(5, 0, 60)]],
    ['a token has come back', [...bucket(1, 3), at(5, 0, 62)]],
  ])('one more is lawful where %s', ([_what, scenes]) => {
    expect(judge({ exchanges: story(...scenes) })).toEqual([])
  })
})

test('no day ends so often that a key is refused for a second three times, with some left', () => {
  const findings = judge({ exchanges: story(...hurried(10, 40), ...hurried(13, 38), ...hurried(16, 36)) })
  expect(findings.map(({ clause, steps }) => [clause, steps.length])).toEqual([['LIMIT-5', 4]])
})

describe('unlawful refusals, with the fewest exchanges that show them', () => {
  test.for<
    [what: string, clauses: readonly ClauseId[], exchanges: readonly number[], scenes: readonly Scene[]]
  >([
    ['a key is refused with some left', ['LIMIT-5'], [1, 2], [at(10, 30, 60), refused(11, 49, 60)]],
    [
      'a key is refused because another one is',
      ['LIMIT-11'],
      [1, 3, 4],
      [EARLIER, at(10, 59, 60), refused(11, 49, 60, { key: 'another' }), refused(12, 600, 612)],
    ],
    [
      'a ban of another key bans this one too',
      ['LIMIT-11'],
      [1, 3, 4],
      [
        at(10, 30, 60),
        refused(11, 49, 60, { key: 'another' }),
        refused(12, 75, 60, { key: 'another' }),
        refused(12, 75, 60),
      ],
    ],
    ['the wait is too short', ['LIMIT-9'], [2, 3], [at(10, 0, 60), refused(11, 9, 60), refused(20, 40, 60)]],
    [
      'no new window begins at Reset',
      ['LIMIT-9'],
      [2, 3],
      [at(10, 0, 60), refused(11, 49, 60), refused(66, 54, 120)],
    ],
    [
      'a ban is not over when it says',
      ['LIMIT-12'],
      [3, 4],
      [at(10, 0, 60), refused(11, 49, 60), refused(12, 600, 612), refused(613, 600, 1213)],
    ],
    [
      'a key is served while it is refused',
      ['LIMIT-5'],
      [2, 3],
      [at(10, 0, 60), refused(11, 49, 60), at(11, 0, 60)],
    ],
    [
      'half the quota is there, again and again',
      ['LIMIT-10'],
      [1, 2, 3],
      [at(0, 59, 60), at(100, 29, 160), at(200, 29, 260)],
    ],
    [
      'each new minute has 60 of the 300 that it says',
      ['LIMIT-2'],
      [2, 3],
      [
        at(10, 40, 60, { quota: [300, 40, 60] }),
        at(60, 59, 120, { quota: [300, 59, 120] }),
        at(120, 59, 180, { quota: [300, 59, 180] }),
      ],
    ],
    [
      'each new minute has 60 of a limit that is no plan’s',
      ['LIMIT-2'],
      [2, 3],
      [
        at(10, 40, 60, { quota: [100, 40, 60] }),
        at(60, 59, 120, { quota: [100, 59, 120] }),
        at(120, 59, 180, { quota: [100, 59, 180] }),
      ],
    ],
  ])('%s: %s', ([_what, clauses, ids, scenes]) => {
    const exchanges = story(...scenes)
    const findings = judge({ exchanges })
    expect(findings.map(({ clause }) => clause)).toEqual(clauses)
    for (const { steps } of findings) {
      expect(steps.map(({ exchange }) => exchange.id)).toEqual(ids)
      for (const { exchange } of steps) {
        const rest = exchanges.filter((one) => one !== exchange)
        expect(judge({ exchanges: rest }).map(({ clause }) => clause)).not.toEqual(clauses)
      }
    }
  })
})
