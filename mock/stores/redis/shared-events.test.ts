import { MOST } from '../../core/memory/bounds.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { RedisServer } from '../../../lab/cluster/redis-server.ts'
import { Follower, type Frame } from '../../control/testing/follow.ts'
import type { WorldEvent } from '../../core/journal/events.ts'
import { Memory, MEGABYTE } from '../../core/memory/memory.ts'
import { ask } from '../../core/testing/test-world.ts'
import { Worlds } from '../../core/world/worlds.ts'
import { startMock } from '../../index.ts'
import type { Mock } from '../../mock.ts'
import { seedOf } from '../../options.ts'
import { changesKey, journalKey, Notes } from './notes.ts'
import type { Reply } from './reply.ts'
import { redisWorlds } from './redis-worlds.ts'
import { SharedEvents } from './shared-events.ts'
import { describeWithRedis, newAddress, openStore, until } from './testing/with-redis.ts'

const EVENTS = '/_mock/worlds/default/events'
const KEY = 'enterprise-demo-key'

describeWithRedis('what happens in worlds that two instances share', () => {
  let redis: RedisServer
  let address: string
  let one: Mock<true>
  let other: Mock<true>
  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(() => redis[Symbol.asyncDispose]())
  beforeEach(async () => {
    address = newAddress(redis)
    one = await startInstance()
    other = await startInstance()
  })
  afterEach(async () => {
    await Promise.all([one.stop(0), other.stop(0)])
  })

  const startInstance = (): Promise<Mock<true>> => startMock({ port: 0, pets: 1, store: address })
  const request = (mock: Mock<true>, path = '/v1/pets'): Promise<Response> =>
    fetch(mock.origin + path, { headers: { Authorization: `Bearer ${KEY}` } })
  const control = async (mock: Mock<true>, path: string, method = 'GET', body?: object): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json' }
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
    const reply = await fetch(`${mock.origin}/_mock${path}`, { method, ...sent })
    return reply.status === 204 ? undefined : await reply.json()
  }
  const journal = (mock: Mock<true>): Promise<unknown> => control(mock, '/worlds/default/journal')
  const journalOf = async (mock: Mock<true>, length: number): Promise<unknown> => {
    // What one instance has just answered is on its way to the other.
    await until(async () => (await mock.journal.list()).length === length)
    return await journal(mock)
  }
  const next = async (follower: Follower, count: number): Promise<readonly (Frame | undefined)[]> => {
    const frames: (Frame | undefined)[] = []
    while (frames.length < count) frames.push(await follower.next())
    return frames
  }

  test('keys with equal redacted forms have different ids, the same for all instances, for a later one, and after a reset', async () => {
    const alike = ['front-end-1-key', 'front-end-2-key']
    for (const key of alike) await one.keys.add({ key, plan: 'free' })
    const idsAt = async (mock: Mock<true>) =>
      await Promise.all(alike.map(async (key) => (await mock.keys.get(key)).keyId))
    const ids = await idsAt(one)
    expect(new Set(ids).size).toBe(2)
    const follower = await Follower.open(other, EVENTS)
    for (const key of alike) {
      await fetch(`${one.origin}/v1/pets`, { headers: { Authorization: `Bearer ${key}` } })
    }
    const seen = ids.map((keyId) => ({ key: 'fron…ey', keyId }))
    expect((await next(follower, 2)).map((frame) => frame?.data)).toMatchObject(seen)
    expect(await journalOf(other, 2)).toMatchObject(seen.toReversed())
    follower.close()
    await using later = await startInstance()
    expect([await idsAt(other), await idsAt(later)]).toEqual([ids, ids])
    await other.reset()
    await later.keys.add({ key: 'front-end-2-key', plan: 'pro' })
    expect((await one.keys.get('front-end-2-key')).keyId).toBe(ids[1])
  })

  test('a request to one instance is in the journal and the streams of the other, with the same id', async () => {
    const follower = await Follower.open(other, EVENTS)
    await request(one, '/v1/pets/1?key=enterprise-demo-key')
    const [entry] = (await journalOf(other, 1)) as readonly unknown[]
    expect(entry).toMatchObject({ id: 1, world: 'default', operation: 'getPet', status: 200, key: 'ente…ey' })
    expect(JSON.stringify(entry)).not.toContain(KEY)
    expect(await journal(one)).toEqual([entry])
    expect(await follower.next()).toEqual({ event: 'exchange', id: '1-0', data: entry })
    expect(await control(other, `/worlds/default/journal?key=${KEY}`)).toEqual([entry])
    expect(await control(other, '/worlds/default/journal?key=free-demo-key')).toEqual([])
    follower.close()
  })

  test('has one order in all streams and journals', async () => {
    const mocks = [one, other]
    const followers = await Promise.all(mocks.map((mock) => Follower.open(mock, EVENTS)))
    const asked = Array.from({ length: 100 }, async (_, at) => {
      const mock = mocks[at % 2] ?? one
      if (at % 10 === 0) await mock.clock.advance({ seconds: 1 })
      await request(mock)
    })
    await Promise.all(asked)
    const [here = [], there] = await Promise.all(followers.map((follower) => next(follower, 110)))
    expect(there).toEqual(here)
    const exchanges = here.filter((frame) => frame?.event === 'exchange')
    expect(exchanges.map((frame) => frame?.id)).toEqual(Array.from({ length: 100 }, (_, at) => `${at + 1}-0`))
    for (const mock of mocks) {
      expect(await journalOf(mock, 100)).toEqual(exchanges.map((frame) => frame?.data).toReversed())
    }
    for (const follower of followers) follower.close()
  })

  test('is published in this process with the ids that all instances have', async () => {
    await request(one)
    const received: WorldEvent[] = []
    other.subscribe((event) => received.push(event))
    await request(other)
    await request(other)
    await other.limits.switch(false)
    await until(() => Promise.resolve(received.length === 3))
    expect(received).toMatchObject([
      { kind: 'exchange', exchange: { id: 2 } },
      { kind: 'exchange', exchange: { id: 3 } },
      { kind: 'change', change: { what: 'limits' } },
    ])
  })

  test('starts empty for all after a reset through one, without pending requests', async () => {
    const follower = await Follower.open(other, EVENTS)
    await request(other)
    let arrive: () => void = () => undefined
    const body = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const creation = other.world.answer({
      ...ask({ key: KEY, method: 'POST', body: ' ' }),
      readBody: async () => {
        await body
        return { kind: 'text', text: '{"name":"Rex","categoryId":1}' }
      },
    })
    await journalOf(other, 1)
    await control(one, '/worlds/default/reset', 'POST')
    expect(await journal(other)).toEqual([])
    arrive()
    await creation
    await request(other)
    expect(await journalOf(one, 1)).toMatchObject([{ id: 2, operation: 'listPets' }])
    const frames = await next(follower, 3)
    expect(frames.map((frame) => frame?.id)).toEqual(['1-0', '1-1', '2-0'])
    expect(frames[1]).toMatchObject({ event: 'change', data: { what: 'reset' } })
    await control(other, '/worlds/default/journal', 'DELETE')
    expect(await journal(one)).toEqual([])
    follower.close()
  })

  test('is still there for an instance that restarts', async () => {
    await request(one)
    await request(other)
    const before = await journalOf(one, 2)
    await Promise.all([one.stop(0), other.stop(0)])
    other = await startInstance()
    expect(await journal(other)).toEqual(before)
  })

  test('is followed in worlds that another instance adds and removes', async () => {
    const all = await Follower.open(other, '/_mock/events')
    await control(one, '/worlds', 'POST', { name: 'trial' })
    const trial = await Follower.open(other, '/_mock/worlds/trial/events')
    await request(one, '/trial/v1/pets')
    await until(async () => (await (await other.worlds.get('trial')).journal.list()).length === 1)
    await control(one, '/worlds/trial', 'DELETE')
    const happened = [
      { event: 'change', data: { world: 'trial', what: 'world-created' } },
      { event: 'exchange', id: '1-0', data: { world: 'trial', operation: 'listPets' } },
      { event: 'change', data: { world: 'trial', what: 'world-removed' } },
    ]
    expect(await next(all, 3)).toMatchObject(happened)
    const first = await trial.next()
    // It does not matter whether it was opened before other events of its world.
    const rest = first?.event === 'exchange' ? [first] : await next(trial, 1)
    expect([...rest, ...(await next(trial, 2))]).toMatchObject([...happened.slice(1), undefined])
    all.close()
  })

  test('ends its streams when Redis is gone, and publishes again when it is back', async () => {
    const follower = await Follower.open(other, EVENTS)
    redis.signal('SIGSTOP')
    expect((await Follower.open(other, EVENTS)).status).toBe(503)
    await redis.kill()
    expect(await follower.next()).toBeUndefined()
    expect((await Follower.open(other, EVENTS)).status).toBe(503)
    await redis.restart()
    // Nothing was written to a disk.
    await until(async () => (await one.world.answer(ask({ key: KEY }))).status === 503)
    address = newAddress(redis)
    const again = await startInstance()
    const anew = await Follower.open(again, EVENTS)
    // A Redis that has just started may be too slow for the first of them.
    await until(async () => (await request(again)).status === 200)
    expect(await anew.next()).toMatchObject({ id: '1-0' })
    await again.stop(0)
  })
})

describeWithRedis('the journal of a world', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(() => redis[Symbol.asyncDispose]())

  const openWith = async (memory: Memory) => {
    const address = newAddress(redis)
    const prefix = new URL(address).searchParams.get('prefix') ?? ''
    const { link, close } = await openStore(address)
    const worlds = await Worlds.begin(
      await seedOf({ pets: 1, limits: false }),
      redisWorlds(link, prefix, memory, '0123456789abcdef'),
    )
    const base = `${prefix}:{default}`
    return { link, close, prefix, worlds, base, stream: journalKey(base) }
  }

  test('stores as many exchanges as in memory, or slightly more, however many changes there were', async () => {
    const { link, close, worlds, base, stream } = await openWith(new Memory())
    for (let round = 0; round < 13; round += 1) {
      await Promise.all(
        Array.from(
          { length: 100 },
          async () => await worlds.default.answer(ask({ key: KEY, query: 'limit=1' })),
        ),
      )
    }
    const change = { world: 'default', time: 0, what: 'clock', sentence: '' } as const
    for (let at = 0; at < 1200; at += 1) worlds.events.emit({ kind: 'change', change })
    const ids = (await worlds.default.journal.list()).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: MOST.journalEntries }, (_, at) => 1300 - at))
    expect(Number(await link.command('XLEN', stream))).toBeLessThan(MOST.journalEntries + 100)
    expect(Number(await link.command('XLEN', changesKey(base)))).toBeLessThan(MOST.sharedChanges + 101)
    const page = await worlds.default.journal.page({ before: ids[0], limit: 2 })
    expect(page.map(({ id }) => id)).toEqual([1299, 1298])
    close()
  })

  test('stores fewer of them if they are large', async () => {
    const { link, close, worlds, stream } = await openWith(new Memory(32 * MEGABYTE))
    const body = 'x'.repeat(16_000)
    for (let round = 0; round < 100; round += 1)
      await worlds.default.answer(ask({ key: KEY, method: 'POST', body }))
    const held = (await worlds.default.journal.list()).map(({ id }) => id)
    expect(held.length).toBeGreaterThan(10)
    expect(held).toEqual(held.map((_, at) => 100 - at))
    expect(Number(await link.command('MEMORY', 'USAGE', stream, 'SAMPLES', '0'))).toBeLessThan(800_000)
    close()
  })

  test('is removed with its world', async () => {
    const { link, close, prefix, worlds } = await openWith(new Memory())
    const world = await worlds.create('trial')
    await world.answer(ask({ key: KEY }))
    await world.journal.list()
    const keys = async (): Promise<readonly Reply[]> => {
      const found = await link.command('KEYS', `${prefix}:{trial}*`)
      return typeof found === 'object' && found ? found : []
    }
    expect((await keys()).length).toBeGreaterThan(3)
    await worlds.remove('trial')
    const left = await Promise.all((await keys()).map((key) => link.command('TTL', String(key))))
    expect(left.every((seconds) => Number(seconds) > 0)).toBe(true)
    expect(await keys()).not.toContain(`${prefix}:{trial}:journal`)
    close()
  })
})

test('a follower gets the events of two streams in order, and the number of events dropped before that', async () => {
  const received: unknown[] = []
  const change = JSON.stringify({ world: 'default', time: 0, what: 'pets', sentence: '' })
  const stream = (kind: 'exchange' | 'change', ...ids: readonly string[]): Reply => [
    kind === 'exchange' ? 'p:{default}:journal' : 'p:{default}:changes',
    ids.map((id) => [
      id,
      kind === 'change' ? [kind, change] : ['exchanges', id === '13-0' ? '[{},{}]' : '[{}]'],
    ]),
  ]
  const replies: Reply[] = [
    [stream('exchange', '8-0', '9-0'), stream('change', '8-3')],
    [stream('exchange', '13-0', '16-0'), stream('change', '12-6', '16-7')],
  ]
  const lasts = new Map([
    ['p:{default}:journal', '7-0'],
    ['p:{default}:changes', '7-2'],
  ])
  const link = {
    command: (...[name, key = '']: readonly string[]) => {
      if (name === 'ZRANGE') return Promise.resolve(['default'])
      return Promise.resolve(lasts.has(key) ? [[lasts.get(key) ?? '', []]] : [])
    },
    run: () => Promise.resolve([]),
    commit: () => Promise.resolve([]),
    everywhere: () => Promise.resolve([]),
    groupOf: () => '',
    wait: () =>
      Promise.resolve(() => {
        const reply = replies.shift()
        return reply === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(reply)
      }),
    close: () => undefined,
  }
  const places = { prefix: 'p', worlds: 'p:worlds', baseOf: (name: string) => `p:{${name}}` }
  const follow = await new SharedEvents(link, new Notes(link, 1), places).fromNow()
  await new Promise<void>((resolve) => {
    follow({
      take: (_event, id) => received.push(id),
      miss: (count) => received.push(count),
      end: resolve,
    })
  })
  expect(received).toEqual(['8-0', '8-3', '9-0', 2, '12-0', 2, '12-6', '13-0', 2, '16-0', '16-7'])
})
