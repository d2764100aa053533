import { expect } from 'vitest'
import { Client, operations } from '../testing/client.ts'
import { everyStatus } from '../testing/every-status.ts'
import { expectRateLimit } from '../testing/expect-error.ts'
import { NOW, start } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const KEY = 'free-demo-key'
const NEXT_MINUTE = Date.UTC(2026, 0, 15, 10, 31)
const NEXT_DAY = Date.UTC(2026, 0, 16)

/** The figures of the document's table, and a key of each plan. */
const plans = [
  { key: 'free-demo-key', minute: 60, day: 1_000 },
  { key: 'pro-demo-key', minute: 300, day: 10_000 },
  { key: 'business-demo-key', minute: 1_000, day: 100_000 },
  { key: 'custom-key', minute: 7, day: 70 },
]
const keys = [{ key: 'custom-key', plan: 'enterprise', perMinute: 7, perDay: 70 }] as const

clauseFor(
  'LIMIT-1',
  everyStatus,
  ({ status, when }) => `the three headers stand on a ${status}, when ${when}`,
  async ({ status, ask }) => {
    const reply = await ask()
    expect(reply.status).toBe(status)
    expectRateLimit(reply)
  },
)

clauseFor(
  'LIMIT-2',
  plans.flatMap((plan) => operations.map((operation) => ({ ...plan, ...operation }))),
  ({ key, id, minute }) => `X-RateLimit-Limit of ${id} with ${key} is ${minute}, the plan's figure`,
  async ({ key, ask, minute }) => {
    await using mock = await start({ keys })
    expect((await ask(new Client(mock.baseUrl, key))).rateLimit.limit).toBe(minute)
  },
)

clauseFor(
  'LIMIT-2',
  plans,
  ({ key, day }) => `X-RateLimit-Limit with ${key} is ${day} when the day has the fewest left`,
  async ({ key, day }) => {
    await using mock = await start({ keys })
    mock.keys.setRemaining(key, { day: 3 })
    const { rateLimit, reset } = await new Client(mock.baseUrl, key).list()
    expect(rateLimit).toMatchObject({ limit: day, remaining: 2 })
    expect(reset).toBe(NEXT_DAY)
  },
)

clause(
  'LIMIT-3',
  'X-RateLimit-Remaining falls by one with each request, down to 0 and no further',
  async () => {
    await using mock = await start()
    const client = new Client(mock.baseUrl, KEY)
    for (let left = 59; left >= 0; left -= 1) {
      const { ask } = operations[left % operations.length] ?? { ask: () => client.list() }
      expect((await ask(client)).rateLimit).toMatchObject({ limit: 60, remaining: left })
    }
    expect((await client.list()).rateLimit).toMatchObject({ limit: 60, remaining: 0 })
  },
)

clauseFor(
  'LIMIT-3',
  [
    { fact: 'an invalid body', ask: (client: Client) => client.create('{}') },
    { fact: 'an unknown pet', ask: (client: Client) => client.get(404) },
    { fact: 'a wrong method', ask: (client: Client) => client.send('PUT', '/pets') },
    { fact: 'HEAD', ask: (client: Client) => client.send('HEAD', '/pets') },
  ],
  ({ fact }) => `X-RateLimit-Remaining falls by one with ${fact}`,
  async ({ ask }) => {
    await using mock = await start()
    const client = new Client(mock.baseUrl, KEY)
    expect((await client.list()).rateLimit.remaining).toBe(59)
    expect((await ask(client)).rateLimit.remaining).toBe(58)
    expect((await client.list()).rateLimit.remaining).toBe(57)
  },
)

clauseFor(
  'LIMIT-4',
  operations,
  ({ id }) => `X-RateLimit-Reset of ${id} is the Unix time in seconds at which the minute ends`,
  async ({ ask }) => {
    await using mock = await start()
    const reply = await ask(new Client(mock.baseUrl, KEY))
    expect(reply.header('X-RateLimit-Reset')).toMatch(/^\d{10}$/)
    expect(reply.reset).toBe(NEXT_MINUTE)
    expect(reply.reset).toBeGreaterThan(Date.parse(reply.header('Date')))
  },
)

clauseFor(
  'LIMIT-4',
  [0, 1, 500, 999],
  (fraction) =>
    `X-RateLimit-Reset is the end of a window that a request opened ${fraction} ms after a full second`,
  async (fraction) => {
    const choices = { 'window-alignment': 'first-request' } as const
    await using mock = await start({ choices, time: () => NOW + fraction })
    const client = new Client(mock.baseUrl, KEY)
    const { reset } = await client.list()
    expect(reset).toBe(NOW + 60_000)
    mock.clock.advance({ seconds: 59 })
    expect((await client.list()).reset).toBe(reset)
    mock.clock.advance({ seconds: 1 })
    expect((await client.list()).reset).toBe(NOW + 120_000)
  },
)

clause('LIMIT-4', 'X-RateLimit-Reset stays the same until then', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  for (let second = 0; second < 40; second += 13) {
    expect((await client.list()).reset).toBe(NEXT_MINUTE)
    mock.clock.advance({ seconds: 13 })
  }
  expect((await client.list()).reset).toBe(NEXT_MINUTE + 60_000)
})
