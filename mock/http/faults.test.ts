import { describe, expect, test } from 'vitest'
import type { FaultSpec } from '../core/faults.ts'
import type { MockOptions } from '../index.ts'
import type { Mock } from '../mock.ts'
import { Client } from './testing/client.ts'
import { expectError, expectRateLimit } from './testing/expect-error.ts'
import { operations } from './testing/operations.ts'
import { startOn } from './testing/start.ts'
import { talk } from './testing/talk.ts'

const KEY = 'pro-demo-key'
const BROKEN: FaultSpec = { effect: { kind: 'status', status: 503 } }

/** A mock that notes how long it would have slept, and does not. */
async function startAwake(options?: MockOptions): Promise<{ mock: Mock; client: Client; slept: number[] }> {
  const slept: number[] = []
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds)
    return Promise.resolve()
  }
  const mock = await startOn({ sleep }, options)
  return { mock, client: new Client(mock.baseUrl, KEY), slept }
}

async function statuses(client: Client, times: number): Promise<readonly number[]> {
  const found: number[] = []
  for (let time = 0; time < times; time += 1) found.push((await client.list('?limit=1')).status)
  return found
}

function get(path: string): string {
  return `GET /v1${path} HTTP/1.1\r\nHost: petstore.test\r\nAuthorization: Bearer ${KEY}\r\n\r\n`
}

describe('delay', () => {
  test('a fixed delay comes before the reply, which is whole', async () => {
    const { mock, client, slept } = await startAwake({
      faults: [{ effect: { kind: 'delay', from: 70, to: 70 } }],
    })
    await using _ = mock
    const answer = await client.list()
    expect([answer.status, answer.pets.length]).toEqual([200, 20])
    expect(slept).toEqual([70])
  })

  test('a delay within bounds varies, the same way for the same seed', async () => {
    const runs: number[][] = []
    for (const seed of [5, 5, 6]) {
      const faults = [{ effect: { kind: 'delay', from: 100, to: 200 } }] as const
      const { mock, client, slept } = await startAwake({ seed, faults })
      await using _ = mock
      await statuses(client, 20)
      runs.push(slept)
    }
    expect(runs[0]).toEqual(runs[1])
    expect(runs[0]).not.toEqual(runs[2])
    expect(new Set(runs[0]).size).toBeGreaterThan(5)
    for (const milliseconds of runs.flat()) {
      expect(milliseconds).toBeGreaterThanOrEqual(100)
      expect(milliseconds).toBeLessThanOrEqual(200)
    }
  })

  test('delays add up, and another fault strikes besides', async () => {
    const { mock, client, slept } = await startAwake()
    await using _ = mock
    for (const milliseconds of [10, 5])
      mock.faults.add({ effect: { kind: 'delay', from: milliseconds, to: milliseconds } })
    mock.faults.add(BROKEN)
    expect((await client.list()).status).toBe(503)
    expect(slept).toEqual([15])
  })
})

describe('status', () => {
  test.for([400, 418, 500, 502, 503, 599])('%i is answered in the place of acting', async (status) => {
    const { mock, client } = await startAwake({ faults: [{ effect: { kind: 'status', status } }] })
    await using _ = mock
    for (const { ask } of operations) {
      const answer = await ask(client)
      expectError(answer, status)
      expectRateLimit(answer)
    }
    expect(mock.world.pets).toBe(100)
  })

  test('a key that is invalid is told so all the same', async () => {
    const { mock } = await startAwake({ faults: [BROKEN] })
    await using _ = mock
    expectError(await new Client(mock.baseUrl).list(), 401)
  })
})

describe('cut', () => {
  test('before the reply nothing comes, though the service has acted', async () => {
    const { mock, client } = await startAwake({ faults: [{ effect: { kind: 'cut', at: 'before-reply' } }] })
    await using _ = mock
    expect(await talk(mock.port, get('/pets'))).toEqual({ replies: [], closed: true, text: '' })
    await expect(client.create()).rejects.toThrow('fetch failed')
    expect(mock.world.pets).toBe(101)
  })

  test('in the middle of the body its first half comes', async () => {
    const { mock, client } = await startAwake({ faults: [{ effect: { kind: 'cut', at: 'mid-body' } }] })
    await using _ = mock
    const { text, closed, replies } = await talk(mock.port, get('/pets/1'))
    const [head = '', body = ''] = text.split('\r\n\r\n')
    const length = Number(/^Content-Length: (\d+)$/im.exec(head)?.[1])
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(body).toHaveLength(Math.floor(length / 2))
    expect([replies, closed]).toEqual([[], true])
    await expect(client.list()).rejects.toThrow('terminated')
  })
})

describe('not-json', () => {
  test.for(operations)(
    '$id answers an HTML page in the place of JSON, and has acted',
    async ({ id, ask, success }) => {
      const { mock, client } = await startAwake({ faults: [{ effect: { kind: 'not-json' } }] })
      await using _ = mock
      const answer = await ask(client)
      expect([answer.status, answer.header('Content-Type')]).toEqual([success, 'text/html'])
      expect(answer.text).toMatch(/^<!doctype html>/)
      expect(() => JSON.parse(answer.text) as unknown).toThrow(SyntaxError)
      expectRateLimit(answer)
      expect(mock.world.pets).toBe(id === 'createPet' ? 101 : 100)
    },
  )
})

describe('trickle', () => {
  test('the body comes in drops, spread over the time, and is whole', async () => {
    const { mock, client, slept } = await startAwake()
    await using _ = mock
    const healthy = await client.list()
    mock.faults.add({ effect: { kind: 'trickle', over: 4_000 } })
    expect((await client.list()).text).toBe(healthy.text)
    expect(slept.length).toBeGreaterThan(10)
    expect(slept.reduce((sum, milliseconds) => sum + milliseconds)).toBeCloseTo(4_000)
  })
})

describe('when faults strike', () => {
  test('only the operation that is named', async () => {
    const { mock, client } = await startAwake({ faults: [{ ...BROKEN, operation: 'getPet' }] })
    await using _ = mock
    const found = await Promise.all(operations.map(async ({ id, ask }) => [id, (await ask(client)).status]))
    expect(found).toEqual([
      ['listPets', 200],
      ['createPet', 201],
      ['getPet', 503],
    ])
  })

  test('only the key that is named', async () => {
    const { mock, client } = await startAwake({ faults: [{ ...BROKEN, key: KEY }] })
    await using _ = mock
    expect((await client.list()).status).toBe(503)
    expect((await new Client(mock.baseUrl, 'business-demo-key').list()).status).toBe(200)
  })

  test('with a probability, in a pattern that the seed decides', async () => {
    const patterns: (readonly number[])[] = []
    for (const seed of [1, 1, 2]) {
      const { mock, client } = await startAwake({ seed, faults: [{ ...BROKEN, probability: 0.3 }] })
      await using _ = mock
      patterns.push(await statuses(client, 100))
    }
    const [one = [], same, other] = patterns
    expect(one).toEqual(same)
    expect(one).not.toEqual(other)
    const struck = one.filter((status) => status === 503).length
    expect(struck).toBeGreaterThan(15)
    expect(struck).toBeLessThan(45)
  })

  test.for([
    { probability: 0, found: [200, 200, 200] },
    { probability: 1, found: [503, 503, 503] },
  ])('a probability of $probability is certainty', async ({ probability, found }) => {
    const { mock, client } = await startAwake({ faults: [{ ...BROKEN, probability }] })
    await using _ = mock
    expect(await statuses(client, 3)).toEqual(found)
  })

  test('so many times, and then never again', async () => {
    const { mock, client } = await startAwake({ faults: [{ ...BROKEN, times: 2 }] })
    await using _ = mock
    expect(await statuses(client, 4)).toEqual([503, 503, 200, 200])
    expect(mock.faults.list()).toEqual([])
  })

  test('for so many seconds of the world, and then never again', async () => {
    const { mock, client } = await startAwake()
    await using _ = mock
    mock.faults.add({ ...BROKEN, seconds: 30 })
    mock.clock.advance({ seconds: 29.999 })
    expect((await client.list()).status).toBe(503)
    mock.clock.advance({ seconds: 0.001 })
    expect((await client.list()).status).toBe(200)
    mock.clock.advance({ seconds: -1 })
    expect((await client.list()).status).toBe(200)
  })

  test('of two that change the reply the first one counts, until it is removed', async () => {
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

  test('those of the beginning come back with a reset, times and pattern anew', async () => {
    const faults = [{ ...BROKEN, probability: 0.5, times: 3 }]
    const { mock, client } = await startAwake({ faults })
    await using _ = mock
    const before = await statuses(client, 20)
    mock.faults.add(BROKEN)
    mock.reset()
    expect(await statuses(client, 20)).toEqual(before)
  })
})
