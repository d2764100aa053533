import { describe, expect, test } from 'vitest'
import type { FaultSpec } from '../core/faults/faults.ts'
import { Client, operations } from './testing/client.ts'
import { expectError, expectRateLimit } from './testing/expect-error.ts'
import { startAwake } from './testing/start.ts'
import { talk } from './testing/talk.ts'

const KEY = 'pro-demo-key'
const BROKEN: FaultSpec = { effect: { kind: 'status', status: 503 } }

function get(path: string): string {
  return `GET /v1${path} HTTP/1.1\r\nHost: petstore.test\r\nAuthorization: Bearer ${KEY}\r\n\r\n`
}

describe('delay', () => {
  test('a constant delay precedes the complete reply', async () => {
    const { mock, client, slept } = await startAwake({
      faults: [{ effect: { kind: 'delay', from: 70, to: 70 } }],
    })
    await using _ = mock
    const reply = await client.list()
    expect([reply.status, reply.pets.length]).toEqual([200, 20])
    expect(slept).toEqual([70])
  })

  test('a delay within bounds varies, reproducibly by seed', async () => {
    const runs: (readonly number[])[] = []
    for (const seed of [5, 5, 6]) {
      const faults = [{ effect: { kind: 'delay', from: 100, to: 200 } }] as const
      const { mock, client, slept } = await startAwake({ seed, faults })
      await using _ = mock
      for (let sent = 0; sent < 20; sent += 1) await client.list('?limit=1')
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

  test('delays add up, and another fault hits as well', async () => {
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
  test.for([400, 418, 500, 502, 503, 599])('%i is answered instead of the operation', async (status) => {
    const { mock, client } = await startAwake({ faults: [{ effect: { kind: 'status', status } }] })
    await using _ = mock
    for (const { ask } of operations) {
      const reply = await ask(client)
      expectError(reply, status)
      expectRateLimit(reply)
    }
    expect(mock.world.pets.size).toBe(100)
  })

  test('a custom reply has any body and headers, which replace those of the same name', async () => {
    const { mock, client } = await startAwake()
    await using _ = mock
    const headers = { 'content-type': 'text/plain', 'Retry-After': '2', 'X-RateLimit-Remaining': 'many' }
    mock.faults.add({ effect: { kind: 'status', status: 429, body: 'später', headers } })
    const reply = await client.list()
    expect([reply.status, reply.text]).toEqual([429, 'später'])
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '7',
      'retry-after': '2',
      'x-ratelimit-remaining': 'many',
      'access-control-allow-origin': '*',
    })
    // It is not a refusal by the service, and it spends quota.
    expect(mock.report(KEY)).toMatchObject({ requests: 1, refused: 0 })
  })

  test.for([200, 202, 204, 304])('%i without a custom body is empty', async (status) => {
    const { mock, client } = await startAwake({ faults: [{ effect: { kind: 'status', status } }] })
    await using _ = mock
    const reply = await client.list()
    expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([status, '', null])
    expect(mock.pets.size).toBe(100)
  })

  test('an invalid key is still answered with 401', async () => {
    const { mock } = await startAwake({ faults: [BROKEN] })
    await using _ = mock
    expectError(await new Client(mock.baseUrl).list(), 401)
  })
})

describe('cut', () => {
  test('before the reply nothing is sent, although the operation was carried out', async () => {
    const { mock, client } = await startAwake({ faults: [{ effect: { kind: 'cut', at: 'before-reply' } }] })
    await using _ = mock
    expect(await talk(mock.port, get('/pets'))).toEqual({ replies: [], closed: true, text: '' })
    await expect(client.create()).rejects.toThrow('socket hang up')
    expect(mock.world.pets.size).toBe(101)
  })

  test('in the middle of the body its first half is sent', async () => {
    const { mock, client } = await startAwake({ faults: [{ effect: { kind: 'cut', at: 'mid-body' } }] })
    await using _ = mock
    const { text, closed, replies } = await talk(mock.port, get('/pets/1'))
    const [head = '', body = ''] = text.split('\r\n\r\n')
    const length = Number(/^Content-Length: (\d+)$/im.exec(head)?.[1])
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(body).toHaveLength(Math.floor(length / 2))
    expect([replies, closed]).toEqual([[], true])
    await expect(client.list()).rejects.toThrow('aborted')
  })
})

describe('not-json', () => {
  test.for(operations.filter(({ hasBody }) => hasBody))(
    '$id answers an HTML page in the place of JSON, and has acted',
    async ({ id, ask, success }) => {
      const { mock, client } = await startAwake({ faults: [{ effect: { kind: 'not-json' } }] })
      await using _ = mock
      const reply = await ask(client)
      expect([reply.status, reply.header('Content-Type')]).toEqual([success, 'text/html'])
      expect(reply.text).toMatch(/^<!doctype html>/)
      expect(() => JSON.parse(reply.text) as unknown).toThrow(SyntaxError)
      expectRateLimit(reply)
      expect(mock.world.pets.size).toBe(id === 'createPet' ? 101 : 100)
    },
  )
})

describe('trickle', () => {
  test('the complete body is sent in small parts over the given time', async () => {
    const { mock, client, slept } = await startAwake()
    await using _ = mock
    const healthy = await client.list()
    mock.faults.add({ effect: { kind: 'trickle', over: 4_000 } })
    expect((await client.list()).text).toBe(healthy.text)
    expect(slept.length).toBeGreaterThan(10)
    expect(slept.reduce((sum, milliseconds) => sum + milliseconds)).toBeCloseTo(4_000)
  })

  test('a body of two characters takes as long', async () => {
    const { mock, client, slept } = await startAwake({ pets: 0 })
    await using _ = mock
    mock.faults.add({ effect: { kind: 'trickle', over: 4_000 } })
    expect((await client.list()).text).toBe('[]')
    expect(slept).toEqual([4_000])
  })
})
