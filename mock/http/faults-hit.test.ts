import { expect, test } from 'vitest'
import type { FaultSpec } from '../core/faults/faults.ts'
import { Client, operations } from './testing/client.ts'
import { startAwake } from './testing/start.ts'

const KEY = 'pro-demo-key'
const BROKEN: FaultSpec = { effect: { kind: 'status', status: 503 } }

async function statuses(client: Client, times: number): Promise<readonly number[]> {
  const found: number[] = []
  for (let time = 0; time < times; time += 1) found.push((await client.list('?limit=1')).status)
  return found
}

test('faults hit only the operation that is named', async () => {
  const { mock, client } = await startAwake({ faults: [{ ...BROKEN, operation: 'getPet' }] })
  await using _ = mock
  for (const { id, success, ask } of operations) {
    expect((await ask(client)).status, id).toBe(id === 'getPet' ? 503 : success)
  }
})

test('faults hit only the key that is named', async () => {
  const { mock, client } = await startAwake({ faults: [{ ...BROKEN, key: KEY }] })
  await using _ = mock
  expect((await client.list()).status).toBe(503)
  expect((await new Client(mock.baseUrl, 'business-demo-key').list()).status).toBe(200)
})

test('faults hit with a probability, in a pattern that the seed decides', async () => {
  const patterns: (readonly number[])[] = []
  for (const seed of [1, 1, 2]) {
    const { mock, client } = await startAwake({ seed, faults: [{ ...BROKEN, probability: 0.3 }] })
    await using _ = mock
    patterns.push(await statuses(client, 60))
  }
  const [one = [], same, other] = patterns
  expect(one).toEqual(same)
  expect(one).not.toEqual(other)
  const hits = one.filter((status) => status === 503).length
  expect(hits).toBeGreaterThan(8)
  expect(hits).toBeLessThan(30)
})

test.for([
  { probability: 0, found: [200, 200, 200] },
  { probability: 1, found: [503, 503, 503] },
])('a probability of $probability is certainty', async ({ probability, found }) => {
  const { mock, client } = await startAwake({ faults: [{ ...BROKEN, probability }] })
  await using _ = mock
  expect(await statuses(client, 3)).toEqual(found)
})

test('faults hit so many times, and then never again', async () => {
  const { mock, client } = await startAwake({ faults: [{ ...BROKEN, times: 2 }] })
  await using _ = mock
  expect(await statuses(client, 4)).toEqual([503, 503, 200, 200])
  expect(mock.faults.list()).toEqual([])
})

test('faults hit for so many seconds of the world, and then never again', async () => {
  const { mock, client } = await startAwake()
  await using _ = mock
  mock.faults.add({ ...BROKEN, seconds: 30 })
  mock.clock.advance({ seconds: 29.999 })
  expect((await client.list()).status).toBe(503)
  mock.clock.advance({ seconds: 0.001 })
  expect((await client.list()).status).toBe(200)
  mock.clock.set(mock.clock.read().now - 1000)
  expect((await client.list()).status).toBe(200)
})

test('only the third matching request is hit', async () => {
  const { mock, client } = await startAwake()
  await using _ = mock
  mock.faults.add({ ...BROKEN, operation: 'listPets', after: 2, times: 1 })
  const statuses: number[] = []
  for (let sent = 0; sent < 5; sent += 1) {
    await client.get(1)
    statuses.push((await client.list()).status)
  }
  expect(statuses).toEqual([200, 200, 503, 200, 200])
})

test('of two faults that change the reply the first one counts, until it is removed', async () => {
  const { mock, client } = await startAwake()
  await using _ = mock
  const { id } = mock.faults.add(BROKEN)
  mock.faults.add({ effect: { kind: 'status', status: 500 } })
  expect((await client.list()).status).toBe(503)
  mock.faults.remove(id)
  expect((await client.list()).status).toBe(500)
  mock.faults.clear()
  expect((await client.list()).status).toBe(200)
})

test('a reset restores the initial faults, with their times and pattern', async () => {
  const faults = [{ ...BROKEN, probability: 0.5, times: 3 }]
  const { mock, client } = await startAwake({ faults })
  await using _ = mock
  const before = await statuses(client, 20)
  mock.faults.add(BROKEN)
  mock.reset()
  expect(await statuses(client, 20)).toEqual(before)
})
