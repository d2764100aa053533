import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { patienceFor, redisLink, type RedisClient } from './redis-link.ts'

test('a reply that is there once this process, which was held up, goes on is no late one', async () => {
  const client: RedisClient = {
    isReady: true,
    sendCommand: async () => {
      // It is written, comes, and is read.
      for (let turns = 0; turns < 3; turns += 1) await turn()
      return 'PONG'
    },
    destroy: () => undefined,
  }
  const reply = redisLink(client, () => Promise.resolve(client)).command('PING')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 750)
  expect(await reply).toBe('PONG')
})

test('a client knows within a second, and a start with a million pets has longer to be sent', () => {
  expect(patienceFor(['SET', 'pet', 'x'.repeat(100_000)])).toBe(610)
  expect(patienceFor(['SET', 'start', 'x'.repeat(50_000_000)])).toBe(5600)
})
