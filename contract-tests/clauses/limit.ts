import { clause } from '../engine/clause.ts'
import { dependsOn } from '../engine/expect/depends-on.ts'
import { expectStatus, wrongStatus } from '../engine/expect/expect-status.ts'
import { expectThat } from '../engine/expect/expect-that.ts'
import { NotVerified } from '../engine/not-verified.ts'
import { rateLimitOf, type Exchange } from '../engine/exchange.ts'
import type { Session } from '../engine/session.ts'
import { asSecond } from '../probes/requests.ts'
import { afterReset, afterTheWait, goOverTheLimit, PROBE, refusal } from '../probes/over-the-limit.ts'
import { givenKeyToOurselves, givenSentOnce, remainingFault } from '../probes/remaining-fault.ts'

clause('LIMIT-11', '', ['second key'], async ({ session }) => {
  // Others may use the second key too; but what two rounds take from it as they take from the first is charged to it.
  const first = await chargedToSecond(session, 1)
  if (first.fall === 1) return
  const second = await chargedToSecond(session, ROUND)
  expectThat(second.fall <= ROUND, '1 fewer', `${second.fall} fewer`, second.after)
  if (second.fall !== 1) throw new NotVerified('precondition missing', 'a second key that nobody else uses')
})

// Requests with the first key between two with the second.
const ROUND = 3

/** How much Remaining of the second key falls over one request with it and so many with the first. */
async function chargedToSecond(
  session: Session,
  requests: number,
): Promise<{ fall: number; after: Exchange }> {
  const before = await session.send(asSecond(PROBE))
  for (let sent = 0; sent < requests; sent += 1) await session.send(PROBE)
  const after = await session.send(asSecond(PROBE))
  const [first, second] = [rateLimitOf(before), rateLimitOf(after)]
  if (first.reset !== second.reset)
    throw new NotVerified('precondition missing', 'two requests in one window')
  return { fall: first.remaining - second.remaining, after }
}

clause('LIMIT-5', 'nothing is refused while requests are left', ['going over the limit'], async (run) => {
  const { served, next } = await goOverTheLimit(run)
  if (remainingFault(run)) dependsOn('LIMIT-3')
  const [before, then] = [rateLimitOf(served), rateLimitOf(next)]
  // A service may report one window and be refusing by the other.
  const sameWindow = before.limit === then.limit && before.reset === then.reset
  const early = next.status === 429 && sameWindow && before.remaining > 0
  if (early) {
    givenKeyToOurselves(run)
    givenSentOnce(served, next)
  }
  expectThat(!early, `an answer, ${before.remaining} requests being left`, 'status 429', next)
})

clause('LIMIT-5', 'nothing is served when none is left', ['going over the limit'], async (run) => {
  const { next } = await goOverTheLimit(run)
  if (remainingFault(run)) dependsOn('LIMIT-3')
  if (next.status === 200) throw wrongStatus(next, 429)
})

clause('LIMIT-7', '', ['going over the limit'], async (run) => {
  const { next } = await goOverTheLimit(run)
  if (remainingFault(run)) dependsOn('LIMIT-3')
  if (next.status === 200) dependsOn('LIMIT-5')
  // Others may have got the key banned, which may show in another status.
  if (next.status !== 429) givenKeyToOurselves(run)
  expectStatus(next, 429)
})

clause('LIMIT-9', '', ['going over the limit', 'a clock'], async (run) => {
  await refusal(run)
  const waited = await afterTheWait(run)
  // Others who did not wait may have got the key banned meanwhile.
  if (waited.status !== 200) givenKeyToOurselves(run)
  expectStatus(waited, 200)
})

clause('LIMIT-10', '', ['going over the limit', 'a clock'], async (run) => {
  const before = rateLimitOf(await refusal(run))
  const renewed = await afterReset(run)
  if (renewed.status !== 200) givenKeyToOurselves(run)
  expectStatus(renewed, 200)
  const then = rateLimitOf(renewed)
  if (Number.isNaN(then.remaining)) dependsOn('LIMIT-3')
  // Whoever reports the other window by now has renewed this one, or would refuse.
  if (then.limit !== before.limit) return
  expectThat(then.reset > before.reset, `a Reset after ${before.reset}`, `${then.reset}`, renewed)
  expectThat(then.remaining > 0, 'an allowance', `${then.remaining} left`, renewed)
})
