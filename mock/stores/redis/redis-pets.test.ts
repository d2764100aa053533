import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RedisServer } from '../../../lab/cluster/redis-server.ts'
import type { PageRequest, PetStore } from '../../core/pets/pet-store.ts'
import { Memory } from '../../core/memory/memory.ts'
import { seedOf } from '../../options.ts'
import type { OpenStore } from './open-redis.ts'
import { asText } from './reply.ts'
import { redisPets } from './redis-pets.ts'
import { describeWithRedis, newAddress, openStore } from './testing/with-redis.ts'
import { readState } from './whole-state.ts'

const PETS = 500

describeWithRedis(`of ${PETS} pets in Redis`, () => {
  let redis: RedisServer
  let store: OpenStore
  let base: string
  let pets: PetStore
  beforeAll(async () => {
    redis = await RedisServer.start()
    const address = newAddress(redis)
    store = await openStore(address)
    await store.begin(await seedOf({ pets: PETS }))
    base = `${new URL(address).searchParams.get('prefix')}:{default}`
    const epoch = asText(await store.link.command('HGET', `${base}:control`, 'epoch'))
    pets = redisPets(store.link, `${base}:${epoch}`, () => Promise.resolve(1))
    // The first call loads the script.
    await pets.page({ order: 'oldest', status: undefined, limit: 1, start: undefined })
  })
  afterAll(async () => {
    store.close()
    await redis[Symbol.asyncDispose]()
  })

  /** What Redis is asked meanwhile, by scripts too: each command with its arguments, keys and all (MONITOR). */
  const monitored = async (work: () => Promise<unknown>): Promise<readonly (readonly string[])[]> => {
    const socket = connect(Number(new URL(redis.address).port), '127.0.0.1')
    const lines = createInterface(socket)
    const beginning = once(lines, 'line')
    socket.write('MONITOR\r\n')
    await beginning
    const commands: string[][] = []
    const ending = new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        const words = Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, word = '']) => word)
        if (words[0] === 'ECHO') resolve()
        else commands.push(words)
      })
    })
    await work()
    await store.link.command('ECHO', 'the end')
    await ending
    socket.destroy()
    return commands
  }

  const orders = ['oldest', 'newest', 'arbitrary'] as const satisfies readonly PageRequest['order'][]
  const pages = orders.flatMap((order) =>
    ([undefined, 'sold'] as const).flatMap((status) =>
      [undefined, 30, 60].map((start) => ({ order, status, limit: 10, start })),
    ),
  )
  test.each(pages)('a page is dear by its length alone: $order, $status, from $start', async (request) => {
    let listed = 0
    const commands = await monitored(async () => {
      listed = (await pets.page(request)).pets.length
    })
    expect(listed).toBe(10)
    // Of these, what is asked of a sorted set by place costs as much as it has places, and its depth (Redis: ZRANGE).
    expect(commands.map(([name = '']) => name.toUpperCase())).toEqual(['EVALSHA', 'ZCARD', 'ZRANGE', 'HMGET'])
    const [, , range = [], texts = []] = commands
    const [first, last] = range.slice(2).map(Number)
    const places = Number(last) - Number(first) + 1
    expect(places).toBeLessThanOrEqual(request.order === 'arbitrary' ? 32 : 10)
    expect(range).toHaveLength(4)
    expect(texts.length - 2).toBeLessThanOrEqual(places)
  })

  test('a save is limited to what Redis reads without delaying others', async () => {
    const read = (most: number) => readState(store.link, base, new Memory(), 0, most)
    expect((await read(PETS)).pets.size).toBe(PETS)
    await expect(read(PETS - 1)).rejects.toThrow(
      'A world of 500 pets cannot be saved out of a store that several mocks share: 499 can',
    )
  })
})
