import { expect, test } from 'vitest'
import { noneWhileRefused } from './beyond-limit.ts'
import { notRefusedPastReset } from './past-resets.ts'
import type { Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

/** A list that is answered at a second of the story, with what is left of 60 and the second of the Reset. */
function at(second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene {
  return { ask: 'GET /pets?limit=1', json: [], at: [second, second], quota: [60, remaining, reset], ...more }
}

function refused(second: number, wait: number, reset: number, more: Partial<Scene> = {}): Scene {
  return at(second, 0, reset, { status: 429, json: {}, retryAfter: String(wait), ...more })
}

const SPENT = at(10, 0, 90)

test.for<Row>([
  [
    'not until the same instant as before',
    [SPENT, refused(11, 50, 9), refused(18, 43, 16)],
    [
      'LIMIT-4 or LIMIT-10: expected 200: by X-RateLimit-Reset, a new window has begun; actual status 429, until the same instant as before (#2 status 429, Reset 1795168809, Retry-After: 50; #3 status 429)',
    ],
  ],
  [
    'where that comes later',
    [SPENT, refused(11, 50, 31), refused(40, 21, 60)],
    [
      'LIMIT-10 or LIMIT-4: expected 200: by X-RateLimit-Reset, a new window has begun; actual status 429, until the same instant as before (#2 status 429, Reset 1795168831, Retry-After: 50; #3 status 429)',
    ],
  ],
  [
    'but where it speaks of another window',
    [SPENT, refused(11, 50, 31, { quota: [1000, 700, 31] }), refused(40, 21, 60)],
    [],
  ],
  ['but where the clocks may be apart', [SPENT, refused(11, 50, 9), refused(13, 48, 11)], []],
  ['but until later, by a ban', [SPENT, refused(11, 50, 9), refused(18, 120, 16)], []],
  ['but where a day may end with the wait', [SPENT, refused(850, 50, 848), refused(857, 43, 855)], []],
  ['but by what lasts longer than a minute', [SPENT, refused(11, 500, 9), refused(18, 493, 16)], []],
  [
    'but where it has gone on before',
    [SPENT, refused(10.5, 50, 8), refused(11, 50, 9), refused(18, 43, 16)],
    [],
  ],
])('a key is not refused once more after the Reset of a refusal, %s', ([_what, scenes, findings]) => {
  expect(found(notRefusedPastReset, scenes)).toEqual(findings)
})

test.for<[what: string, from: number, reset: number, clauses: string]>([
  ['the limit', 0, 119, 'LIMIT-5 or LIMIT-7'],
  ['the Reset, where another minute has begun', 59, 121, 'LIMIT-4 or LIMIT-5 or LIMIT-7'],
])(
  'what is wrong where more is served before the Reset of a refusal: %s',
  ([_what, from, reset, clauses]) => {
    const served = [0, 1, 2].map((place) => at(60 + place / 10, Math.max(0, from - place), reset))
    const findings = found(noneWhileRefused, [refused(59, 60, 119), ...served])
    expect(findings.map((one) => one.split(':', 1)[0])).toEqual([clauses])
  },
)
