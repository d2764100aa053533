import { env } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe } from 'vitest'
import { noRedis, type RedisServer } from '../../../../lab/cluster/redis-server.ts'
import { Memory } from '../../../core/memory/memory.ts'
import { openRedis, type OpenStore } from '../open-redis.ts'

if (noRedis !== undefined) {
  // Where everything is to be tested, nothing may be left out in silence.
  if (env['NEEDS_REDIS'] !== undefined) throw new Error(noRedis)
  console.warn(`SKIPPED: the store in Redis has not been tested. ${noRedis}`)
}

/** Tests that need a Redis, which are left out where none is installed. */
export const describeWithRedis = noRedis === undefined ? describe : describe.skip

let lastPrefix = 0

/** An address in a Redis with a prefix that no other test uses. */
export function newAddress({ address }: Pick<RedisServer, 'address'>): string {
  lastPrefix += 1
  return `${address}?prefix=test-${lastPrefix}`
}

/** Opens the store at an address, as an instance does. */
export function openStore(address: string): Promise<OpenStore> {
  return openRedis(address, new Memory())
}

/** Asks until the answer is yes. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}
