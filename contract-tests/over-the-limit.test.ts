import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runOn, testService } from '../lab/proof/test-service.ts'
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
