import { expect, it } from 'vitest'
import { assess } from './scenario-report.ts'

it.each([
  [0, 0, 0, 0, true, 'never over the limit'],
  [3, 0, 0, 0, true, 'honoured Retry-After'],
  [4, 0, 3, 0, true, 'honoured Retry-After, 3 in flight'],
  [3, 1, 0, 0, false, '1 request too early'],
  [4, 1, 3, 0, false, '1 request too early, 3 in flight'],
  [3, 0, 0, 1, false, 'banned once'],
  [900, 890, 0, 2, false, 'banned twice, 890 too early'],
  [1900, 1890, 5, 3, false, 'banned 3 times, 1,890 too early'],
])(
  '%i refused, %i early, %i in flight, %i bans',
  (refused, earlyRetries, inFlight, bans, wellBehaved, words) => {
    const { note, ...assessment } = assess({ refused, earlyRetries, inFlight, bans })
    expect(assessment).toEqual({ wellBehaved, words })
    expect(note?.startsWith('In flight: ') ?? false).toBe(words.includes('in flight'))
  },
)
