import { expect, test } from 'vitest'
import { readingsOf } from './readings.ts'
import { leftEarly } from './rolling.ts'
import { story, type Scene } from './testing/story.ts'
import { at, type Case, error, MINUTE_S } from './testing/windows.ts'

function contradicted(scenes: readonly Scene[]): string {
  const found = leftEarly(readingsOf(story(...scenes)), { kind: 'rolling', length: MINUTE_S })
  const ids = found?.exchanges.map(({ id }) => `#${id}`).join(' ')
  return found === undefined ? 'nothing' : `${found.expected}; ${found.actual} (${ids})`
}

test.for<Case>([
  ['has all that were served within it', [at(0, 59, 60), at(30, 58, 90)], ['nothing']],
  ['has lost what is older', [at(0, 59, 60), at(30, 58, 90), at(61, 58, 121)], ['nothing']],
  [
    'has not lost what is younger',
    [at(0, 59, 60), at(30, 58, 90), at(61, 59, 121)],
    ['58 or fewer left until X-RateLimit-Reset 1795168890, that of an earlier reply; 59 left (#2 #3)'],
  ],
  ['may lose it a second early', [at(0, 59, 60), at(59.5, 59, 119)], ['nothing']],
  [
    'may weigh it, where Reset is the end of a minute',
    [at(0, 59, 60), at(59, 58, 60), at(62, 59, 120)],
    ['nothing'],
  ],
  ['may have given back an error', [error(10, 59, 70), at(30, 59, 90)], ['nothing']],
  ['may not have counted what is under way', [at(0, 59, 60), at(0, 59, 60, { at: [0, 1] })], ['nothing']],
])('a window that rolls %s', ([_what, scenes, [expected]]) => {
  expect(contradicted(scenes)).toBe(expected)
})
