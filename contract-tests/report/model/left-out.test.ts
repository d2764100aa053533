import { expect, test } from 'vitest'
import { leftOutByReason, leftOutFacts } from './left-out.ts'

test('what was left out stands behind the minute that had no room for it', () => {
  const all = [
    { title: 'LIST-1', caller: 'key' },
    { title: 'GET-1', caller: 'second key' },
    { title: 'AUTH-3', caller: 'nobody' },
  ] as const
  const reasons = leftOutByReason(leftOutFacts(all))
  expect(reasons.map(({ why, titles }) => [why.split(' is too short')[0], titles])).toEqual([
    ['the rest of the key’s minute', ['LIST-1']],
    ['the rest of the second key’s minute', ['GET-1']],
    ['the rest of the minute of requests without a key', ['AUTH-3']],
  ])
})
