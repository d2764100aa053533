import { RedisCluster } from '../cluster/redis-cluster.ts'
import { RedisServer } from '../cluster/redis-server.ts'
import { DEFAULT_PETS } from '../../fixtures/pets.ts'
import { clusterConnections } from './cluster.ts'
import { mockWith, operations, type Operation } from './contenders.ts'
import { send, warmUp } from './load.ts'
import { startServer, stopServer, type Server } from './server.ts'
import { CannotRun, type Settings } from './settings.ts'

/** What the worlds are stored in. */
const places = [
  ['one Redis', () => RedisServer.start()],
  ['one Redis and a replica', () => RedisCluster.start({ shards: 1, replicas: true })],
  ['three shards', () => RedisCluster.start({ shards: 3 })],
  ['three shards and replicas', () => RedisCluster.start({ shards: 3, replicas: true })],
] as const satisfies readonly (readonly [string, () => Promise<RedisServer | RedisCluster>])[]

/** The worlds that share the load. By their names, each of three shards has eight of them. */
const worlds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 22, 26, 31, 35].map(
  (number) => `world-${number}`,
)

/** The mocks that serve them. */
const MOCKS = 2

/** What worlds in a store were served, and what that cost its primaries. */
export interface ShardLoad {
  /** Requests for each second of processor time of the primary that had most to do. */
  perRedisSecond: number
  /** Processor time of all primaries together, for each request. */
  redisMicros: number
  p99Ms: number
}

/** For each operation, a sample per round. */
export interface Sharded {
  place: string
  loads: ShardLoad[][]
}

/** Measures all stores in turn in each round, each with new processes. */
export async function measureShards(
  settings: Settings,
  progress: (stage: string) => void,
): Promise<Sharded[]> {
  const measured = places.map(([place, start]) => ({
    place,
    start,
    loads: operations.map((): ShardLoad[] => []),
  }))
  for (let round = 1; round <= settings.clusterRounds; round++) {
    for (const { place, start, loads } of measured) {
      progress(`${worlds.length} worlds in ${place}, round ${round} of ${settings.clusterRounds}`)
      await measureRound(start, loads, settings)
    }
  }
  return measured.map(({ place, loads }) => ({ place, loads }))
}

async function measureRound(
  start: () => Promise<RedisServer | RedisCluster>,
  loads: ShardLoad[][],
  settings: Settings,
): Promise<void> {
  await using store = await start()
  const primaries = store instanceof RedisServer ? [store] : store.shards.map(({ primary }) => primary)
  const replicas = store instanceof RedisServer ? [] : store.shards.flatMap(({ replica }) => replica ?? [])
  const kill = (): void => {
    for (const redis of [...primaries, ...replicas]) redis.signal('SIGKILL')
  }
  process.once('exit', kill)
  const servers: Server[] = []
  while (servers.length < MOCKS) {
    servers.push(await startServer(mockWith(DEFAULT_PETS, { flags: ['--store', store.address] })))
  }
  for (const name of worlds) await createWorld(servers[0], name)
  for (const server of servers) await warmUp(server, operations, settings.warmUpSeconds)
  for (const [index, operation] of operations.entries()) {
    loads[index]?.push(await loadAll(servers, primaries, operation, settings.seconds))
  }
  for (const server of servers) await stopServer(server)
  process.off('exit', kill)
}

async function createWorld(server: Server | undefined, name: string): Promise<void> {
  const url = `${new URL(server?.baseUrl ?? '').origin}/_mock/worlds`
  const headers = { 'Content-Type': 'application/json' }
  let status = 503
  // On a busy machine Redis, or a replica, may answer too late.
  for (let tries = 0; status === 503 && tries < 10; tries += 1) {
    ;({ status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name }) }))
  }
  // 409: a creation that was answered too late was made all the same.
  if (status !== 201 && status !== 409) throw new CannotRun(`the world ${name} was not created: ${status}`)
}

async function loadAll(
  servers: readonly Server[],
  primaries: readonly RedisServer[],
  operation: Operation,
  seconds: number,
): Promise<ShardLoad> {
  const spent = (): Promise<number[]> => Promise.all(primaries.map(processorSeconds))
  const inWorlds = worlds.map((name) => ({ ...operation, path: `/${name}/v1${operation.path}` }))
  const before = await spent()
  const sent = await Promise.all(
    servers.map((server) => {
      const anyWorld = { ...server, contender: { ...server.contender, basePath: '' } }
      // As many to each primary: the more come at the same time, the more of them share a round trip.
      return send(anyWorld, inWorlds, seconds, (clusterConnections * primaries.length) / servers.length)
    }),
  )
  const each = (await spent()).map((after, at) => after - (before[at] ?? NaN))
  const requests = sent.reduce((sum, { requests }) => sum + requests, 0)
  return {
    perRedisSecond: requests / Math.max(...each),
    redisMicros: (each.reduce((sum, one) => sum + one) / requests) * 1e6,
    p99Ms: Math.max(...sent.map(({ p99Ms }) => p99Ms)),
  }
}

/** The processor time of a Redis so far, which it knows to the microsecond. */
async function processorSeconds(redis: RedisServer): Promise<number> {
  const times = (await redis.ask('INFO', 'cpu')).matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)
  return Array.from(times, ([, seconds]) => Number(seconds)).reduce((sum, one) => sum + one, 0)
}
