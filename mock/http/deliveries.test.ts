import { Agent } from 'node:http'
import { expect, test } from 'vitest'
import type { Mock } from '../mock.ts'
import { Client, exchange } from './testing/client.ts'
import { start } from './testing/start.ts'

const KEY = 'free-demo-key'

/** A service whose key has nothing left, and connections to it that are opened when they are first used. */
async function setUp() {
  const mock = await start()
  mock.keys.setRemaining(KEY, { minute: 0 })
  const headers = { Authorization: `Bearer ${KEY}` }
  const url = `${mock.baseUrl}/pets`
  const connection = (keepAlive = true) => {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    return {
      list: async () => (await exchange('GET', url, { headers, agent })).status,
      end: () => {
        agent.destroy()
      },
    }
  }
  return { mock, connection }
}

/** Resolves when the service has read all that had reached it: a request of another key, sent later, is answered. */
async function everythingRead(mock: Mock): Promise<void> {
  const other = new Client(mock.baseUrl, 'pro-demo-key')
  for (let turn = 0; turn < 3; turn += 1) await other.list()
}

test('a request by another connection may have crossed the refusal; the next one by it has not', async () => {
  const { mock, connection } = await setUp()
  const [one, other] = [connection(), connection()]
  expect([await one.list(), await other.list()]).toEqual([429, 429])
  expect(mock.report(KEY)).toMatchObject({ refused: 2, inFlight: 1, earlyRetries: 0 })
  expect(await other.list()).toBe(429)
  expect(mock.report(KEY)).toMatchObject({ refused: 3, inFlight: 1, earlyRetries: 1 })
  one.end()
  other.end()
  await mock.stop()
})

test.for([{ keepAlive: true }, { keepAlive: false }])(
  'a connection that was opened after the refused one was closed brings early requests, kept alive: $keepAlive',
  async ({ keepAlive }) => {
    const { mock, connection } = await setUp()
    const one = connection(keepAlive)
    expect(await one.list()).toBe(429)
    one.end()
    await everythingRead(mock)
    const other = connection()
    expect(await other.list()).toBe(429)
    expect(mock.report(KEY)).toMatchObject({ refused: 2, inFlight: 0, earlyRetries: 1 })
    other.end()
    await mock.stop()
  },
)

test('thirty refusals that are pipelined were all in flight: they earn no ban', async () => {
  await using mock = await start()
  mock.keys.setRemaining(KEY, { minute: 0 })
  const client = new Client(mock.baseUrl, KEY)
  await client.listTimes(30)
  expect(mock.report(KEY)).toMatchObject({ refused: 30, inFlight: 29, earlyRetries: 0, bans: 0 })
})

test('thirty requests at once earn no ban; a client that goes on has one', async () => {
  const { mock, connection } = await setUp()
  const thirty = Array.from({ length: 30 }, () => connection())
  await Promise.all(thirty.map(({ list }) => list()))
  expect(mock.report(KEY)).toMatchObject({ refused: 30, inFlight: 29, earlyRetries: 0, bans: 0 })
  expect(await thirty[0]?.list()).toBe(429)
  expect(mock.report(KEY)).toMatchObject({ earlyRetries: 1, bans: 1 })
  for (const one of thirty) one.end()
  await mock.stop()
})

test('a retry right after a 429 is early or in flight, whichever connection fetch takes for it', async () => {
  await using mock = await start()
  mock.keys.setRemaining(KEY, { minute: 1 })
  const headers = { Authorization: `Bearer ${KEY}` }
  const list = async (): Promise<number> => {
    const response = await fetch(`${mock.baseUrl}/pets`, { headers })
    await response.arrayBuffer()
    return response.status
  }
  expect([await list(), await list(), await list()]).toEqual([200, 429, 429])
  const { earlyRetries, inFlight } = mock.report(KEY)
  expect(earlyRetries + inFlight).toBe(1)
})
