import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithRedis, RedisServer } from '../../mock/stores/redis/testing/redis-server.ts'
import { spawnPetstore, type Spawned } from '../testing/spawn-petstore.ts'

const PLACE = { cwd: tmpdir(), env: process.env }
const KEY = 'enterprise-demo-key'
const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }
const REQUESTS = 1000

interface Told {
  readonly id: number
  readonly left: number
}

describeWithRedis('petstore mock --store', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(() => redis[Symbol.asyncDispose]())

  const start = (address: string): Spawned =>
    spawnPetstore(['mock', '--port', '0', '--quiet', '--log', 'json', '--store', address], PLACE)
  const originOf = (mock: Spawned): Promise<string> => mock.sees(/"origin":"([^"]+)"/)

  it('loses nothing that it has answered when it is killed among a thousand requests, and charges nobody twice', async () => {
    const address = redis.newAddress()
    await using killed = start(address)
    const victim = await originOf(killed)
    await using left = start(address)
    const survivor = await originOf(left)
    await fetch(`${survivor}/_mock/worlds/default/clock`, {
      method: 'PATCH',
      headers,
      body: '{"frozen":true}',
    })
    const told: Told[] = []
    const add = async (at: number): Promise<void> => {
      const origin = at % 2 === 0 ? victim : survivor
      const reply = await fetch(`${origin}/v1/pets`, {
        method: 'POST',
        headers,
        body: '{"name":"Rex","categoryId":1}',
      }).catch(() => undefined)
      if (reply?.status !== 201) return
      const { id } = (await reply.json().catch(() => ({ id: 0 }))) as { readonly id: number }
      if (id > 0) told.push({ id, left: Number(reply.headers.get('X-RateLimit-Remaining')) })
      if (told.length === 200) killed.kill('SIGKILL')
    }
    const waiting = Array.from({ length: REQUESTS }, (_, at) => at)
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) await add(at)
      }),
    )
    expect(await killed.exitCode).toBeNull()
    expect(told.length).toBeGreaterThan(REQUESTS / 2)
    expect(told.length).toBeLessThan(REQUESTS)
    for (const what of ['id', 'left'] as const)
      expect(new Set(told.map((one) => one[what])).size).toBe(told.length)
    const found = await Promise.all(
      told.map(async ({ id }) => (await fetch(`${survivor}/v1/pets/${id}`, { headers })).status),
    )
    expect(found.filter((status) => status !== 200)).toEqual([])
  })

  it.each([
    ['redis://127.0.0.1:1', /^redis:\/\/127\.0\.0\.1:1 cannot be reached: is a Redis there/],
    ['http://127.0.0.1', /^store must be an address such as redis:\/\/localhost:6379/],
  ])('at %s ends with one line and exit code 2', async (address, line) => {
    await using mock = start(address)
    expect(await mock.exitCode).toBe(2)
    expect(mock.stderr).toMatch(line)
    expect(mock.stderr.trim().split('\n')).toHaveLength(1)
  })
})
