import { expect } from 'vitest'
import { Client } from '../testing/client.ts'
import { expectError } from '../testing/expect-error.ts'
import { start } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const NEXT_MINUTE = Date.UTC(2026, 0, 15, 10, 31)
const NEXT_DAY = Date.UTC(2026, 0, 16)

/** The figures of the document's table, and a key of each plan. */
const plans = [
  { plan: 'Free', key: 'free-demo-key', minute: 60, day: 1_000 },
  { plan: 'Pro', key: 'pro-demo-key', minute: 300, day: 10_000 },
  { plan: 'Business', key: 'business-demo-key', minute: 1_000, day: 100_000 },
  { plan: 'Enterprise', key: 'custom-key', minute: 7, day: 70 },
]
const keys = [{ key: 'custom-key', plan: 'enterprise', perMinute: 7, perDay: 70 }] as const

clauseFor(
  'LIMIT-5',
  plans,
  ({ plan, minute }) => `${plan} is served ${minute} requests in a minute, and no more`,
  async ({ key, minute }) => {
    await using mock = await start({ keys })
    const client = new Client(mock.baseUrl, key)
    expect((await client.listTimes(minute)).rateLimit).toMatchObject({ limit: minute, remaining: 0 })
    expect(mock.report(key)).toMatchObject({ requests: minute, refused: 0 })
    const refused = await client.list()
    expectError(refused, 429)
    expect(refused.reset).toBe(NEXT_MINUTE)
  },
)

clauseFor(
  'LIMIT-5',
  plans,
  ({ plan, minute }) => `${plan} is served ${minute} requests again in the next minute`,
  async ({ key, minute }) => {
    await using mock = await start({ keys })
    const client = new Client(mock.baseUrl, key)
    mock.keys.setRemaining(key, { minute: 0 })
    expectError(await client.list(), 429)
    mock.clock.advance({ minutes: 1 })
    expect((await client.list()).rateLimit).toMatchObject({ limit: minute, remaining: minute - 1 })
  },
)

clause('LIMIT-6', 'Free is served 1,000 requests in a day, and no more', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, 'free-demo-key')
  for (let minute = 0; minute < 16; minute += 1) {
    expect((await client.listTimes(60)).status).toBe(200)
    mock.clock.advance({ minutes: 1 })
  }
  const last = await client.listTimes(40)
  expect([last.status, last.rateLimit.limit, last.rateLimit.remaining]).toEqual([200, 1_000, 0])
  expect(mock.report('free-demo-key')).toMatchObject({ requests: 1_000, refused: 0 })
  mock.clock.advance({ hours: 1 })
  const refused = await client.list()
  expectError(refused, 429)
  expect(refused.rateLimit).toMatchObject({ limit: 1_000, remaining: 0 })
  expect(refused.reset).toBe(NEXT_DAY)
})

clauseFor(
  'LIMIT-6',
  plans,
  ({ plan, day }) => `${plan} is refused when ${day} requests are spent, until the day ends`,
  async ({ key, day, minute }) => {
    await using mock = await start({ keys })
    const client = new Client(mock.baseUrl, key)
    mock.keys.setRemaining(key, { day: 3 })
    expect((await client.listTimes(3)).rateLimit).toMatchObject({ limit: day, remaining: 0 })
    mock.clock.advance({ minutes: 5 })
    const refused = await client.list()
    expectError(refused, 429)
    expect([refused.rateLimit.limit, refused.reset]).toEqual([day, NEXT_DAY])
    mock.clock.set(NEXT_DAY - 1)
    expectError(await client.list(), 429)
    mock.clock.set(NEXT_DAY)
    expect((await client.list()).rateLimit).toMatchObject({ limit: minute, remaining: minute - 1 })
    expect(mock.keys.get(key).windows.day.remaining).toBe(day - 1)
  },
)

clause('LIMIT-6', 'a request that the minute refuses is not charged to the day', async () => {
  await using mock = await start({ choices: { ban: 'none' } })
  const client = new Client(mock.baseUrl, 'free-demo-key')
  await client.listTimes(100)
  expect(mock.keys.get('free-demo-key').windows.day.remaining).toBe(940)
})

clause('LIMIT-11', "one key's requests are not charged to another of the same plan", async () => {
  await using mock = await start()
  const other = new Client(mock.baseUrl, 'free-demo-key-2')
  expectError(await new Client(mock.baseUrl, 'free-demo-key').listTimes(61), 429)
  expect((await other.list()).rateLimit.remaining).toBe(59)
})

clauseFor(
  'LIMIT-11',
  [undefined, 'no-such-key', 'free-demo-key-'],
  (key) => `requests with the invalid key ${key ?? '(none)'} are charged to no key`,
  async (key) => {
    await using mock = await start()
    expectError(await new Client(mock.baseUrl, key).listTimes(61), 429)
    for (const { windows, report } of mock.keys.list()) {
      expect(windows.minute.remaining).toBe(windows.minute.limit)
      expect(report.requests).toBe(0)
    }
    expect((await new Client(mock.baseUrl, 'free-demo-key').list()).rateLimit.remaining).toBe(59)
  },
)

clause('LIMIT-11', 'a ban of one key does not touch another', async () => {
  await using mock = await start()
  mock.keys.ban('free-demo-key', 600)
  expectError(await new Client(mock.baseUrl, 'free-demo-key').list(), 429)
  expect((await new Client(mock.baseUrl, 'free-demo-key-2').list()).status).toBe(200)
})
