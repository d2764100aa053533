import { expect, test } from 'vitest'
import { Client } from '../testing/client.ts'
import { expectRefusal, expectHealthy } from '../testing/expect-error.ts'
import { start } from '../testing/start.ts'
import { talk } from '../testing/talk.ts'
import { badBodies, lawfulBodies } from './bodies.cases.ts'
import { badRequests } from './requests.cases.ts'
import { badTargets } from './targets.cases.ts'

test.for([...badRequests, ...badTargets, ...badBodies])(
  '$fact: a clear reply, and the mock stays healthy',
  async ({ says, lawful, adds = 0 }) => {
    await using mock = await start()
    const { replies, closed } = await talk(mock.port, says)
    const [reply] = replies
    if (reply) expectRefusal(reply, lawful)
    else expect([closed, lawful]).toEqual([true, []])
    expect('polluted' in {}).toBe(false)
    await expectHealthy(mock, 100 + adds)
  },
)

test.for(lawfulBodies)('a body with $fact is returned as it is stored', async ({ body }) => {
  await using mock = await start()
  const { status, text, pet } = await new Client(mock.baseUrl, 'free-demo-key').create(body)
  expect(status, text).toBe(201)
  expect(Object.keys(pet)).toEqual(['id', 'name', 'categoryId', 'status'])
})

test.for(lawfulBodies)(
  'a body with $fact is also accepted if unknown fields are stored',
  async ({ body }) => {
    await using mock = await start({ choices: { 'unknown-body-field': 'kept' } })
    const client = new Client(mock.baseUrl, 'free-demo-key')
    const created = await client.create(body)
    expect(created.status, created.text.slice(0, 200)).toBe(201)
    expect((await client.get(101)).text).toBe(created.text)
    expect('polluted' in {}).toBe(false)
  },
)
