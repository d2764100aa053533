import { expect, test } from 'vitest'
import { clausesThatAre } from '../../lab/proof/read-report.ts'
import { runOn, testService } from '../../lab/proof/test-service.ts'
import type { Overlay, Reply } from '../../lab/proof/violations/service.ts'
import { asError, onReply, refuses, replies, timeOf, withHeader } from '../../lab/proof/violations/mutate.ts'

test('a ban that the minute outlasts has its own length, and what refuses after it shows nothing of it', async () => {
  let began: number | undefined
  const overlay = onReply(replies(403), (reply) => {
    const left = 25 - (timeOf(reply) - (began ??= timeOf(reply)))
    return left > 0 ? withHeader(reply, 'retry-after', String(left)) : asError(429)(reply)
  })
  const choices = { 'status-while-banned': '403', ban: 'after-8-strikes-for-5-seconds' } as const
  const report = await runOn(await testService(overlay, { mock: { pets: 60, choices } }))
  expect(report.choices.find(({ id }) => id === 'ban')?.variant).toBe('after-8-strikes-for-25-seconds')
  const tests = report.clauses.flatMap((clause) => clause.tests)
  expect(tests.find(({ title }) => title.includes('a second before it ends'))).toMatchObject({
    verdict: 'not verified',
    detail: 'precondition missing: a ban that outlasts the minute by more than a second',
  })
  expect(clausesThatAre('broken', report)).toEqual([])
})

test('a ban that is over before it says so does not hold until then', async () => {
  const overlay: Overlay = (healthy) => {
    let served: Reply | undefined
    return async (request) => {
      const reply = await healthy(request)
      const isProbe = request.path === '/pets?limit=1'
      if (isProbe && reply.status === 200) served = reply
      const isLate = isProbe && reply.headers['retry-after'] === '1'
      return isLate && served ? withHeader(served, 'x-ratelimit-reset', String(timeOf(reply) + 50)) : reply
    }
  }
  const service = await testService(overlay, { mock: { choices: { ban: 'after-5-strikes-for-82-seconds' } } })
  const tests = (await runOn(service)).clauses.flatMap((clause) => clause.tests)
  expect(tests.find(({ title }) => title.includes('a second before it ends'))).toMatchObject({
    verdict: 'not verified',
    detail:
      'precondition missing: a ban that lasts as long as it says: status 200 for GET /pets?limit=1 a second before',
  })
})

test('who is refused for a shorter time than before may be banned: it is not read that nobody is', async () => {
  let refusals = 0
  const overlay = onReply(refuses, (reply) => {
    refusals += 1
    const wait = Number(reply.headers['retry-after'])
    return refusals < 8 || wait < 20 ? reply : withHeader(reply, 'retry-after', String(wait - 15))
  })
  const service = await testService(overlay, { mock: { pets: 60, choices: { ban: 'none' } } })
  const ban = (await runOn(service)).choices.find(({ id }) => id === 'ban')
  expect([ban?.variant, ban?.detail]).toEqual([
    undefined,
    expect.stringContaining('a ban that lasts longer than the minute'),
  ])
})
