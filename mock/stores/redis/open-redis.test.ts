import { afterAll, beforeAll, expect, test } from 'vitest'
import { RedisServer } from '../../../cluster/redis-server.ts'
import { Memory } from '../../core/memory/memory.ts'
import { ask } from '../../core/testing/test-world.ts'
import { Worlds } from '../../core/world/worlds.ts'
import { startMock } from '../../index.ts'
import { seedOf } from '../../options.ts'
import type { RedisLink } from './redis-link.ts'
import { redisWorlds } from './redis-worlds.ts'
import { describeWithRedis, newAddress, openStore, until } from './testing/with-redis.ts'

describeWithRedis('a Redis', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(() => redis[Symbol.asyncDispose]())

  const prefixIn = (address: string): string => new URL(address).searchParams.get('prefix') ?? ''

  test.each([
    ['petstore-mock 0', 'a mock of another version (petstore-mock 0, and this one is petstore-mock 1)'],
    ['somebody', 'another program'],
  ])('whose prefix is used in the form %s is refused in one line', async (form, whose) => {
    const own = await openStore(newAddress(redis))
    const taken = newAddress(redis)
    await own.link.command('SET', `${prefixIn(taken)}:form`, form)
    own.close()
    await expect(openStore(taken)).rejects.toThrow(
      `${redis.address} has keys of ${whose} under the prefix ${prefixIn(taken)}: choose another, as ?prefix=NAME`,
    )
  })

  test('that stands still makes the mock unhealthy, and no longer', async () => {
    await using mock = await startMock({ port: 0, pets: 1, store: newAddress(redis) })
    const health = async (): Promise<number> => (await fetch(`${mock.origin}/_mock/health`)).status
    expect(await health()).toBe(200)
    redis.signal('SIGSTOP')
    const reply = await fetch(`${mock.origin}/_mock/health`)
    redis.signal('SIGCONT')
    expect([reply.status, await reply.json()]).toMatchObject([503, { status: 503 }])
    await until(async () => (await health()) === 200)
  })

  test('is asked twice for a read, and three times for a creation', async () => {
    const address = newAddress(redis)
    const { link, close } = await openStore(address)
    let [trips, isUnderWay] = [0, false]
    // What is asked in one turn of the event loop shares a round trip.
    const count = (): void => {
      if (isUnderWay) return
      isUnderWay = true
      trips += 1
      setImmediate(() => {
        isUnderWay = false
      })
    }
    const counted: RedisLink = {
      ...link,
      isReady: true,
      command: (...args) => {
        count()
        return link.command(...args)
      },
      run: (script, keys, args) => {
        // What happened is kept for others to read, which no reply waits for.
        if (script.text.includes('XADD')) return new Promise(() => undefined)
        count()
        return link.run(script, keys, args)
      },
    }
    const worlds = await Worlds.begin(
      await seedOf({ pets: 30 }),
      redisWorlds(counted, prefixIn(address), new Memory()),
    )
    const tripsOf = async (request: Parameters<typeof ask>[0]): Promise<number> => {
      trips = 0
      const { status } = await worlds.default.answer(ask({ key: 'free-demo-key', ...request }))
      expect(status).toBeLessThan(300)
      return trips
    }
    // What is loaded once, and what waits for nobody.
    await tripsOf({})
    expect(await tripsOf({ query: 'limit=20&status=sold' })).toBe(2)
    expect(await tripsOf({ path: '/pets/1' })).toBe(2)
    const body = '{"name":"Rex","categoryId":1}'
    expect(await tripsOf({ method: 'POST', body })).toBe(3)
    close()
  })
})
