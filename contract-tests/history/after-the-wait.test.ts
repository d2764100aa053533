import { describe, expect, test } from 'vitest'
import { servedAfterTheWait } from './after-the-wait.ts'
import type { History } from './history.ts'
import { at, refused } from './testing/quota-scenes.ts'
import { found, type Row } from './testing/findings.ts'

describe('a client that has waited is served', () => {
  const SPENT = at(10, 0, 60)
  const PAST = {
    retryAfter: 'Fri, 20 Nov 2026 09:01:00 GMT',
    headers: { Date: 'Fri, 20 Nov 2026 10:00:11 GMT' },
  }

  test.for<Row>([
    ['and is', [SPENT, refused(11, 49, 60), at(60, 59, 120)], []],
    [
      'not refused after the wait',
      [SPENT, refused(11, 9, 60), refused(20, 40, 60)],
      [
        'LIMIT-9: expected 200: the wait of 9 s is over; actual status 429 after 9 s (#2 status 429, Retry-After: 9; #3 status 429)',
      ],
    ],
    [
      'not refused where the last request was under way beside the refusals, and was served',
      [
        at(10, 1, 60),
        refused(11, 9, 60, { at: [11, 11.2] }),
        at(11, 0, 60, { at: [11, 11.5] }),
        refused(21, 39, 60),
      ],
      [
        'LIMIT-9: expected 200: the wait of 9 s is over; actual status 429 after 9 s (#2 status 429, Retry-After: 9; #4 status 429)',
      ],
    ],
    [
      'but refused where a request in another form was refused since, which may prolong the wait',
      [SPENT, refused(11, 9, 60), refused(15, 9, 60, { ask: 'HEAD /pets' }), refused(21, 9, 60)],
      [],
    ],
    [
      'but refused where a request in another form may have used up what had come back',
      [
        SPENT,
        refused(11, 9, 60),
        at(20.5, 0, 80, { ask: 'PATCH /pets', status: 405, json: {} }),
        refused(75, 5, 80),
      ],
      [],
    ],
    [
      'not refused where such a request was answered long before that',
      [
        SPENT,
        refused(11, 9, 60),
        at(15, 0, 60, { ask: 'PATCH /pets', status: 405, json: {} }),
        refused(21, 9, 60),
      ],
      [
        'LIMIT-9: expected 200: the wait of 9 s is over; actual status 429 after 10 s (#2 status 429, Retry-After: 9; #4 status 429)',
      ],
    ],
    [
      'but refused where that one may have been served by what had come back until then',
      [
        at(10, 1, 60),
        refused(11, 1, 60, { at: [11, 11.2] }),
        at(11, 0, 60, { at: [11, 11.9] }),
        refused(12.5, 1, 60),
      ],
      [],
    ],
    [
      'not refused where a request beside the refusal was served, and the date of the wait was long past',
      [
        at(10, 1, 60),
        refused(11, 0, 60, { at: [11, 11.2], ...PAST }),
        at(11, 0, 60, { at: [11, 11.9] }),
        refused(14, 0, 60, PAST),
      ],
      [
        'LIMIT-9: expected 200: the wait of 0 s is over; actual status 429 after 2 s (#2 status 429, Retry-After: Fri, 20 Nov 2026 09:01:00 GMT; #4 status 429)',
      ],
    ],
    [
      'but banned where it had gone on, and the last refusal, which may have begun the ban, said no more than the first',
      [SPENT, refused(11, 49, 60), refused(12, 48, 60), refused(61, 120, 120, { status: 403 })],
      [],
    ],
    [
      'but banned so in words of the limit',
      [SPENT, refused(11, 49, 60), refused(12, 48, 60), refused(61, 70, 131)],
      [],
    ],
    [
      'but banned so by one of those that were refused at once',
      [
        SPENT,
        refused(11, 49, 60, { at: [11, 11.5] }),
        refused(11, 49, 60, { at: [11, 11.6] }),
        refused(62, 70, 131),
      ],
      [],
    ],
    [
      'not refused again after that ban',
      [SPENT, refused(11, 49, 60), refused(12, 48, 60), refused(61, 70, 131), refused(132, 48, 180)],
      [
        'LIMIT-9 or LIMIT-12: expected 200: the wait of 70 s is over; actual status 429 after 71 s (#4 status 429, Retry-After: 70; #5 status 429)',
      ],
    ],
    [
      'not refused for less than any ban',
      [SPENT, refused(11, 1, 60), refused(11, 1, 60), refused(13, 1, 60)],
      [
        'LIMIT-9 or LIMIT-12: expected 200: the wait of 1 s is over; actual status 429 after 2 s (#2 status 429, Retry-After: 1; #4 status 429)',
      ],
    ],
    [
      'not banned where it had not gone on',
      [SPENT, refused(11, 49, 60), refused(61, 120, 120, { status: 403 })],
      [
        'LIMIT-9 or AUTH-1: expected 200: the wait of 49 s is over; actual status 403 after 50 s (#2 status 429, Retry-After: 49; #3 status 403)',
      ],
    ],
    [
      'but refused where it was served since, and others may use the rest',
      [at(10, 1, 60), refused(11, 9, 60), at(21, 5, 60), refused(25, 35, 60)],
      [],
    ],
    [
      'not refused where what it has waited for is said again, whatever another refusal said',
      [
        SPENT,
        refused(11, 49, 60, { at: [11, 11.5] }),
        refused(11, 1, 60, { at: [11, 11.5] }),
        refused(13, 1, 60),
      ],
      [
        'LIMIT-9: expected 200: the wait of 1 s is over; actual status 429 after 1 s (#3 status 429, Retry-After: 1; #4 status 429)',
      ],
    ],
    [
      'but refused where another refusal said so, and that is said again',
      [
        SPENT,
        refused(11, 49, 60, { at: [11, 11.5] }),
        refused(11, 1, 60, { at: [11, 11.5] }),
        refused(13, 47, 60),
      ],
      [],
    ],
    [
      'but refused where others are in the minute that rolls',
      [at(0, 0, 60), refused(1, 40, 61), refused(42, 2, 102), at(110, 54, 170)],
      [],
    ],
    [
      'not refused where its own requests are all that is in it',
      [at(0, 0, 60), refused(1, 40, 61), refused(42, 2, 102), at(110, 59, 170)],
      [
        'LIMIT-9: expected 200: the wait of 40 s is over; actual status 429 after 41 s (#2 status 429, Retry-After: 40; #3 status 429)',
      ],
    ],
    [
      'not refused where its own requests are, one of them with its scheme in other letters',
      [
        at(0, 0, 60),
        refused(1, 40, 61),
        refused(42, 2, 102),
        at(109, 59, 169, { sends: { Authorization: 'bearer a-key' } }),
        at(110, 58, 170),
      ],
      [
        'LIMIT-9: expected 200: the wait of 40 s is over; actual status 429 after 41 s (#2 status 429, Retry-After: 40; #3 status 429)',
      ],
    ],
    [
      'not refused with 401 after a ban with 403, asked too early before',
      [
        SPENT,
        refused(11, 49, 60),
        refused(12, 90, 60, { status: 403 }),
        at(100, 60, 150, { status: 401, json: {} }),
        at(165, 60, 220, { status: 401, json: {} }),
      ],
      [
        'LIMIT-12 or LIMIT-9 or AUTH-1: expected 200: the wait of 90 s is over; actual status 401 after 153 s (#3 status 403, Retry-After: 90; #5 status 401)',
      ],
    ],
    [
      'not refused in a new window',
      [SPENT, refused(11, 49, 60), refused(66, 54, 120)],
      [
        'LIMIT-9 or LIMIT-10: expected 200: the wait of 49 s is over; actual status 429 after 55 s (#2 status 429, Retry-After: 49; #3 status 429)',
      ],
    ],
    [
      'not refused otherwise after the wait',
      [SPENT, refused(11, 9, 60), at(20, 0, 60, { status: 403 })],
      [
        'LIMIT-9 or AUTH-1: expected 200: the wait of 9 s is over; actual status 403 after 9 s (#2 status 429, Retry-After: 9; #3 status 403)',
      ],
    ],
    [
      'not after a ban',
      [SPENT, refused(11, 49, 60), refused(12, 600, 612), refused(613, 600, 1213)],
      [
        'LIMIT-12 or LIMIT-9: expected 200: the wait of 600 s is over; actual status 429 after 601 s (#3 status 429, Retry-After: 600; #4 status 429)',
      ],
    ],
    [
      'not after a ban, refused otherwise',
      [SPENT, refused(11, 49, 60), refused(12, 600, 612), at(613, 0, 1213, { status: 401 })],
      [
        'LIMIT-12 or LIMIT-9 or AUTH-1: expected 200: the wait of 600 s is over; actual status 401 after 601 s (#3 status 429, Retry-After: 600; #4 status 401)',
      ],
    ],
    [
      'not after a ban in another status',
      [
        SPENT,
        refused(11, 9, 60),
        at(20, 0, 60, { status: 403, retryAfter: '9' }),
        at(30, 0, 60, { status: 403 }),
      ],
      [
        'LIMIT-9 or AUTH-1: expected 200: the wait of 9 s is over; actual status 403 after 9 s (#2 status 429, Retry-After: 9; #3 status 403)',
        'LIMIT-12 or LIMIT-9 or AUTH-1: expected 200: the wait of 9 s is over; actual status 403 after 10 s (#3 status 403, Retry-After: 9; #4 status 403)',
      ],
    ],
    [
      'not where another key was refused meanwhile',
      [SPENT, refused(11, 9, 60), refused(12, 48, 60, { key: 'b' }), refused(20, 40, 60)],
      [
        'LIMIT-9 or LIMIT-11: expected 200: the wait of 9 s is over; actual status 429 after 9 s (#2 status 429, Retry-After: 9; #4 status 429)',
      ],
    ],
    ['but may be refused before the wait is over', [SPENT, refused(11, 9, 60), refused(19.9, 40, 60)], []],
    [
      'but may be refused where one is under way',
      [
        SPENT,
        refused(11, 9, 60),
        refused(20, 40, 60, { at: [20, 22] }),
        refused(21, 39, 60, { at: [21, 23] }),
      ],
      [],
    ],
    ['unless it was never served', [refused(1, 10, 60), refused(12, 10, 60)], []],
    [
      'unless no wait can be read',
      [SPENT, refused(11, 49, 60, { retryAfter: 'soon' }), refused(70, 50, 120)],
      [],
    ],
    [
      'unless the key alone was refused',
      [SPENT, at(11, 0, 60, { status: 403, retryAfter: '9' }), refused(21, 39, 60)],
      [],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(servedAfterTheWait, scenes)).toEqual(findings)
  })

  test('though it was never served, where its quota was set from outside', () => {
    const more: Partial<History> = { quotaSetAfter: [{ caller: 'key 1', id: 1 }] }
    const scenes = [at(0, 5, 60), refused(1, 10, 60), refused(12, 10, 60)]
    expect(found(servedAfterTheWait, scenes, more)).toEqual([
      'LIMIT-9: expected 200: the wait of 10 s is over; actual status 429 after 11 s (#2 status 429, Retry-After: 10; #3 status 429)',
    ])
  })
})
