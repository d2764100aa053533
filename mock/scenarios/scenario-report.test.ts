import { expect, it } from 'vitest'
import { assess } from './scenario-report.ts'

it.each([
  [0, 0, 0, true, 'never over the limit'],
  [3, 0, 0, true, 'waited as it was told'],
  [3, 1, 0, false, '1 request too early'],
  [3, 0, 1, false, 'banned once'],
  [900, 890, 2, false, 'banned twice, 890 too early'],
  [1900, 1890, 3, false, 'banned 3 times, 1,890 too early'],
])('%i refused, %i early, %i bans', (refused, earlyRetries, bans, wellBehaved, words) => {
  expect(assess({ refused, earlyRetries, bans })).toEqual({ wellBehaved, words })
})
