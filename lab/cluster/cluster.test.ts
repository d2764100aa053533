import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithRedis } from '../../mock/stores/redis/testing/with-redis.ts'
import { startCluster, type Cluster } from './start-cluster.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }

describeWithRedis('mocks behind a front', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ instances: 3, shards: 3, port: 0, flags: [] })
    const body = '{"frozen":true}'
    const path = '/_mock/worlds/default/clock'
    await fetch(cluster.front + path, { method: 'PUT', headers: JSON_TYPE, body })
  })
  afterAll(() => cluster[Symbol.asyncDispose]())

  /** Sends one request through the front; a body creates a pet. */
  function ask(key: string, path: string, body?: object): Promise<Response> {
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${key}` }
    const creation = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    return fetch(`${cluster.front}/v1${path}`, { headers, ...creation })
  }

  it('admit as many concurrent requests of a key as a single mock does', async () => {
    const asked = Array.from({ length: 90 }, () => ask('free-demo-key', '/pets?limit=1'))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(Map.groupBy(statuses, (status) => status).get(200)).toHaveLength(60)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })

  it('lose no answered creation and charge no request twice when one is killed among a thousand creations', async () => {
    const key = 'enterprise-demo-key'
    let answered = 0
    const create = async (): Promise<string | undefined> => {
      // The mock may be killed before it replies.
      const reply = await ask(key, '/pets', { name: 'Rex', categoryId: 1 }).catch(() => undefined)
      answered += 1
      if (answered === 300) cluster.instances()[0]?.process.kill('SIGKILL')
      return reply?.status === 201 ? /"id":(\d+)/.exec(await reply.text().catch(String))?.[1] : undefined
    }
    const created = await Promise.all(Array.from({ length: 1000 }, create))
    expect(cluster.instances()).toHaveLength(2)
    const ids = created.filter((id) => id !== undefined)
    expect(new Set(ids).size).toBe(ids.length)
    let reads = 0
    const read = async (id: string, tries = 3): Promise<number> => {
      reads += 1
      const { status } = await ask(key, `/pets/${id}`)
      // On a busy machine, Redis may not have answered in time.
      return status === 503 && tries > 1 ? read(id, tries - 1) : status
    }
    expect(new Set(await Promise.all(ids.map((id) => read(id))))).toEqual(new Set([200]))
    const { headers } = await ask(key, '/pets?limit=1')
    const charged = 5000 - Number(headers.get('X-RateLimit-Remaining'))
    // Requests without a reply may have been counted.
    expect(charged).toBeGreaterThan(2 * ids.length)
    expect(charged).toBeLessThanOrEqual(created.length + reads + 1)
  })
})
