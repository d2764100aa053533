import { describe, expect, it } from 'vitest'
import { playOut } from './testing/play.ts'

describe('100 requests on the Free plan, which allows 60 a minute:', () => {
  it.each([
    // 60 requests in a quarter of a minute, and the other 40 in the next one.
    { client: 'polite', seconds: 70, refused: [1, 1], bans: 0, words: 'waited as it was told' },
    // It sleeps on after the reset, and has tried too early before.
    { client: 'backoff', seconds: 100, refused: [4, 9], bans: 0, words: /^\d requests early$/ },
    // Ten refusals earn a ban of two minutes, which it meets four times a second.
    {
      client: 'naive',
      seconds: 150,
      refused: [450, 500],
      bans: 1,
      words: /^banned once, \d+ requests early$/,
    },
    {
      client: 'stampede',
      seconds: 150,
      refused: [20, 40],
      bans: 1,
      words: /^banned once, \d+ requests early$/,
    },
  ] as const)(
    '$client takes $seconds s',
    async ({ client, seconds, refused: [least, most], bans, words }) => {
      const { results } = await playOut({ clients: [client], requests: 100 })
      expect(results).toMatchObject([{ client, ending: 'done', served: 100, bans }])
      const [{ refused, sent, verdict, ...result } = expect.fail()] = results
      expect(result.seconds).toBeGreaterThan(seconds - 12)
      expect(result.seconds).toBeLessThan(seconds + 12)
      expect(result.servedPerSecond).toBeCloseTo(100 / result.seconds)
      expect(refused).toBeGreaterThanOrEqual(least)
      expect(refused).toBeLessThanOrEqual(most)
      expect(sent).toBe(100 + refused)
      expect(verdict.words).toMatch(words)
      expect(verdict.wellBehaved).toBe(client === 'polite')
    },
  )
})
