import { clause } from '../clause.ts'
import { expectPets } from '../expect/expect-body.ts'
import { expectStatus } from '../expect/expect-status.ts'
import { expectThat } from '../expect/expect-that.ts'
import { NotVerified } from '../not-verified.ts'
import { rateLimitOf } from '../probe/exchange.ts'
import { asSecond, list } from '../probes.ts'
import { afterTheWait, goOverTheLimit, PROBE, refusal } from './over-the-limit.ts'
import { figuresOf } from './plan-figures.ts'

clause('LIMIT-2', '', [], async (run) => {
  const exchange = await run.session.share(list())
  const { limit } = rateLimitOf(exchange)
  const lawful = figuresOf(run.settings.plan)
  if (lawful === 'any') return
  expectThat(lawful.includes(limit), `one of ${lawful.join(', ')}`, `X-RateLimit-Limit ${limit}`, exchange)
})

clause('LIMIT-3', 'Remaining falls with each request that counts', [], async ({ session }) => {
  const before = await session.send(PROBE)
  const after = await session.send(PROBE)
  const [first, second] = [rateLimitOf(before), rateLimitOf(after)]
  // In another window the count begins anew. Others may use the key too, so more than one may be gone.
  if (first.reset !== second.reset)
    throw new NotVerified('precondition missing', 'two requests in one window')
  expectThat(
    second.remaining < first.remaining,
    `fewer than ${first.remaining}`,
    `${second.remaining}`,
    after,
  )
})

clause('LIMIT-11', '', ['second key'], async ({ session }) => {
  const before = await session.send(asSecond(PROBE))
  await session.send(PROBE)
  const after = await session.send(asSecond(PROBE))
  const [first, second] = [rateLimitOf(before), rateLimitOf(after)]
  if (first.reset !== second.reset)
    throw new NotVerified('precondition missing', 'two requests in one window')
  expectThat(
    second.remaining === first.remaining - 1,
    `${first.remaining - 1} left`,
    `${second.remaining}`,
    after,
  )
})

clause('LIMIT-5', 'nothing is refused while requests are left', ['going over the limit'], async (run) => {
  const { served, next } = await goOverTheLimit(run)
  const [before, then] = [rateLimitOf(served), rateLimitOf(next)]
  // A service may report one window and be refusing by the other.
  const sameWindow = before.limit === then.limit && before.reset === then.reset
  const early = next.status === 429 && sameWindow && before.remaining > 0
  expectThat(!early, `an answer, ${before.remaining} requests being left`, 'status 429', next)
})

clause('LIMIT-5', 'nothing is served when none is left', ['going over the limit'], async (run) => {
  expectStatus((await goOverTheLimit(run)).next, 429)
})

clause('LIMIT-7', '', ['going over the limit'], async (run) => {
  expectStatus((await goOverTheLimit(run)).next, 429)
})

clause('LIMIT-9', '', ['going over the limit', 'a clock'], async (run) => {
  expectPets(run, await afterTheWait(run))
})

clause('LIMIT-10', '', ['going over the limit', 'a clock'], async (run) => {
  const refused = await refusal(run)
  const renewed = await afterTheWait(run)
  const [before, then] = [rateLimitOf(refused), rateLimitOf(renewed)]
  expectThat(then.reset > before.reset, `a Reset after ${before.reset}`, `${then.reset}`, renewed)
  expectThat(then.remaining > 0, 'an allowance', `${then.remaining} left`, renewed)
})
