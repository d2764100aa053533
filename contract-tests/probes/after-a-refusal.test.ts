import { expect, test } from 'vitest'
import { asReal } from '../../lab/proof/as-real.ts'
import { PLAIN, runOn, testService } from '../../lab/proof/test-service.ts'
import { onReply, withHeader } from '../../lab/proof/violations/mutate.ts'
import { findingsOf } from '../report/model/findings.ts'

const RESET = 'x-ratelimit-reset'
const EARLY_S = 15

/** A Reset that comes before the minute is over, and never in the past. */
const early = onReply(
  (_request, { headers }) => RESET in headers,
  (reply) => {
    const [reset, next] = [Number(reply.headers[RESET]), Date.parse(reply.headers['date'] ?? '') / 1000 + 1]
    return withHeader(reply, RESET, String(Math.min(reset, Math.max(next, reset - EARLY_S))))
  },
)

test('a Reset before the end of the wait shows on the second key too, which no ban explains', async () => {
  const service = await asReal(await testService(early, PLAIN), 2)
  const report = await runOn(service, { ban: false, maxWait: 240 })
  const shown = findingsOf(report, 'broken').map(({ clause, test: { breach } }) => [
    clause.id,
    breach?.actual,
  ])
  expect(shown).toEqual([['LIMIT-10', expect.stringMatching(/^\d left after it, and \d before$/)]])
})
