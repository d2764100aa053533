import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSuite } from '../../../contract-tests/index.ts'
import { defaultChoices, type Choices } from '../../../spec/choices.ts'
import { NOW } from '../../core/testing/test-world.ts'
import { createListener } from '../../create-listener.ts'
import { listen } from '../../http/listen.ts'
import { exchange } from '../../http/testing/client.ts'
import type { SharedWorlds } from '../../core/world/control-types.ts'
import type { Worlds } from '../../core/world/worlds.ts'
import { seedOf } from '../../options.ts'
import { commands } from '../../testing/model/commands.ts'
import { modelOf, specsOfModel } from '../../testing/model/system.ts'
import type { OpenStore } from './open-redis.ts'
import { RedisCluster } from '../../../lab/cluster/redis-cluster.ts'
import { RedisServer } from '../../../lab/cluster/redis-server.ts'
import { describeWithRedis, newAddress, openStore } from './testing/with-redis.ts'

const places = [
  ['one Redis', () => RedisServer.start()],
  ['a Redis Cluster of three shards', () => RedisCluster.start({ shards: 3 })],
] as const satisfies readonly (readonly [string, () => Promise<RedisServer | RedisCluster>])[]

describeWithRedis.each(places)('three instances on %s', (_name, start) => {
  let redis: RedisServer | RedisCluster
  let stores: readonly OpenStore[]
  let instances: readonly SharedWorlds[]

  beforeAll(async () => {
    redis = await start()
    const address = newAddress(redis)
    const seed = await seedOf({ pets: 50 })
    stores = await Promise.all([openStore(address), openStore(address), openStore(address)])
    instances = await Promise.all(stores.map(({ begin }) => begin(seed)))
  })
  afterAll(async () => {
    for (const { close } of stores) close()
    await redis[Symbol.asyncDispose]()
  })

  const first = (): SharedWorlds => {
    const [worlds] = instances
    if (!worlds) throw new RangeError('no instance')
    return worlds
  }

  /** A server each of whose requests another instance answers. */
  const serve = async () => {
    const listeners = instances.map((worlds) => createListener(worlds, { token: 'token' }))
    let asked = 0
    const server = await listen(
      (request, response) => {
        asked += 1
        listeners[asked % listeners.length]?.(request, response)
      },
      first(),
      '127.0.0.1',
      0,
    )
    return { ...server, origin: `http://127.0.0.1:${server.port}` }
  }

  /** Runs the suite against it. */
  const check = async (vary?: number) => {
    const worlds = first()
    const staging = await worlds.get('staging')
    await Promise.all([worlds.default.reset(), staging.reset()])
    if (vary !== undefined) {
      await Promise.all([worlds.default.choices.vary(vary), staging.choices.vary(vary)])
    }
    const { origin, stop } = await serve()
    try {
      const report = await runSuite({
        baseUrl: `${origin}/v1`,
        secondBaseUrl: `${origin}/staging/v1`,
        key: 'free-demo-key',
        secondKey: 'free-demo-key-2',
        plan: 'free',
        exhaust: true,
        ban: true,
        control: [worlds.default, staging],
      })
      return { report, inForce: await worlds.default.choices.read() }
    } finally {
      await stop(0)
    }
  }

  test('every clause holds, also over the limit and during a ban, and every choice is observed', async () => {
    const { report, inForce } = await check()
    const notHeld = report.clauses.filter(({ verdict }) => verdict !== 'held').map(({ id }) => id)
    expect([notHeld, report.exitCode]).toEqual([['BASE-4'], 0])
    expect(report.choices.filter(({ id, variant }) => variant !== inForce[id])).toEqual([])
  })

  test.for([1, 2, 3])('no clause is broken under the lawful mix %i', async (vary) => {
    const { report, inForce } = await check(vary)
    expect(report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual([])
    for (const { id, variant } of report.choices)
      expect([id, variant ?? inForce[id]]).toEqual([id, inForce[id]])
  })

  test('a client that retries at once is early, whichever instance sent the Retry-After', async () => {
    const { keys, clock } = first().default
    await first().default.reset()
    await clock.freeze()
    await keys.setRemaining('free-demo-key', { minute: 0 })
    const { origin, stop } = await serve()
    const headers = { Authorization: 'Bearer free-demo-key' }
    for (let at = 0; at < 4; at += 1)
      expect((await exchange('GET', `${origin}/v1/pets`, { headers })).status).toBe(429)
    await stop(0)
    const { refused, earlyRetries, inFlight } = (await keys.get('free-demo-key')).report
    // On a busy machine one of them may have been on its way.
    expect({ refused, again: earlyRetries + inFlight }).toEqual({ refused: 4, again: 3 })
    expect(earlyRetries).toBeGreaterThan(0)
  })

  const charging = ['yes', 'no'] as const satisfies readonly Choices['do-errors-count'][]
  test.for(charging)(
    'any sequence of requests and clock moves is answered as the model says, errors count: %s',
    async (errorsCount) => {
      const choices = {
        ...defaultChoices,
        ban: 'after-2-strikes-for-90-seconds',
        'do-errors-count': errorsCount,
      } as const
      let last = 0
      await fc.assert(
        fc.asyncProperty(commands, async (sequence) => {
          last += 1
          const name = `model-${errorsCount}-${last}`
          await first().createWith(name, { pets: [], keys: specsOfModel, choices })
          const all: readonly Worlds[] = instances
          const worlds = await Promise.all(all.map(async (worlds) => await worlds.get(name)))
          await worlds[0]?.clock.change({ now: NOW, frozen: true })
          const model = modelOf(choices)
          let turn = 0
          const real = {
            get world() {
              turn += 1
              const world = worlds[turn % worlds.length]
              if (!world) throw new RangeError('no instance')
              return world
            },
          }
          await fc.asyncModelRun(() => ({ model, real }), sequence)
          expect(await real.world.pets.size).toBe(model.pets.length)
          await first().remove(name)
        }),
        { numRuns: 15 },
      )
    },
  )
})
