import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoKeys } from '../../../fixtures/keys.ts'
import { petStoreCases } from '../../core/pets/pet-store.cases.ts'
import { ask, headerOf } from '../../core/testing/test-world.ts'
import { worldStoreCases } from '../../core/world/world-store.cases.ts'
import type { SharedWorld, SharedWorlds } from '../../core/world/control-types.ts'
import { seedOf } from '../../options.ts'
import { redisPets } from './redis-pets.ts'
import type { OpenStore } from './open-redis.ts'
import { RedisServer } from '../../../lab/cluster/redis-server.ts'
import { describeWithRedis, newAddress, openStore } from './testing/with-redis.ts'

const DAY = 86_400_000
// Of a thousand, on a machine that is busy with other things.
const FEW_LATE = 30

let redis: RedisServer
const opened: OpenStore[] = []

async function open(address: string): Promise<OpenStore> {
  const store = await openStore(address)
  opened.push(store)
  return store
}

/** So many instances on one store. */
async function instances(
  count: number,
  options: Parameters<typeof seedOf>[0],
): Promise<readonly SharedWorlds[]> {
  const address = newAddress(redis)
  const seed = await seedOf(options)
  const stores = await Promise.all(Array.from({ length: count }, () => open(address)))
  return await Promise.all(stores.map(({ begin }) => begin(seed)))
}

describeWithRedis('a store in Redis', () => {
  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(async () => {
    for (const { close } of opened) close()
    await redis[Symbol.asyncDispose]()
  })

  describe('of pets', () => {
    let link: OpenStore['link']
    let last = 0
    beforeAll(async () => {
      ;({ link } = await open(newAddress(redis)))
    })
    petStoreCases(() => {
      last += 1
      return redisPets(link, `pets-${last}`, () => Promise.resolve(1))
    })
  })

  describe('of a world that three instances share', () => {
    worldStoreCases(async () => {
      const options = {
        pets: [{ name: 'Rex', categoryId: 1 }],
        keys: [{ key: 'free', plan: 'free' }],
      } as const
      const all = await instances(3, options)
      return all.map((worlds) => worlds.default)
    })
  })

  test('worlds that one instance adds or removes exist or not for the others at once', async () => {
    const [one, other] = await instances(2, { pets: 1 })
    await one?.create('worker')
    expect((await other?.list())?.map(({ name }) => name)).toEqual(['default', 'staging', 'worker'])
    expect((await (await other?.get('worker'))?.answer(ask({ key: demoKeys[0]?.key ?? '' })))?.status).toBe(
      200,
    )
    await other?.remove('worker')
    await expect(one?.get('worker')).rejects.toThrow('There is no world "worker"')
  })

  const minuteOf = async (world: SharedWorld): Promise<string> => {
    const reply = await world.answer(ask({ key: 'free-demo-key', query: 'limit=1' }))
    return `${headerOf(reply, 'X-RateLimit-Reset')} ${reply.status}`
  }

  // What a busy machine answers too late has been admitted or refused all the same.
  const unansweredIn = (replies: readonly string[]): number => {
    const { length } = replies.filter((reply) => reply.endsWith('503'))
    expect(length).toBeLessThan(FEW_LATE)
    return length
  }
  const upTo = (most: number): readonly number[] => Array.from({ length: most + 1 }, (_, at) => at)

  test('of 1,000 concurrent requests of a Free key through four instances, exactly 60 are admitted, also when an instance stops', async () => {
    const all = (await instances(4, { pets: 1, choices: { ban: 'none' } })).map((worlds) => worlds.default)
    const [first] = all
    if (!first) throw new RangeError('no instance')
    const end = Date.UTC(2030, 0, 1, 12, 30)
    for (let round = 0; round < 20; round += 1) {
      const start = end + round * DAY
      await first.clock.change({ now: start - 1, frozen: true })
      const asked = Array.from({ length: 1000 }, async (_, at) => {
        // The minute ends while half of them are under way.
        if (at === 500) await first.clock.advance({ seconds: 1 })
        return await minuteOf(all[at % 4] ?? first)
      })
      const replies = await Promise.all(asked)
      const late = await Promise.all(Array.from({ length: 100 }, (_, at) => minuteOf(all[at % 4] ?? first)))
      const counts = Object.entries(Object.groupBy([...replies, ...late], (reply) => reply))
      const resets = [start / 1000, start / 1000 + 60]
      const admitted = resets.map(
        (reset) => counts.find(([seen]) => seen === `${reset} 200`)?.[1]?.length ?? 0,
      )
      const refused = resets.map(
        (reset) => counts.find(([seen]) => seen === `${reset} 429`)?.[1]?.length ?? 0,
      )
      const unanswered = unansweredIn(replies.concat(late))
      expect(60 - (admitted[1] ?? 0)).toBeOneOf(upTo(unanswered))
      const ofFirst = Math.min(60, (admitted[0] ?? 0) + (refused[0] ?? 0))
      expect(ofFirst - (admitted[0] ?? 0)).toBeOneOf(upTo(unanswered))
      expect(admitted.concat(refused, unanswered).reduce((sum, count) => sum + count)).toBe(1100)
    }
    for (let round = 0; round < 20; round += 1) {
      await first.clock.change({ now: end + (20 + round) * DAY, frozen: true })
      const replies = await Promise.all(
        Array.from({ length: 1000 }, (_, at) => minuteOf(all[at % 4] ?? first)),
      )
      const admitted = replies.filter((reply) => reply.endsWith('200')).length
      expect(60 - admitted).toBeOneOf(upTo(unansweredIn(replies)))
    }
  })
})
