import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { noRedis, RedisServer } from '../cluster/redis-server.ts'
import { DEFAULT_PETS } from '../../fixtures/pets.ts'
import { get, mockWith, operations, type Operation } from './contenders.ts'
import { processorSeconds, secondsIn, send, warmUp } from './load.ts'
import { serverCore, startServer, stopServer, type Server } from './server.ts'
import { CannotRun, type Settings } from './settings.ts'

/** So many mocks on one Redis; 0 for one mock that keeps its state itself. */
const instanceCounts = [0, 1, 2, 4]

/** Connections of all clients together, each of which presents a key of its own in its turn. */
export const clusterConnections = 64
const keys = Array.from({ length: clusterConnections }, (_, at) => `bench-${at}`)

/** What was asked of so many mocks, and what a request has cost. */
export interface ClusterLoad {
  requestsPerSecond: number
  p99Ms: number
  /** Processor time of all mocks together. */
  mockMicros: number
  /** Processor time of Redis. */
  redisMicros: number
  /** Commands that Redis was sent: requests that come together share some. */
  commands: number
}

/** One sample per round, for each operation. */
export interface Clustered {
  instances: number
  loads: ClusterLoad[][]
}

/** Why the cluster cannot be measured; `undefined` where it can. */
export const noCluster = noRedis

/** All counts in turn in each round, each with processes of its own. */
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
      await measureOne(instances, loads, settings)
    }
  }
  return measured
}

async function measureOne(instances: number, loads: ClusterLoad[][], settings: Settings): Promise<void> {
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
  await askRedis(redis, 'CONFIG RESETSTAT')
  const before = spent()
  const sent = await Promise.all(
    servers.map((server) => send(server, [operation], seconds, clusterConnections / servers.length)),
  )
  const [mocks = NaN, store = NaN] = spent().map((after, at) => after - (before[at] ?? NaN))
  const stats = await askRedis(redis, 'INFO commandstats')
  const requests = sent.reduce((sum, { requests }) => sum + requests, 0)
  const scripts = callsOf(stats, 'evalsha')
  // What else a mock sends: to look up a pet, as scripts look up callers.
  const others = operation === get && scripts > 0 ? requests : 0
  return {
    requestsPerSecond: sent.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
    p99Ms: Math.max(...sent.map(({ p99Ms }) => p99Ms)),
    mockMicros: (mocks / requests) * 1e6,
    redisMicros: (store / requests) * 1e6,
    commands: (scripts + others) / requests,
  }
}

function callsOf(stats: string, command: string): number {
  return Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(stats)?.[1] ?? 0)
}

/** What Redis replies to one command, as it comes over the wire. */
async function askRedis({ address }: RedisServer, command: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.end(`${command}\r\n`)
  let reply = ''
  socket.setEncoding('utf8').on('data', (text: string) => (reply += text))
  await once(socket, 'close')
  if (reply === '') throw new CannotRun('Redis has gone while it was measured')
  return reply
}
