import { expect, test } from 'vitest'
import { clausesThatAre } from '../../lab/proof/read-report.ts'
import { runOn, testService } from '../../lab/proof/test-service.ts'
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
