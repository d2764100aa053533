import { describe, expect, test } from 'vitest'
import { bannedAlike, bansAreApart, bansEndForAll, notLimitedWhileBanned } from './bans.ts'
import type { Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

/** A list that is answered at a second of the story, with what is left of 60 and the second of the Reset. */
function at(second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene {
  return { ask: 'GET /pets?limit=1', json: [], at: [second, second], quota: [60, remaining, reset], ...more }
}

/** A refusal, with the seconds that Retry-After asks for. */
function refused(second: number, wait: number, reset: number, more: Partial<Scene> = {}): Scene {
  return at(second, 0, reset, { status: 429, json: {}, retryAfter: String(wait), ...more })
}

describe('a ban comes after as many refusals for one key as for another', () => {
  const long = (key: string, count: number, from = 20): readonly Scene[] => [
    at(from, 0, 60, { key }),
    ...Array.from({ length: count }, (_, place) => refused(from + 1 + place, 30, 60, { key })),
  ]
  const banned = (second: number, key = 'a', more: Partial<Scene> = {}): Scene =>
    at(second, 0, 60, { key, status: 403, json: {}, ...more })

  test.for<Row>([
    ['and does', [...long('a', 2), banned(30), ...long('b', 2, 31)], []],
    [
      'not after two where another met four',
      [...long('a', 2), banned(30), ...long('b', 4, 31)],
      [
        'LIMIT-7 or AUTH-1 or LIMIT-12: expected 429: another key was refused 4 times in a row, and not banned; actual status 403 (#2 status 429; #4 status 403; #6 status 429; #7 status 429; #8 status 429; #9 status 429; #4 is wrong)',
      ],
    ],
    [
      'not where it was before',
      [...long('b', 4, 2), ...long('a', 2), banned(30)],
      [
        'LIMIT-7 or AUTH-1 or LIMIT-12: expected 429: another key was refused 4 times in a row, and not banned; actual status 403 (#2 status 429; #3 status 429; #4 status 429; #5 status 429; #7 status 429; #9 status 403)',
      ],
    ],
    [
      'not with some left',
      [...long('a', 1), at(25, 7, 60, { key: 'a' }), banned(30), ...long('b', 3, 31)],
      [
        'LIMIT-12 or AUTH-1 or LIMIT-7: expected no ban: 7 were left, and another key was refused 3 times in a row, and not banned; actual status 403 (#2 status 429; #4 status 403; #6 status 429; #7 status 429; #8 status 429; #4 is wrong)',
      ],
    ],
    [
      'not with some left, and for less than any ban lasts: the key is refused for something else',
      [
        ...long('a', 1),
        at(25, 7, 60, { key: 'a' }),
        banned(30),
        at(31, 6, 60, { key: 'a' }),
        ...long('b', 3, 32),
      ],
      [
        'AUTH-1 or LIMIT-12 or LIMIT-7: expected no ban: 7 were left, and another key was refused 3 times in a row, and not banned; actual status 403 (#2 status 429; #4 status 403; #7 status 429; #8 status 429; #9 status 429; #4 is wrong)',
      ],
    ],
    [
      'after as many, those beside it included',
      [...long('a', 2), refused(29, 20, 60, { key: 'a', at: [29, 31] }), banned(30), ...long('b', 4, 32)],
      [],
    ],
    [
      'where the other one was served in between',
      [...long('a', 2), banned(30), ...long('b', 3, 31), ...long('b', 3, 41)],
      [],
    ],
    [
      'where the other one’s came at once',
      [
        ...long('a', 1),
        banned(30),
        at(31, 0, 60, { key: 'b' }),
        ...[34, 35, 36].map((end) => refused(33, 20, 60, { key: 'b', at: [32, end] })),
      ],
      [],
    ],
    ['where it met no 429 at all', [at(20, 9, 60, { key: 'a' }), banned(30), ...long('b', 3, 31)], []],
    ['where there is no other', [...long('a', 2), banned(30)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(bannedAlike, scenes)).toEqual(findings)
  })
})

describe('a key that meets a 429 is not banned', () => {
  const banned = (second: number, wait: number): Scene =>
    refused(second, wait, 60, { status: 403, ask: 'POST /pets' })
  const before = [at(10, 0, 60), refused(11, 49, 60)]

  test.for<Row>([
    [
      'as a creation right before it was said to be',
      [...before, banned(12, 48), refused(13, 47, 60)],
      [
        'LIMIT-7 or LIMIT-12 or AUTH-1: expected 429, as the request after it: the key is over its limit, and not banned; actual status 403 (#3 status 403, Retry-After: 48; #4 status 429; #3 is wrong)',
      ],
    ],
    [
      'as a creation was said to be, beside one that was served and answered later',
      [
        at(10, 1, 60),
        refused(11, 49, 60, { at: [11, 11.2] }),
        refused(11, 49, 60, { status: 403, ask: 'POST /pets', at: [11, 11.4] }),
        at(11, 0, 60, { at: [11, 11.6] }),
        refused(12, 48, 60),
      ],
      [
        'LIMIT-7 or LIMIT-12 or AUTH-1: expected 429, as the request after it: the key is over its limit, and not banned; actual status 403 (#3 status 403, Retry-After: 49; #5 status 429; #3 is wrong)',
      ],
    ],
    ['unless it was served since', [...before, banned(12, 48), at(13, 5, 60), refused(14, 46, 60)], []],
    ['unless the ban is over', [...before, banned(12, 10), refused(23, 37, 60)], []],
    ['unless it is nearly over', [...before, banned(12, 10), refused(19, 37, 60)], []],
    ['unless it came before the ban', [...before, refused(12, 48, 60), banned(13, 47)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(notLimitedWhileBanned, scenes)).toEqual(findings)
  })
})

describe('a ban is of one key', () => {
  const alone = Array.from({ length: 45 }, (_none, place) =>
    at(10 + place / 10, 59 - place, 60, { key: 'a' }),
  )
  const banned = (second: number, key: string, wait = 60): Scene =>
    refused(second, wait, 60, { key, status: 403 })

  test.for<Row>([
    ['and is', [...alone, banned(14.5, 'b'), at(14.6, 14, 60, { key: 'a' })], []],
    [
      'and not of another that nobody else uses',
      [...alone, at(14, 0, 60, { key: 'b' }), banned(14.5, 'b'), banned(14.6, 'a')],
      [
        'LIMIT-11 or LIMIT-12 or AUTH-1: expected an answer, 15 being left: it is another key that is banned; actual status 403 (#46 status 200; #47 status 403; #48 status 403)',
      ],
    ],
    [
      'but another may be banned for something else',
      [...alone, at(14, 0, 60, { key: 'b' }), banned(14.5, 'b'), banned(14.6, 'a', 90)],
      [],
    ],
    [
      'but others may have got it banned meanwhile',
      [...alone, at(14, 0, 60, { key: 'b' }), banned(14.5, 'b'), banned(24, 'a', 50)],
      [],
    ],
    [
      'but others may use it, as they did before',
      [
        ...alone.slice(0, 10),
        ...alone.slice(12),
        at(14, 0, 60, { key: 'b' }),
        banned(14.5, 'b'),
        banned(14.6, 'a'),
      ],
      [],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(bansAreApart, scenes)).toEqual(findings)
  })
})

describe('a ban that is over', () => {
  const alone = Array.from({ length: 45 }, (_none, place) => at(10 + place / 10, 59 - place, 60))
  const banned = (second: number): Scene => refused(second, 30, 60, { status: 403 })
  const over = [...alone, banned(20), at(60, 59, 120)]

  test.for<Row>([
    ['is over', [...over, at(60.1, 58, 120)], []],
    [
      'does not begin anew by itself',
      [...over, banned(60.1)],
      [
        'LIMIT-12 or AUTH-1: expected an answer, 59 being left: the ban was over; actual status 403 (#46 status 403; #47 status 200; #48 status 403)',
      ],
    ],
    [
      'was none where the key had some left',
      [...alone, banned(14.5), at(60, 59, 120), banned(60.1)],
      [
        'AUTH-1 or LIMIT-12: expected an answer, 59 being left: the key was not over its limit; actual status 403 (#46 status 403; #47 status 200; #48 status 403)',
      ],
    ],
    ['but others may have gone on meanwhile', [...over, banned(70)], []],
    [
      'but it is not known what is left',
      [...alone, banned(20), { ask: 'GET /pets?limit=1', json: [], at: [60, 60] }, banned(60.1)],
      [],
    ],
    ['but others may use the key', [...alone.slice(0, 9), ...over.slice(11), banned(60.1)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(bansEndForAll, scenes)).toEqual(findings)
  })

  // A ban looks like a limit, but for its length.
  const limited = [...alone, refused(20, 40, 60), refused(20.1, 70, 60)]
  const served = at(92, 59, 120)
  test.for<Row>([
    ['is over where it is answered 429', [...limited, served, at(92.1, 58, 120)], []],
    [
      'does not begin anew where it is answered 429',
      [...limited, served, refused(92.1, 70, 120)],
      [
        'LIMIT-12 or LIMIT-9 or LIMIT-5: expected an answer, 59 being left: the ban was over; actual status 429 (#47 status 429; #48 status 200; #49 status 429)',
      ],
    ],
    ['but a day may be used up, for longer', [...limited, served, refused(92.1, 700, 120)], []],
    ['but a minute may', [...limited, served, refused(92.1, 27, 120)], []],
    [
      'but a day may be what refused before',
      [...alone, refused(20.1, 70, 60), served, refused(92.1, 70, 120)],
      [],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(bansEndForAll, scenes)).toEqual(findings)
  })
})
