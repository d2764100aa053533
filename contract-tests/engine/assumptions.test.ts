import { expect, test } from 'vitest'
import { onReply } from '../../lab/proof/violations/mutate.ts'

import { settingsFor, testService } from '../../lab/proof/test-service.ts'
import { runSuite } from '../suite.ts'

const HOURS_MS = 2 * 3_600_000

test('where the clocks of service and client do not agree, what rests on that is not verified', async () => {
  const later = onReply(
    () => true,
    (reply) => {
      const { date = '', 'x-ratelimit-reset': reset = '' } = reply.headers
      const headers = {
        ...reply.headers,
        date: new Date(Date.parse(date) + HOURS_MS).toUTCString(),
        // The end of a window by Date would show the clock of the service.
        'x-ratelimit-reset': String(Number(reset) + (2 * HOURS_MS) / 1000),
      }
      return { ...reply, headers }
    },
  )
  const choices = { 'reported-window': 'day', 'window-alignment': 'first-request' } as const
  const { transport } = await testService(later, { mock: { pets: 60, choices } })
  const addresses = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key' }
  const settings = settingsFor({ ...addresses, exhaust: false, ban: false, maxWait: 0 })
  const report = await runSuite(settings, { transport })
  expect(report.assumptions?.at(-1)?.contradictedBy.length).toBeGreaterThan(0)
  expect(report.clauses.find(({ id }) => id === 'LIMIT-4')?.verdict).toBe('not verified')
})

test('a Reset in milliseconds is wrong whatever the clocks', async () => {
  const inMilliseconds = onReply(
    () => true,
    (reply) => {
      const { date = '', 'x-ratelimit-reset': reset = '' } = reply.headers
      const headers = {
        date: new Date(Date.parse(date) + HOURS_MS).toUTCString(),
        'x-ratelimit-reset': `${reset}000`,
      }
      return { ...reply, headers: { ...reply.headers, ...headers } }
    },
  )
  const { transport } = await testService(inMilliseconds, { mock: { pets: 60 } })
  const addresses = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key' }
  const settings = settingsFor({ ...addresses, exhaust: false, ban: false, maxWait: 0 })
  const report = await runSuite(settings, { transport })
  expect(report.clauses.find(({ id }) => id === 'LIMIT-4')?.verdict).toBe('broken')
})
