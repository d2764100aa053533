import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoreError } from '../../core/request/request-context.ts'
import { ask, headerOf } from '../../core/testing/test-world.ts'
import type { SharedWorld } from '../../core/world/control-types.ts'
import { seedOf } from '../../options.ts'
import type { OpenStore } from './open-redis.ts'
import { RedisServer } from '../../../lab/cluster/redis-server.ts'
import { describeWithRedis, newAddress, openStore, until } from './testing/with-redis.ts'

const KEY = 'enterprise-demo-key'
const NEW_PET = { key: KEY, method: 'POST', body: '{"name":"Rex","categoryId":1}' }

describeWithRedis('when Redis', () => {
  let redis: RedisServer
  let address: string
  let stores: readonly OpenStore[]
  let worlds: readonly SharedWorld[]
  let ready: () => Promise<void>

  beforeAll(async () => {
    redis = await RedisServer.start('--appendonly', 'yes', '--appendfsync', 'always')
    address = newAddress(redis)
    const seed = await seedOf({
      pets: 1,
      keys: [{ key: KEY, plan: 'enterprise', perMinute: 100_000, perDay: 100_000 }],
    })
    stores = await Promise.all([openStore(address), openStore(address)])
    const all = await Promise.all(stores.map(({ begin }) => begin(seed)))
    worlds = all.map((worlds) => worlds.default)
    ready = async () => {
      await all[0]?.ready()
    }
    await worlds[0]?.clock.freeze()
  })
  afterAll(async () => {
    for (const { close } of stores) close()
    await redis[Symbol.asyncDispose]()
  })

  const turn = (at: number): SharedWorld => {
    const world = worlds[at % worlds.length]
    if (!world) throw new RangeError('no instance')
    return world
  }
  const served = async (): Promise<boolean> => {
    const replies = await Promise.all(worlds.map(async (world) => await world.answer(ask({ key: KEY }))))
    return replies.every(({ status }) => status === 200)
  }
  const used = async (): Promise<number> => 100_000 - (await turn(0).keys.get(KEY)).windows.day.remaining

  const expectUnavailable = async (): Promise<void> => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => await turn(at).answer(ask({ key: KEY }))),
    )
    for (const reply of replies) {
      expect([reply.status, headerOf(reply, 'Retry-After')]).toEqual([503, '1'])
      expect(JSON.parse(reply.body)).toEqual({
        code: 'store_unavailable',
        message: 'The service cannot reach the store of its state. Retry after 1 s',
        status: 503,
      })
      expect(Number(headerOf(reply, 'X-RateLimit-Limit'))).toBe(60)
    }
    await expect(turn(0).pets.add({ name: 'Rex', categoryId: 1 })).rejects.toBeInstanceOf(StoreError)
  }

  test('does not respond, every request gets 503 until it responds again', async () => {
    const before = await used()
    redis.signal('SIGSTOP')
    await expectUnavailable()
    redis.signal('SIGCONT')
    await until(served)
    expect(await used()).toBeGreaterThanOrEqual(before + 2)
  })

  const send = async (...command: readonly string[]): Promise<unknown> =>
    await stores[0]?.link.command(...command)

  test('is full, reads still work, creations are refused, and a reset makes room', async () => {
    await send('CONFIG', 'SET', 'maxmemory', '1mb')
    expect(await served()).toBe(true)
    expect((await turn(1).answer(ask(NEW_PET))).status).toBe(507)
    await turn(1).reset()
    expect(await served()).toBe(true)
    await expect(turn(0).keys.add({ key: 'one-more', plan: 'free' })).resolves.toBeDefined()
    await send('CONFIG', 'SET', 'maxmemory', '0')
    expect((await turn(1).answer(ask(NEW_PET))).status).toBe(201)
  })

  test('is no longer the primary, no request is served, health reports it, and its address is resolved again', async () => {
    const id = await send('CLIENT', 'ID')
    await send('REPLICAOF', '127.0.0.1', '1')
    await expectUnavailable()
    await until(async () => (await send('CLIENT', 'ID').catch(() => id)) !== id)
    await expect(ready()).rejects.toBeInstanceOf(StoreError)
    await until(async () => (await send('REPLICAOF', 'NO', 'ONE').catch(String)) === 'OK')
    await until(served)
    await ready()
  })

  test('has lost all data, the permanent worlds are created again for all mocks', async () => {
    for (const world of worlds) expect((await world.answer(ask(NEW_PET))).status).toBe(201)
    await send('FLUSHALL')
    expect(await served()).toBe(true)
    expect(await Promise.all(worlds.map(({ pets }) => pets.size))).toEqual([1, 1])
    expect(await used()).toBe(2)
    const later = await openStore(address)
    later.close()
    expect(later.stores.keyId(KEY)).toBe((await turn(0).keys.get(KEY)).keyId)
    const now = Date.UTC(2029, 0, 1)
    await turn(0).clock.change({ now, frozen: true })
    for (const world of worlds) expect((await world.clock.read()).now).toBe(now)
    await send('FLUSHALL')
    await turn(1).reset()
    expect(await served()).toBe(true)
  })

  test('is killed and restarts with its data, no created pet is lost, and every answered request is counted', async () => {
    const before = await used()
    const answered: { readonly id: number; readonly left: string }[] = []
    let isKilled = false
    const load = Array.from({ length: 8 }, async (_, worker) => {
      for (let at = 0; !isKilled || at < 10; at += 1) {
        const reply = await turn(worker + at).answer(ask(NEW_PET))
        if (reply.status === 503) return
        const { id } = JSON.parse(reply.body) as { readonly id: number }
        answered.push({ id, left: headerOf(reply, 'X-RateLimit-Remaining') })
      }
    })
    await until(() => Promise.resolve(answered.length > 200))
    await redis.kill()
    isKilled = true
    await Promise.all(load)
    await expectUnavailable()
    await redis.restart()
    await until(served)
    const counted = (await used()) - before
    expect(counted).toBeGreaterThanOrEqual(answered.length)
    expect(new Set(answered.map(({ left }) => left)).size).toBe(answered.length)
    expect(new Set(answered.map(({ id }) => id)).size).toBe(answered.length)
    for (const { id } of answered) {
      expect((await turn(id).answer(ask({ key: KEY, path: `/pets/${id}` }))).status).toBe(200)
    }
  })
})
