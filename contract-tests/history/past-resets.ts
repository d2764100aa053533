// What a refusal says of the window that refuses, when that should be over.
import { rateLimitOf } from './headers.ts'
import { type Finding, isRefusal, precedes, type Rule } from './history.ts'
import { unsharedKeys } from './key-histories.ts'
import { isRefusedBriefly } from './limits.ts'
import { CLOCKS_MS } from './readings.ts'
import { endOfWait, endTogether, mayEndDay } from './waits.ts'

/**
 * A key that a minute refuses is not refused once more, until the same instant as before, after the Reset that the first refusal
 * named: then the minute is not over, or the Reset is not its end.
 */
export const notRefusedPastReset: Rule = (history) =>
  unsharedKeys(history).flatMap(({ own, order }) =>
    own.flatMap((again, at): readonly Finding[] => {
      const refused = own[at - 1]
      if (refused?.status !== 429 || again.status !== 429 || !precedes(refused, again)) return []
      const [served] = order.before(refused, 1)
      if (served === undefined || isRefusal(served)) return []
      // What has some left is not the window that refuses, and ends when it likes.
      if (rateLimitOf(refused).remaining > 0) return []
      const [end, reset] = [endOfWait(refused), rateLimitOf(refused).reset * 1000]
      const isPast = again.sent > reset + CLOCKS_MS && reset + CLOCKS_MS < end
      // A ban would last longer than the first refusal said.
      if (!endTogether(refused, again) || !isRefusedBriefly(refused) || mayEndDay(end) || !isPast) return []
      const shows = `status 429, Reset ${reset / 1000}, Retry-After: ${refused.headers['retry-after'] ?? ''}`
      return [
        {
          // One that is past when it comes is no end of any window.
          ...(reset < refused.sent
            ? { clause: 'LIMIT-4', alternatives: ['LIMIT-10'] }
            : { clause: 'LIMIT-10', alternatives: ['LIMIT-4'] }),
          expected: '200: by X-RateLimit-Reset, a new window has begun',
          actual: 'status 429, until the same instant as before',
          wrong: again,
          steps: [
            { exchange: refused, shows },
            { exchange: again, shows: 'status 429' },
          ],
        },
      ]
    }),
  )
