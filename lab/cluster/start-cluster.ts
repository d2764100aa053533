import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { roundRobin } from './front.ts'
import { RedisServer } from './redis-server.ts'

const PETSTORE = join(import.meta.dirname, '../../cli/index.ts')

/** One mock of several, a process of its own. */
export interface Instance {
  /** As `http://127.0.0.1:40123`. */
  readonly origin: string
  readonly process: ChildProcess
}

/** Several mocks that are one service. */
export interface Cluster extends AsyncDisposable {
  readonly redis: RedisServer
  /** Those that run. */
  readonly instances: () => readonly Instance[]
  /** The origin at which their front gives each request to the next of them. */
  readonly front: string
}

export interface ClusterOptions {
  readonly instances: number
  /** That of the front; a free one where it is 0. */
  readonly port: number
  /** Flags of `petstore mock`. */
  readonly flags: readonly string[]
}

/** Starts a Redis, mocks that keep their state in it, and a front. Rejects, with nothing left running, where one cannot start. */
export async function startCluster({ instances, port, flags }: ClusterOptions): Promise<Cluster> {
  await using started = new AsyncDisposableStack()
  const redis = started.use(await RedisServer.start())
  const running: Instance[] = []
  started.defer(() => stopAll(running))
  const start = async (): Promise<void> => {
    const instance = await startInstance(['--store', redis.address, ...flags])
    running.push(instance)
    instance.process.once('exit', () => {
      running.splice(running.indexOf(instance), 1)
    })
  }
  // The first one makes the worlds, which the others find there.
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
    redis,
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
  throw new Error('A mock has not started')
}

/** The origin that the first line of a mock's log tells. */
function originIn(line: string): string {
  const told: unknown = JSON.parse(line)
  const origin: unknown = typeof told === 'object' && told !== null && Reflect.get(told, 'origin')
  if (typeof origin !== 'string') throw new TypeError(`A mock tells no origin: ${line}`)
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
