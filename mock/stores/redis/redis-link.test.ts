import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { patienceFor, redisLink } from './redis-link.ts'
import { singleRoute, type RedisClient } from './routes.ts'

test('a reply that arrived while this process was blocked is not late', async () => {
  const client: RedisClient = {
    isReady: true,
    sendCommand: async () => {
      // It is written, comes, and is read.
      for (let turns = 0; turns < 3; turns += 1) await turn()
      return 'PONG'
    },
    destroy: () => undefined,
  }
  const reply = redisLink(singleRoute(client, () => Promise.resolve(client))).command('PING')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 750)
  expect(await reply).toBe('PONG')
})

test('a request fails within a second, and a start with a million pets has more time', () => {
  expect(patienceFor(['SET', 'pet', 'x'.repeat(100_000)])).toBe(610)
  expect(patienceFor(['SET', 'start', 'x'.repeat(50_000_000)])).toBe(5600)
})
