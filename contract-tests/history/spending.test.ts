import { describe, expect, test } from 'vitest'
import { mostRefilled } from './spending.ts'
import type { Scene } from './testing/story.ts'
import { at, type Case, contradicted, error, from, MINUTE_S } from './testing/windows.ts'

describe('a fixed window', () => {
  test.for<Case>([
    ['has one fewer after each request', [at(10, 59, 60), at(11, 58, 60), at(12, 57, 60)], ['nothing']],
    ['has fewer where others use it', [at(10, 59, 60), at(11, 40, 60)], ['nothing']],
    ['has as many after an error', [at(10, 59, 60), error(11, 59, 60), at(12, 58, 60)], ['nothing']],
    [
      'has not as many after another request',
      [at(10, 50, 60), at(11, 50, 60)],
      [
        'Remaining: expected X-RateLimit-Remaining 49 or less: 50 were left before, and 1 served since; actual X-RateLimit-Remaining 50 (#1 #2)',
      ],
    ],
    [
      'has not more',
      [at(10, 50, 60), at(11, 52, 60)],
      [
        'Remaining: expected X-RateLimit-Remaining 49 or less: 50 were left before, and 1 served since; actual X-RateLimit-Remaining 52 (#1 #2)',
      ],
    ],
    [
      'has not as many after two',
      [at(10, 50, 60), at(11, 49, 60), at(12, 49, 60)],
      [
        'Remaining: expected X-RateLimit-Remaining 48 or less: 49 were left before, and 1 served since; actual X-RateLimit-Remaining 49 (#2 #3)',
      ],
    ],
    ['is another one with another Reset', [at(10, 50, 60), at(61, 59, 120)], ['nothing']],
    [
      'is the same where Reset is rounded',
      [at(10, 50, 60), at(11, 50, 61)],
      [
        'Remaining: expected X-RateLimit-Remaining 49 or less: 50 were left before, and 1 served since; actual X-RateLimit-Remaining 50 (#1 #2)',
      ],
    ],
    ['is another one two seconds later', [at(10, 50, 60), at(11, 50, 62)], ['nothing']],
    [
      'is the same whichever Reset comes first',
      [at(10, 50, 61), at(11, 50, 60)],
      [
        'Remaining: expected X-RateLimit-Remaining 49 or less: 50 were left before, and 1 served since; actual X-RateLimit-Remaining 50 (#1 #2)',
      ],
    ],
    [
      'has not a whole limit after the first request',
      [at(10, 60, 60)],
      [
        'Remaining: expected X-RateLimit-Remaining 59 or less: 1 of 60 were served in this window; actual X-RateLimit-Remaining 60 (#1)',
      ],
    ],
    ['may have, where it may have begun in between', [at(5, 60, 60)], ['nothing']],
    [
      'has not, a second later',
      [at(5.1, 60, 60)],
      [
        'Remaining: expected X-RateLimit-Remaining 59 or less: 1 of 60 were served in this window; actual X-RateLimit-Remaining 60 (#1)',
      ],
    ],
    [
      'has not a whole limit less one after two',
      [at(2, 59, 60), error(3, 59, 60), at(4, 59, 60)],
      [
        'Remaining: expected X-RateLimit-Remaining 58 or less: 59 were left before, and 1 served since; actual X-RateLimit-Remaining 59 (#1 #3)',
      ],
    ],
    [
      'gives back an error whose own reply is one low',
      [at(2, 59, 60), error(3, 58, 60), error(4, 58, 60), at(5, 58, 60)],
      ['nothing'],
    ],
    [
      'gives none back where another error was counted',
      [at(2, 59, 60), error(3, 58, 60), error(4, 57, 60), at(5, 57, 60)],
      [
        'Remaining: expected X-RateLimit-Remaining 56 or less: 57 were left before, and 1 served since; actual X-RateLimit-Remaining 57 (#3 #4)',
      ],
    ],
    ['serves as many as were left', [at(10, 1, 60), at(11, 0, 60)], ['nothing']],
    [
      'serves not one more',
      [at(10, 0, 60), at(11, 0, 60)],
      ['the limit: expected 429: 0 requests were left, and 1 served since; actual status 200 (#1 #2)'],
    ],
    [
      'serves not one more, be others refused',
      [at(10, 1, 60), at(11, 0, 60), at(12, 0, 60, { status: 429 }), at(13, 0, 60)],
      ['the limit: expected 429: 0 requests were left, and 1 served since; actual status 200 (#2 #4)'],
    ],
    ['has one fewer for each at once', [at(9, 40, 60), ...from(10, [10.1, 10.2, 10.3], 37, 60)], ['nothing']],
    [
      'has each after those before it',
      [at(9, 40, 60), ...from(10, [10.1], 39, 60), ...from(10, [10.2], 38, 60), ...from(10, [10.3], 37, 60)],
      ['nothing'],
    ],
    [
      'has not one fewer for three at once',
      [at(9, 40, 60), ...from(10, [10.1, 10.2, 10.3], 39, 60)],
      [
        'Remaining: expected X-RateLimit-Remaining 37 or less: 40 were left before, and 3 served since; actual X-RateLimit-Remaining 39 (#1 #3 #4 #2)',
      ],
    ],
    [
      'has not two fewer for three at once',
      [at(9, 40, 60), ...from(10, [10.1, 10.2, 10.3], 38, 60)],
      [
        'Remaining: expected X-RateLimit-Remaining 37 or less: 40 were left before, and 3 served since; actual X-RateLimit-Remaining 38 (#1 #3 #4 #2)',
      ],
    ],
    [
      'serves not two at once of one',
      [at(9, 1, 60), ...from(10, [10.1, 10.2], 0, 60)],
      ['the limit: expected 429: 1 request was left, and 2 served since; actual status 200 (#1 #2 #3)'],
    ],
    [
      'serves not three at once of two',
      [at(9, 2, 60), ...from(10, [10.1, 10.2, 10.3], 0, 60)],
      ['the limit: expected 429: 2 requests were left, and 3 served since; actual status 200 (#1 #2 #3 #4)'],
    ],
    [
      'gives back an error that was beside',
      [
        at(9, 40, 60),
        at(10, 39, 60, { at: [10, 10.4], status: 404 }),
        ...from(10, [10.2], 38, 60),
        at(11, 38, 60),
      ],
      ['nothing'],
    ],
    [
      'gives back no more than that',
      [
        at(9, 40, 60),
        at(10, 39, 60, { at: [10, 10.4], status: 404 }),
        ...from(10, [10.2], 38, 60),
        at(11, 39, 60),
      ],
      [
        'Remaining: expected X-RateLimit-Remaining 37 or less: 38 were left before, and 1 served since; actual X-RateLimit-Remaining 39 (#2 #4)',
      ],
    ],
  ])('%s', ([_what, scenes, found]) => {
    expect([contradicted('fixed', scenes)]).toEqual(found)
  })
})

test('others who use a key may give back up to the limit, less what was served', () => {
  const scenes = (remaining: number): readonly Scene[] => [at(10, 10, 60), at(11, remaining, 60)]
  expect(contradicted('fixed', scenes(58), MINUTE_S, true)).toBe('nothing')
  expect(contradicted('fixed', scenes(59), MINUTE_S, true)).toContain('58 or less: 2 of 60 were served')
})

test.for<[rate: number, milliseconds: number, most: number]>([
  [1, 0, 0],
  [1, -5, 0],
  [0, 1000, 0],
  [1, 500, 1],
  [1, 1000, 2],
  [1, 1999, 2],
  [0.5, 1000, 2],
  [0.5, 3000, 3],
  [2.5, 1000, 6],
  [2.5, 3000, 11],
  [5, 1000, 10],
  [5, 500, 5],
])('of %d a second at most, in %i ms, %i have come back', ([rate, milliseconds, most]) => {
  expect(mostRefilled(rate, milliseconds)).toBe(most)
})
