import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { noRedis, RedisServer } from '../cluster/redis-server.ts'
import { DEFAULT_PETS } from '../../fixtures/pets.ts'
import { get, mockWith, operations, type Operation } from './contenders.ts'
import { processorSeconds, secondsIn, send, warmUp } from './load.ts'
import { serverCore, startServer, stopServer, type Server } from './server.ts'
import type { Settings } from './settings.ts'

/** How many mocks share one Redis; 0: one mock with its state in memory. */
const instanceCounts = [0, 1, 2, 4]

/** Connections of all clients together. Each presents the keys in turn. */
export const clusterConnections = 64
const keys = Array.from({ length: clusterConnections }, (_, at) => `bench-${at}`)

/** How many requests the mocks served, and what one cost. */
export interface ClusterLoad {
  requestsPerSecond: number
  p99Ms: number
  /** Processor time of all mocks together, for each request. */
  mockMicros: number
  /** Processor time of Redis, for each request. */
  redisMicros: number
  /** Commands to Redis for each request; concurrent requests share some. */
  commands: number
}

/** For each operation, a sample per round. */
export interface Clustered {
  instances: number
  loads: ClusterLoad[][]
}

/** Why the cluster cannot be measured; `undefined` if it can. */
export const noCluster = noRedis

/** Measures all counts in turn in each round, each with new processes. */
export async function measureCluster(
  settings: Settings,
  progress: (stage: string) => void,
): Promise<Clustered[]> {
  const measured = instanceCounts.map((instances) => ({
    instances,
    loads: operations.map((): ClusterLoad[] => []),
  }))
  for (let round = 1; round <= settings.clusterRounds; round++) {
    for (const { instances, loads } of measured) {
      progress(`${instances} mocks on a Redis, round ${round} of ${settings.clusterRounds}`)
      await measureRound(instances, loads, settings)
    }
  }
  return measured
}

async function measureRound(instances: number, loads: ClusterLoad[][], settings: Settings): Promise<void> {
  await using redis = await RedisServer.start()
  const kill = (): void => {
    redis.signal('SIGKILL')
  }
  process.once('exit', kill)
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${serverCore}`, `${redis.pid}`])
  const flags = instances === 0 ? [] : ['--store', redis.address]
  const servers: Server[] = []
  while (servers.length < Math.max(1, instances)) {
    servers.push(await startServer(mockWith(DEFAULT_PETS, { keys, flags })))
  }
  for (const server of servers) await warmUp(server, operations, settings.warmUpSeconds)
  for (const [index, operation] of operations.entries()) {
    loads[index]?.push(await loadAll(servers, redis, operation, settings.seconds))
  }
  for (const server of servers) await stopServer(server)
  process.off('exit', kill)
}

async function loadAll(
  servers: Server[],
  redis: RedisServer,
  operation: Operation,
  seconds: number,
): Promise<ClusterLoad> {
  const spent = (): number[] => [
    servers.reduce((sum, server) => sum + processorSeconds(server), 0),
    secondsIn(readFileSync(`/proc/${redis.pid}/stat`, 'utf8')),
  ]
  await redis.ask('CONFIG', 'RESETSTAT')
  const before = spent()
  const sent = await Promise.all(
    servers.map((server) => send(server, [operation], seconds, clusterConnections / servers.length)),
  )
  const [mocks = NaN, store = NaN] = spent().map((after, at) => after - (before[at] ?? NaN))
  const stats = await redis.ask('INFO', 'commandstats')
  const requests = sent.reduce((sum, { requests }) => sum + requests, 0)
  const scripts = countCalls(stats, 'evalsha')
  // Besides the scripts, a mock sends a command to look up a pet.
  const others = operation === get && scripts > 0 ? requests : 0
  return {
    requestsPerSecond: sent.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
    p99Ms: Math.max(...sent.map(({ p99Ms }) => p99Ms)),
    mockMicros: (mocks / requests) * 1e6,
    redisMicros: (store / requests) * 1e6,
    commands: (scripts + others) / requests,
  }
}

function countCalls(stats: string, command: string): number {
  return Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(stats)?.[1] ?? 0)
}
