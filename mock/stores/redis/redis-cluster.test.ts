import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RedisCluster, type Shard } from '../../../lab/cluster/redis-cluster.ts'
import { worldOf } from '../../core/journal/events.ts'
import type { Reply } from '../../core/request/reply.ts'
import type { SharedWorlds } from '../../core/world/control-types.ts'
import type { Worlds } from '../../core/world/worlds.ts'
import { ask, headerOf } from '../../core/testing/test-world.ts'
import { seedOf } from '../../options.ts'
import { slotOf } from './cluster-slots.ts'
import type { OpenStore } from './open-redis.ts'
import { describeWithRedis, newAddress, openStore, until } from './testing/with-redis.ts'

const KEY = 'enterprise-demo-key'
const NEW_PET = { key: KEY, method: 'POST', body: '{"name":"Rex","categoryId":1}' }

test.each([
  ['123456789', 0x31c3 % 16_384],
  ['petstore:{default}:control', slotOf('default')],
  ['{}:a', slotOf('{}:a')],
])('the key %s is in the slot %i', (key, slot) => {
  expect(slotOf(key)).toBe(slot)
})

describeWithRedis('worlds in a Redis Cluster', () => {
  let cluster: RedisCluster
  let stores: readonly OpenStore[] = []
  let instances: readonly Worlds[]

  beforeAll(async () => {
    // A node that a busy machine holds up for less is not taken for one that has failed.
    const options = ['--cluster-node-timeout', '1000']
    cluster = await RedisCluster.start({ shards: 3, replicas: true, options })
    const address = newAddress(cluster)
    // Any node leads to all, and so does a list of which some are gone.
    const others = cluster.shards.map(({ primary }) => `127.0.0.1:${primary.port}`).join()
    const listed = address.replace(/127[^?]*/, `127.0.0.1:1,${others}`)
    stores = await Promise.all([openStore(address), openStore(listed)])
    const keys = [{ key: KEY, plan: 'enterprise', perMinute: 100_000, perDay: 100_000 }] as const
    const seed = await seedOf({ pets: 1, keys: [...keys, { key: 'free', plan: 'free' }] })
    instances = await Promise.all(stores.map(({ begin }) => begin(seed)))
  })
  afterAll(async () => {
    for (const { close } of stores) close()
    await cluster[Symbol.asyncDispose]()
  })

  const first = (): SharedWorlds => instances[0] as SharedWorlds
  const shardOf = (world: string): Shard => cluster.shardOf(slotOf(`{${world}}`))
  /** A world, and what sends requests to it through one instance after the other. */
  const open = async (name: string) => {
    const worlds = await Promise.all(instances.map(async (all) => await all.get(name)))
    const [world] = worlds
    if (!world) throw new RangeError('no instance')
    let asked = 0
    const send = async (request: Parameters<typeof ask>[0]): Promise<Reply> => {
      asked += 1
      const reply = await (worlds[asked % worlds.length] ?? world).answer(ask(request))
      // A refusal may come at once, and replies of Redis are read between turns.
      await turn()
      return reply
    }
    return { world, send }
  }

  test('are spread over its shards, and each instance finds all of them', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `spread-${at}`)
    const seed = await seedOf({ pets: 3 })
    await Promise.all(names.map((name) => first().createWith(name, seed)))
    for (const name of names)
      for (const worlds of instances) {
        expect((await (await worlds.get(name)).answer(ask({ key: 'free-demo-key' }))).status).toBe(200)
      }
    const sizes = await Promise.all(cluster.shards.map(({ primary }) => primary.ask('DBSIZE')))
    expect(sizes.map((size) => Number(size) > 20)).toEqual([true, true, true])
    await Promise.all(names.map((name) => first().remove(name)))
  })

  test('have their events in one stream, also those of a world that is created meanwhile', async () => {
    const received: string[] = []
    const follow = await stores[1]?.stores.events.fromNow()
    const end = follow?.({
      take: (event) => {
        // A removal is published after it has been acknowledged: those of the worlds above may still come.
        if (worldOf(event).startsWith('spread-')) return
        received.push(event.kind === 'change' ? event.change.what : event.exchange.world)
      },
      miss: () => undefined,
      end: () => received.push('end'),
    })
    const list = async (name: string, key: string): Promise<void> => {
      expect((await (await open(name)).send({ key })).status).toBe(200)
    }
    const inTime = { timeout: 20_000 }
    for (const name of ['default', 'staging']) await list(name, 'free')
    // Each is in the journal of a shard of its own, so they come in any order.
    await expect.poll(() => received.toSorted(), inTime).toEqual(['default', 'staging'])
    received.length = 0
    await first().createWith('meanwhile', await seedOf({ pets: 1 }))
    await list('meanwhile', 'free-demo-key')
    await expect.poll(() => received, inTime).toEqual(['world-created', 'meanwhile'])
    await first().remove('meanwhile')
    await expect.poll(() => received, inTime).toEqual(['world-created', 'meanwhile', 'world-removed'])
    end?.()
  })

  /** Creates pets in a world while something happens. Afterwards counts and pets must agree with the replies. */
  const createWhile = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const { world, send } = await open(name)
    const used = async (): Promise<number> => 100_000 - (await world.keys.get(KEY)).windows.day.remaining
    const before = await used()
    const [created, others]: [Reply[], Reply[]] = [[], []]
    let isOver = false
    const load = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const reply = await send(NEW_PET)
        if (reply.status === 201) created.push(reply)
        else if (reply.status !== 503) others.push(reply)
      }
    })
    const more = (): Promise<void> => {
      const enough = created.length + 50
      return until(() => Promise.resolve(created.length > enough))
    }
    await more()
    await work()
      .then(more)
      .finally(() => {
        isOver = true
      })
    await Promise.all(load)
    expect(others).toEqual([])
    const ids = created.map(({ body }) => (JSON.parse(body) as { readonly id: number }).id)
    expect(new Set(ids).size).toBe(ids.length)
    const left = new Set(created.map((reply) => headerOf(reply, 'X-RateLimit-Remaining')))
    expect(left.size).toBe(created.length)
    expect(await used()).toBeGreaterThanOrEqual(before + created.length)
    const found = await Promise.all(ids.map((id) => send({ key: KEY, path: `/pets/${id}` })))
    expect(found.filter(({ status }) => status !== 200)).toEqual([])
  }

  test('are served while their slot moves to another shard and back', async () => {
    const [from, to] = [shardOf('default').primary, shardOf('staging').primary]
    expect(from).not.toBe(to)
    await createWhile('default', async () => {
      await cluster.moveSlot(slotOf('default'), from, to)
      await cluster.moveSlot(slotOf('default'), to, from)
    })
  })

  test('lose nothing that was answered when their primary is killed, and admit no request too often', async () => {
    const { primary } = shardOf('default')
    const { world, send } = await open('default')
    await world.reset()
    await world.clock.freeze()
    let admitted = 0
    const list = async (): Promise<void> => {
      if ((await send({ key: 'free' })).status !== 200) return
      admitted += 1
      if (admitted === 20) primary.signal('SIGKILL')
    }
    const all: Promise<void>[] = []
    while (all.length < 400) {
      all.push(...Array.from({ length: 10 }, list))
      await turn()
    }
    await Promise.all(all)
    // Its replica has what was answered, and goes on from there.
    await until(async () => {
      const replies = await Promise.all(instances.map(() => send({ key: KEY })))
      return replies.every(({ status }) => status === 200)
    })
    await createWhile('default', () => Promise.resolve())
    await Promise.all(Array.from({ length: 400 }, list))
    const { remaining } = (await world.keys.get('free')).windows.minute
    expect([admitted <= 60, 60 - remaining >= admitted, remaining]).toEqual([true, true, 0])
  })

  test('are not acknowledged a write that a connected replica has not, and need none where none is connected', async () => {
    const { replica } = shardOf('w1')
    await first().createWith('w1', await seedOf({ pets: 1, keys: [{ key: KEY, plan: 'enterprise' }] }))
    const { send } = await open('w1')
    replica?.signal('SIGSTOP')
    expect((await send(NEW_PET)).status).toBe(503)
    await replica?.kill()
    await until(async () => (await send(NEW_PET)).status === 201)
  })

  test('are served by the replica of a primary that is silent, which then finds itself a replica', async () => {
    const { primary } = shardOf('staging')
    await createWhile('staging', () => {
      primary.signal('SIGSTOP')
      return Promise.resolve()
    })
    primary.signal('SIGCONT')
    await createWhile('staging', () => until(async () => (await primary.ask('ROLE')).startsWith('slave')))
  })
})
