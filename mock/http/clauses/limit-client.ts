import { expect } from 'vitest'
import type { Mock } from '../../mock.ts'
import { Client } from '../testing/client.ts'
import { start, startOn } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const KEY = 'free-demo-key'

/** Exceeds the limit and retries after each of these waits, in seconds. Returns the client report. */
async function retryAfter(mock: Mock, waits: readonly number[]): Promise<ReturnType<Mock['report']>> {
  const client = new Client(mock.baseUrl, KEY)
  mock.keys.setRemaining(KEY, { day: 0 })
  await client.list()
  for (const seconds of waits) {
    mock.clock.advance({ seconds })
    await client.list()
  }
  return mock.report(KEY)
}

clauseFor(
  'LIMIT-14',
  [
    { wait: 0, early: 1 },
    { wait: 39, early: 1 },
    { wait: 40, early: 0 },
    { wait: 41, early: 0 },
  ],
  ({ wait, early }) =>
    `the client report counts ${early} early retries of a client that waits ${wait} s of 40`,
  async ({ wait, early }) => {
    await using mock = await start()
    const client = new Client(mock.baseUrl, KEY)
    mock.keys.setRemaining(KEY, { minute: 0 })
    expect((await client.list()).retryAfter).toBe(40)
    mock.clock.advance({ seconds: wait })
    await client.list()
    expect(mock.report(KEY)).toMatchObject({ requests: 2, earlyRetries: early })
  },
)

clause('LIMIT-14', 'the client report counts each 429 and each early retry', async () => {
  await using mock = await start()
  expect(await retryAfter(mock, [1, 1, 1])).toMatchObject({ requests: 4, refused: 4, earlyRetries: 3 })
})

clauseFor(
  'LIMIT-14',
  [{ left: 0 }, { left: 2 }, { left: 5 }],
  ({ left }) => `six requests at once with ${left} left are not early, and their retries at once are`,
  async ({ left }) => {
    await using mock = await startOn({})
    const client = new Client(mock.baseUrl, KEY)
    mock.keys.setRemaining(KEY, { minute: left })
    const six = Array.from({ length: 6 }, () => client.list())
    const refused = 6 - left
    expect((await Promise.all(six)).filter(({ status }) => status === 429)).toHaveLength(refused)
    expect(mock.report(KEY)).toMatchObject({ refused, inFlight: refused - 1, earlyRetries: 0 })
    await client.list()
    expect(mock.report(KEY)).toMatchObject({ inFlight: refused - 1, earlyRetries: 1 })
  },
)

clause('LIMIT-14', 'the client report counts the ban that early retries earned', async () => {
  await using mock = await start()
  expect(await retryAfter(mock, Array(12).fill(1) as number[])).toMatchObject({ refused: 13, bans: 1 })
})

clause('LIMIT-14', 'a client that never meets its limit has nothing to wait for', async () => {
  await using mock = await start()
  await new Client(mock.baseUrl, KEY).listTimes(5)
  expect(mock.report(KEY)).toMatchObject({ requests: 5, refused: 0, earlyRetries: 0, backoff: 'unknown' })
})

clauseFor(
  'LIMIT-15',
  [
    { waits: [], backoff: 'unknown' },
    { waits: [1], backoff: 'unknown' },
    { waits: [1, 2, 4, 8], backoff: 'growing' },
    { waits: [1, 2], backoff: 'growing' },
    { waits: [5, 5, 5], backoff: 'not-growing' },
    { waits: [8, 4, 2, 1], backoff: 'not-growing' },
    { waits: [0, 0], backoff: 'not-growing' },
  ],
  ({ waits, backoff }) => `waits of ${waits.join(', ') || 'nothing'} s are reported as ${backoff}`,
  async ({ waits, backoff }) => {
    await using mock = await start()
    expect((await retryAfter(mock, waits)).backoff).toBe(backoff)
  },
)
