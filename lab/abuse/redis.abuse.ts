import { expect, test } from 'vitest'
import { noRedis, RedisServer } from '../cluster/redis-server.ts'
import { Petstore, runPetstore, times } from './petstore.ts'

test.skipIf(noRedis)(
  'A Redis that deletes keys when it is full: the mock refuses to begin',
  async ({ task }) => {
    await using redis = await RedisServer.start('--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru')
    const { code, stderr } = await runPetstore(['mock', '--port', '0', '--store', redis.address])
    expect(code).toBe(2)
    expect(stderr).toContain('set it to noeviction')
    task.meta.figures = 'exit code 2, and what to set'
  },
)

test.skipIf(noRedis)(
  'A Redis that becomes full under load: what was acknowledged is there, creations are refused, and lists go on',
  async ({ task }) => {
    await using redis = await RedisServer.start('--maxmemory', '24mb')
    const args = ['--limits', 'off', '--store', redis.address, '--choice', 'longest-name=any']
    await using first = await Petstore.start(args)
    await using second = await Petstore.start(args)
    const each = times(1000)
    // 64 MB in all, whatever share of the creations is carried out.
    const name = 'x'.repeat(8_000_000 / each)
    const created: string[] = []
    const statuses = new Map<number, number>()
    let listed = 0
    const create = async (mock: Petstore): Promise<void> => {
      for (let at = 0; at < each; at += 1) {
        const { status, json } = await mock.client().create({ name, categoryId: at })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 201) created.push(String((json as { readonly id: number }).id))
      }
    }
    const list = async (mock: Petstore): Promise<void> => {
      for (let at = 0; at < times(500); at += 1) {
        const { status } = await mock.client().list('?limit=1')
        if (status === 200) listed += 1
      }
    }
    const both = [first, second]
    await Promise.all(
      both.flatMap((mock) => [create(mock), create(mock), create(mock), create(mock), list(mock)]),
    )
    for (const id of created) expect((await second.client().get(id)).status).toBe(200)
    expect([...statuses.keys()].filter((status) => status !== 201 && status !== 507)).toEqual([])
    expect(listed).toBe(2 * times(500))
    expect(new Set(created).size).toBe(created.length)
    const refused = statuses.get(507) ?? 0
    expect(refused).toBeGreaterThan(0)
    task.meta.figures = `24 MB; of two mocks ${created.length} pets of ${8000 / each} kB acknowledged and there, ${refused} creations answered 507, ${listed} lists 200`
  },
)
