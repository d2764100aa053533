import { expect, test } from 'vitest'
import { settingsFor, testService } from '../lab/proof/test-service.ts'
import type { Clock } from './engine/service-time.ts'
import type { Transport } from './engine/transport.ts'
import { runSuite } from './suite.ts'

const ONE_WAY_MS = 50

test.for([
  ['business', 10],
  ['business', 45],
  ['business', 49],
  ['pro', 49],
] as const)('a run with a %s key that begins at second %i leaves nothing out', async ([plan, second]) => {
  let now = Date.parse('2030-01-01T12:00:00Z') + second * 1000
  const keys = [{ key: 'larger-key', plan }]
  const service = await testService((healthy) => healthy, { mock: { time: () => now, pets: 50, keys } })
  const transport: Transport = async (request) => {
    now += ONE_WAY_MS
    const reply = await service.transport(request)
    now += ONE_WAY_MS
    return reply
  }
  const clock: Clock = { now: () => now, sleep: () => Promise.reject(new Error('it waits')) }
  const given = { baseUrl: 'http://pets.test/v1', key: 'larger-key', plan, exhaust: false, ban: false }
  const { leftOut } = await runSuite(settingsFor(given), { transport, clock })
  expect(leftOut).toEqual([])
})
