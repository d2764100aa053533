import { expect, test } from 'vitest'
import { minutesEnd } from './long-minutes.ts'
import { story } from './testing/story.ts'
import { found, type Row, reported } from './testing/findings.ts'
import { historyOf } from './judge.ts'
import { at, error } from './testing/windows.ts'

// Sixty-five seconds, as the service says.
const LONG = [at(0, 9, 65), at(40, 8, 65), at(62.5, 7, 65)]
const PROLONGED = [at(0, 9, 60), at(24, 8, 84), at(48, 7, 108), at(63, 6, 123)]

test.for<Row>([
  [
    'not one that each request begins anew',
    PROLONGED,
    [
      'LIMIT-10 or LIMIT-4 or LIMIT-5: expected requests given back after a minute: the first of these was answered 63 s before; actual one fewer left with each request, 6 now (#1 9 of 60 left, Reset 1795168860 (60 s ahead); #2 8 of 60 left, Reset 1795168884 (60 s ahead); #3 7 of 60 left, Reset 1795168908 (60 s ahead); #4 6 of 60 left, Reset 1795168923 (60 s ahead))',
    ],
  ],
  [
    'not sixty-five seconds later',
    LONG,
    [
      'LIMIT-4 or LIMIT-5 or LIMIT-10: expected another X-RateLimit-Reset after a minute; actual the same 62 s later (#1 9 of 60 left, Reset 1795168865 (65 s ahead); #3 7 of 60 left, Reset 1795168865 (2 s ahead))',
    ],
  ],
  ['as one of which only a minute is seen', LONG.slice(1), []],
  ['as a day need not', LONG.map((one) => ({ ...one, quota: [1000, 9, 65] })), []],
  ['as one that rolls does', [at(0, 9, 60), at(24, 8, 84), at(48, 7, 108), at(63, 57, 123)], []],
  ['as one that rolls may do a second later', [at(0, 9, 60), at(24, 8, 84), at(61, 7, 121)], []],
  ['as one of the calendar does, whatever others use', [at(0, 9, 2), at(24, 8, 62), at(63, 7, 122)], []],
  ['as one does that a single request has begun', [at(0, 9, 60), at(63, 8, 123)], []],
  ['unless an error may have been free', [at(0, 9, 60), error(24, 8, 84), at(63, 7, 123)], []],
  [
    'unless one more was sent under the scheme in another case, so that one was given back',
    PROLONGED.toSpliced(2, 0, { ...at(30, 7, 90), sends: { Authorization: 'bearer a-key' } }),
    [],
  ],
  ['unless more was used than was sent', [at(0, 9, 60), at(24, 8, 84), at(63, 6, 123)], []],
  [
    'as one of a day need not',
    PROLONGED.map((one) => ({ ...one, quota: [1000, one.quota?.[1] ?? 0, one.quota?.[2] ?? 0] })),
    [],
  ],
])('a minute ends, %s', ([_what, scenes, findings]) => {
  expect(found(minutesEnd, scenes)).toEqual(findings)
})

test('a minute may last longer where others use the key, requests lack, or were sent again', () => {
  expect(found(minutesEnd, PROLONGED, { sharedKeys: new Set(['key 1']) })).toEqual([])
  expect(found(minutesEnd, PROLONGED, { isExcerpt: true })).toEqual([])
  const again = story(...PROLONGED).map((one) => (one.id === 1 ? { ...one, tries: 2 } : one))
  expect(reported(minutesEnd(historyOf({ exchanges: again })))).toEqual([])
})
