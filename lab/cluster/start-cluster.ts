import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { roundRobin } from './front.ts'
import { RedisCluster } from './redis-cluster.ts'
import { RedisServer } from './redis-server.ts'

const PETSTORE = join(import.meta.dirname, '../../cli/index.ts')

/** One mock of several, a process of its own. */
export interface Instance {
  /** For example `http://127.0.0.1:40123`. */
  readonly origin: string
  readonly process: ChildProcess
}

/** Several mocks that are one service, and their front. */
export interface Cluster extends AsyncDisposable {
  /** The address of their store. */
  readonly store: string
  /** The mocks that run at this moment. */
  readonly instances: () => readonly Instance[]
  /** The origin of the front, which passes each request to the next mock. */
  readonly front: string
}

export interface ClusterOptions {
  readonly instances: number
  /** The shards of the Redis Cluster that stores their state; one: a Redis by itself. */
  readonly shards: number
  /** The port of the front; 0 for a free one. */
  readonly port: number
  /** Flags of `petstore mock`. */
  readonly flags: readonly string[]
}

/** Starts a Redis or several, mocks that store their state there, and a front. Rejects if one cannot start, and then stops the others. */
export async function startCluster({ instances, shards, port, flags }: ClusterOptions): Promise<Cluster> {
  await using started = new AsyncDisposableStack()
  const redis = started.use(await (shards === 1 ? RedisServer.start() : RedisCluster.start({ shards })))
  const running: Instance[] = []
  started.defer(() => stopAll(running))
  const start = async (): Promise<void> => {
    const instance = await startInstance(['--store', redis.address, ...flags])
    running.push(instance)
    instance.process.once('exit', () => {
      running.splice(running.indexOf(instance), 1)
    })
  }
  // The first mock creates the worlds, which the others load.
  await start()
  await Promise.all(Array.from({ length: instances - 1 }, start))

  const server = roundRobin(() => running.map(({ origin }) => origin))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  started.defer(async () => {
    const closed = once(server.close(), 'close')
    server.closeAllConnections()
    await closed
  })
  const all = started.move()
  return {
    store: redis.address,
    instances: () => running,
    front: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

async function startInstance(flags: readonly string[]): Promise<Instance> {
  const args = [PETSTORE, 'mock', '--port', '0', '--log', 'json', ...flags]
  const process_ = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(process_.stdout)) {
    process_.stdout.resume()
    return { origin: originIn(line), process: process_ }
  }
  throw new Error('A mock did not start')
}

/** The origin in the first line of a mock's log. */
function originIn(line: string): string {
  const entry: unknown = JSON.parse(line)
  const origin: unknown = typeof entry === 'object' && entry !== null && Reflect.get(entry, 'origin')
  if (typeof origin !== 'string') throw new TypeError(`The log of a mock begins without its origin: ${line}`)
  return origin
}

async function stopAll(instances: readonly Instance[]): Promise<void> {
  await Promise.all(
    instances.map(async ({ process: one }) => {
      const ended = once(one, 'exit')
      one.kill('SIGTERM')
      await ended
    }),
  )
}
