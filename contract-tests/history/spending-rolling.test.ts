import { describe, expect, test } from 'vitest'
import type { Scene } from './testing/story.ts'
import { at, type Case, contradicted, DAY_S, error, still } from './testing/windows.ts'

describe('a window that rolls', () => {
  const whole = [at(0, 59, 60)]

  test.for<Case>([
    ['has one fewer after each request of an instant', [still(10, 50, 40), still(10, 49, 40)], ['nothing']],
    [
      'has not as many within an instant, whatever the Reset',
      [still(10, 50, 40), still(10, 50, 45)],
      [
        'Remaining: expected X-RateLimit-Remaining 49 or less: 50 were left before, and 1 served since; actual X-RateLimit-Remaining 50 (#1 #2)',
      ],
    ],
    ['may have as many in another instant', [still(10, 50, 14), still(10.1, 50, 14)], ['nothing']],
    [
      'has not as many while its oldest request is far from leaving',
      [at(10, 50, 40), at(11, 50, 40)],
      [
        'Remaining: expected X-RateLimit-Remaining 49 or less: 50 were left before, and 1 served since; actual X-RateLimit-Remaining 50 (#1 #2)',
      ],
    ],
    ['may have, where that leaves soon', [at(10, 50, 15), at(11, 50, 15)], ['nothing']],
    ['may have, where Reset may be that of the last request', [at(10, 50, 64), at(11, 50, 64)], ['nothing']],
    [
      'has not, a second before',
      [at(10, 50, 63), at(11, 50, 63)],
      [
        'Remaining: expected X-RateLimit-Remaining 49 or less: 50 were left before, and 1 served since; actual X-RateLimit-Remaining 50 (#1 #2)',
      ],
    ],
    ['has one fewer after a whole quota', [...whole, at(30, 58, 90)], ['nothing']],
    [
      'has not as many after a whole quota, be Reset another',
      [...whole, at(30, 59, 90)],
      [
        'Remaining: expected X-RateLimit-Remaining 58 or less: 59 were left before, and 1 served since; actual X-RateLimit-Remaining 59 (#1 #2)',
      ],
    ],
    ['may have, where the first has left', [...whole, at(60, 59, 120)], ['nothing']],
    ['may have, where it has left by whole seconds', [...whole, at(59.9, 59, 119)], ['nothing']],
    [
      'has not, just before',
      [...whole, at(58.9, 59, 119)],
      [
        'Remaining: expected X-RateLimit-Remaining 58 or less: 59 were left before, and 1 served since; actual X-RateLimit-Remaining 59 (#1 #2)',
      ],
    ],
    ['may have what two others had spent', [at(0, 57, 60), at(30, 58, 90)], ['nothing']],
    [
      'has not more than that',
      [at(0, 57, 60), at(30, 59, 90)],
      [
        'Remaining: expected X-RateLimit-Remaining 56 or less: 57 were left before, and 1 served since; actual X-RateLimit-Remaining 59 (#1 #2)',
      ],
    ],
    ['may have what three others had', [at(0, 56, 60), at(30, 59, 90)], ['nothing']],
    ['says nothing where an error began it', [error(0, 60, 60), at(30, 60, 90)], ['nothing']],
    [
      'says nothing beside the first',
      [at(0, 59, 60, { at: [0, 31] }), at(30, 59, 90, { at: [30, 32] })],
      ['nothing'],
    ],
    [
      'begins anew when the first has left',
      [...whole, at(61, 59, 121), at(90, 59, 150)],
      [
        'Remaining: expected X-RateLimit-Remaining 58 or less: 59 were left before, and 1 served since; actual X-RateLimit-Remaining 59 (#2 #3)',
      ],
    ],
    [
      'has not a whole limit after the first request',
      [at(10, 60, 40)],
      [
        'Remaining: expected X-RateLimit-Remaining 59 or less: 1 of 60 were served in this window; actual X-RateLimit-Remaining 60 (#1)',
      ],
    ],
    ['may have, where Reset is near', [at(40, 60, 45)], ['nothing']],
  ])('%s', ([_what, scenes, found]) => {
    expect([contradicted('rolling', scenes)]).toEqual(found)
  })

  test('of a day shows nothing of its first request, which no run sees leave', () => {
    const day = (second: number, remaining: number, reset: number): Scene =>
      at(second, remaining, reset, { quota: [1000, remaining, reset] })
    expect(contradicted('rolling', [day(0, 999, DAY_S), day(30, 999, DAY_S + 30)], DAY_S)).toBe('nothing')
    expect(contradicted('rolling', [day(0, 99, 600), day(30, 99, 600)], DAY_S)).toContain('Remaining')
  })
})

describe('a bucket that is refilled', () => {
  test.for<Case>([
    ['may have two more after a second', [at(10, 40, 30), at(11, 41, 30)], ['nothing']],
    [
      'has not three more',
      [at(10, 40, 30), at(11, 42, 30)],
      [
        'Remaining: expected X-RateLimit-Remaining 39 or less: 40 were left before, and 1 served since; actual X-RateLimit-Remaining 42 (#1 #2)',
      ],
    ],
    [
      'has none back within an instant',
      [still(10, 40, 30), still(10, 40, 30)],
      [
        'Remaining: expected X-RateLimit-Remaining 39 or less: 40 were left before, and 1 served since; actual X-RateLimit-Remaining 40 (#1 #2)',
      ],
    ],
    ['serves what has come back', [at(10, 0, 30), at(11, 0, 30), at(12, 0, 30)], ['nothing']],
    [
      'serves not more',
      [at(10, 0, 30), at(10.1, 0, 30), at(10.2, 0, 30), at(10.3, 0, 30)],
      ['the limit: expected 429: 0 requests were left, and 2 served since; actual status 200 (#1 #2 #3)'],
    ],
    [
      'whatever the Reset',
      [at(10, 0, 30), at(10.1, 0, 32), at(10.2, 0, 34), at(10.3, 0, 36)],
      ['the limit: expected 429: 0 requests were left, and 2 served since; actual status 200 (#1 #2 #3)'],
    ],
    [
      'is compared with the strictest reply before',
      [at(10, 40, 30), at(20, 20, 30), at(21, 45, 30)],
      [
        'Remaining: expected X-RateLimit-Remaining 19 or less: 20 were left before, and 1 served since; actual X-RateLimit-Remaining 45 (#2 #3)',
      ],
    ],
  ])('%s', ([_what, scenes, found]) => {
    expect([contradicted('refilled', scenes)]).toEqual(found)
  })

  test('has one back at most in a second where it has a day for a thousand', () => {
    const day = (second: number, remaining: number): Scene =>
      at(second, remaining, 600, { quota: [1000, remaining, 600] })
    expect(contradicted('refilled', [day(10, 40), day(11, 40)], DAY_S)).toBe('nothing')
    expect(contradicted('refilled', [day(10, 40), day(11, 41)], DAY_S)).toContain('Remaining 39 or less')
  })
})
