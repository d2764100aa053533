import { afterAll, beforeAll, expect, test } from 'vitest'
import { RedisServer } from '../../lab/cluster/redis-server.ts'
import { seedOf } from '../options.ts'
import { describeWithRedis, newAddress, openStore } from '../stores/redis/testing/with-redis.ts'
import { Leases } from './handlers/leases.ts'

describeWithRedis('a lease of a world that two mocks share', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(() => redis[Symbol.asyncDispose]())

  /** A mock's worlds and leases, with timers that expire on demand. */
  async function instance(address: string) {
    const { begin, close } = await openStore(address)
    const worlds = await begin(await seedOf({ pets: 1 }))
    const ticks = new Set<() => void>()
    const leases = new Leases(worlds, (_milliseconds, tick) => {
      ticks.add(tick)
      return () => ticks.delete(tick)
    })
    const runOut = (): void => {
      for (const tick of ticks) tick()
    }
    return { world: worlds.default, leases, ticks, runOut, close }
  }

  /** Two instances. The first has a lease, under which a key was added and the clock sped up. */
  async function two() {
    const address = newAddress(redis)
    const [one, other] = [await instance(address), await instance(address)]
    await one.leases.acquire(one.world, 'mine', { seconds: 20, keys: ['team'] })
    await one.world.keys.add({ key: 'team', plan: 'free' })
    await one.world.clock.speed(10)
    const state = async (): Promise<unknown> => [
      (await other.world.clock.read()).speed,
      await other.world.keys.has('team'),
    ]
    const close = (): void => {
      for (const { leases, close } of [one, other]) {
        leases.close()
        close()
      }
    }
    return { one, other, state, close }
  }

  test('can be renewed at one and ended at the other, and is over for both', async () => {
    const { one, other, state, close } = await two()
    await other.leases.acquire(other.world, 'mine', { seconds: 20, keys: ['team'] })
    await one.leases.end(one.world, 'mine')
    expect(await state()).toEqual([1, false])
    // The other still has a timer. When it expired, it once made the clock fast again.
    other.runOut()
    await expect(other.leases.end(other.world, 'mine')).rejects.toThrow('There is no lease mine')
    expect(await state()).toEqual([1, false])
    close()
  })

  test('lasts if it was renewed at the other, and lapses if it was renewed at neither', async () => {
    const { one, other, state, close } = await two()
    await other.leases.acquire(other.world, 'mine', { seconds: 20, keys: ['team'] })
    const [before] = one.ticks
    one.runOut()
    await expect.poll(() => [...one.ticks]).toEqual([expect.not.toSatisfy((tick) => tick === before)])
    expect(await state()).toEqual([10, true])
    one.runOut()
    await expect.poll(state).toEqual([1, false])
    close()
  })

  test('lapses when Redis is back after an outage', async () => {
    const { one, state, close } = await two()
    redis.signal('SIGSTOP')
    one.runOut()
    await expect.poll(() => one.ticks.size).toBe(1)
    redis.signal('SIGCONT')
    await expect
      .poll(() => {
        one.runOut()
        return state().catch(() => 'gone')
      })
      .toEqual([1, false])
    close()
  })
})
