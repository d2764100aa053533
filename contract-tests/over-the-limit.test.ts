import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { asReal } from '../lab/proof/as-real.ts'
import { clausesThatAre } from '../lab/proof/read-report.ts'
import { PLAIN, runOn, testService } from '../lab/proof/test-service.ts'
import { violations } from '../lab/proof/violations/index.ts'
import { prolongsMinutes } from '../lab/proof/violations/minutes.ts'
import { asError, onReply, refuses, withHeader } from '../lab/proof/violations/mutate.ts'
import type { Transport } from './engine/transport.ts'

test('a creation is refused over the limit too where all that were sent at once were served', async () => {
  const service = await testService((healthy) => healthy)
  const creations = new Set<Promise<unknown>>()
  const transport: Transport = async (request) => {
    if (request.method === 'POST') {
      const reply = service.transport(request)
      creations.add(reply)
      return reply.finally(() => creations.delete(reply))
    }
    await setImmediate()
    await Promise.all(creations)
    return service.transport(request)
  }
  const { clauses, exchanges } = await runOn({ ...service, transport }, { plan: 'pro', key: 'pro-demo-key' })
  const tests = clauses.flatMap(({ id, tests: own }) => (id === 'LIMIT-7' ? own : []))
  const creation = tests.find(({ title }) => title.endsWith('a creation sent together with that request'))
  expect(creation?.verdict).toBe('held')
  const refused = exchanges.filter(
    ({ method, caller, status }) => method === 'POST' && caller === 'key' && status === 429,
  )
  expect(refused.length).toBe(1)
})

test('a creation that is answered 503 over the limit is sent again where it was the only one', async () => {
  const service = await testService(
    onReply(({ operation }, { status }) => operation === 'createPet' && status === 429, asError(503)),
  )
  const batch: { readonly method: string; readonly go: () => void }[] = []
  // Of those sent at once, the first creation is served first, and the second one last.
  const inTurn = async (method: string): Promise<void> => {
    if (batch.length === 0)
      void setImmediate().then(() => {
        const all = batch.splice(0)
        const first = all.filter((one) => one.method === 'POST').slice(0, 1)
        for (const { go } of new Set([...first, ...all])) go()
      })
    await new Promise<void>((go) => batch.push({ method, go }))
  }
  const transport: Transport = async (request) => {
    await inTurn(request.method)
    return service.transport(request)
  }
  const { clauses, exchanges } = await runOn(
    { ...service, transport },
    { plan: 'pro', key: 'pro-demo-key', ban: false },
  )
  expect(clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual(['LIMIT-7'])
  const unavailable = exchanges.filter(({ status, caller }) => status === 503 && caller === 'key')
  expect(unavailable.length).toBe(2)
})

test('a refusal with some left breaks the test that says so, and no other of its clause', async () => {
  const early = violations.find(({ name }) => name === 'the limit is three too low')
  const report = await runOn(await testService(early?.overlay ?? ((healthy) => healthy)))
  const tests = report.clauses.flatMap(({ id, tests: own }) => (id === 'LIMIT-5' ? own : []))
  expect(tests.filter(({ verdict }) => verdict === 'broken').map(({ title }) => title)).toEqual([
    'LIMIT-5 no request is refused while some are left',
  ])
})

test('a thorough run sees without going over the limit that each request begins the minute anew', async () => {
  const settings = { exhaust: false, ban: false, maxWait: 600 }
  const service = await asReal(await testService(prolongsMinutes, PLAIN), 17)
  expect(clausesThatAre('broken', await runOn(service, { ...settings, thorough: true }))).toEqual([
    'LIMIT-10',
  ])
})

test('a key that goes on is refused for an invalid body too', async () => {
  const overlay = onReply(
    ({ operation, body = '' }, { status }) =>
      operation === 'createPet' && status === 429 && !body.includes('categoryId'),
    asError(400),
  )
  const report = await runOn(await asReal(await testService(overlay, PLAIN), 17), { ban: true, maxWait: 600 })
  expect(clausesThatAre('broken', report)).toEqual(['LIMIT-7'])
})

test('lists alone that are answered 403 over the limit are no ban', async () => {
  const overlay = onReply(
    ({ operation }, { status }) => operation === 'listPets' && status === 429,
    asError(403),
  )
  const report = await runOn(await asReal(await testService(overlay, PLAIN), 17), { ban: false })
  expect(clausesThatAre('broken', report)).toEqual(['LIMIT-7'])
})

test('a Retry-After that is too short shows where refusals at once begin a ban with 403 too', async () => {
  const overlay = onReply(refuses, (reply) => {
    const wait = Number(reply.headers['retry-after'])
    return withHeader(reply, 'retry-after', String(Math.max(1, wait - 20)))
  })
  const mock = {
    ...PLAIN.mock,
    choices: { ban: 'after-3-strikes-for-60-seconds', 'status-while-banned': '403' },
  } as const
  const report = await runOn(await asReal(await testService(overlay, { ...PLAIN, mock }), 17), {
    ban: false,
    maxWait: 900,
  })
  const limits = report.clauses.find(({ id }) => id === 'LIMIT-9')
  expect(limits?.verdict).toBe('broken')
})
