import { expect } from 'vitest'
import { Client } from '../testing/client.ts'
import { start } from '../testing/start.ts'
import { clause } from './clause.ts'

const KEY = 'free-demo-key'

clause('LIMIT-12', 'ten refusals earn a ban that outlasts the minute, and ends', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  expect((await client.listTimes(60)).status).toBe(200)
  for (let refused = 0; refused < 9; refused += 1) expect((await client.list()).retryAfter).toBe(40)
  const banning = await client.list()
  expect([banning.status, banning.retryAfter]).toEqual([429, 120])
  mock.clock.advance({ seconds: 119 })
  const banned = await client.list()
  expect([banned.status, banned.error.code, banned.retryAfter]).toEqual([429, 'api_key_banned', 1])
  mock.clock.advance({ seconds: 1 })
  const served = await client.list()
  expect([served.status, served.rateLimit.remaining]).toEqual([200, 59])
})

clause('LIMIT-12', 'asking during a ban does not make it longer', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  mock.keys.ban(KEY, 100)
  for (let left = 100; left > 0; left -= 10) {
    expect((await client.list()).retryAfter).toBe(left)
    mock.clock.advance({ seconds: 10 })
  }
  expect((await client.list()).status).toBe(200)
})

clause('LIMIT-12', 'refusals of different minutes do not add up to a ban', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  for (let minute = 0; minute < 3; minute += 1) {
    mock.keys.setRemaining(KEY, { minute: 0 })
    expect((await client.listTimes(9)).status).toBe(429)
    mock.clock.advance({ minutes: 1 })
    expect((await client.list()).status).toBe(200)
  }
  expect(mock.report(KEY).bans).toBe(0)
})
