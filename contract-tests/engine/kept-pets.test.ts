import { expect, test } from 'vitest'
import { PLAIN, settingsFor, testService } from '../../lab/proof/test-service.ts'
import { serviceRequest } from '../../lab/proof/violations/service.ts'
import { findingsOf } from '../report/model/findings.ts'
import { runSuite } from '../suite.ts'
import { functionTransport } from './transport.ts'

test('a breach that adds pets is repeated, though the run adds as many as it may', async () => {
  const { service, control } = await testService(
    (healthy) => (request) =>
      healthy({ ...request, body: request.body?.replace('"status":"SOLD"', '"status":"sold"') }),
    { begins: PLAIN.begins, mock: { pets: 60 } },
  )
  const transport = functionTransport((request) => service(serviceRequest(request)))
  const keys = { key: 'free-demo-key', secondKey: 'free-demo-key-2' }
  const settings = settingsFor({
    ...keys,
    baseUrl: 'http://pets.test/v1',
    verifyRepeats: true,
    maxCreated: 30,
  })
  const newConnections = () => ({ transport, close: () => undefined })
  const report = await runSuite(settings, { transport, newConnections, control })
  expect(report.created.length).toBeLessThanOrEqual(30)
  const { tried } = findingsOf(report, 'broken').find(({ clause: { id } }) => id === 'CREATE-4') ?? {}
  expect(tried).toMatch(/^the curl line showed it again/)
})
