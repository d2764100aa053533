import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { env } from 'node:process'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe } from 'vitest'
import { openRedis, type OpenStore } from '../open-redis.ts'
import { Memory } from '../../../core/memory/memory.ts'

const place = (env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'redis-server'))
  .find((path) => existsSync(path))

if (place === undefined) {
  const sentence =
    'There is no redis-server here, so the store in Redis is not tested: apt-get install redis-server'
  // Where everything is to be tested, nothing may be left out in silence.
  if (env['NEEDS_REDIS'] !== undefined) throw new Error(sentence)
  console.warn(sentence)
}

/** Tests that need a Redis, which are left out where none is installed. */
export const describeWithRedis = place === undefined ? describe.skip : describe

let lastPrefix = 0

/** A Redis of its own, in a folder of its own, on a free port. */
export class RedisServer implements AsyncDisposable {
  readonly #port: number
  readonly #folder: string
  readonly #options: readonly string[]
  #process: ChildProcess | undefined

  private constructor(port: number, folder: string, options: readonly string[]) {
    this.#port = port
    this.#folder = folder
    this.#options = options
  }

  /** Starts one; options are those of its command line. */
  static async start(...options: readonly string[]): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-redis-'))
    const server = new RedisServer(await freePort(), folder, options)
    await server.restart()
    return server
  }

  /** An address whose keys are nobody else's. */
  newAddress(): string {
    lastPrefix += 1
    return `redis://127.0.0.1:${this.#port}?prefix=test-${lastPrefix}`
  }

  /** Starts it again with the data that it has kept. */
  async restart(): Promise<void> {
    const args = ['--port', String(this.#port), '--dir', this.#folder, '--save', '', ...this.#options]
    const redis = spawn(place ?? 'redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    this.#process = redis
    for await (const text of redis.stdout) if (String(text).includes('Ready to accept')) break
    redis.stdout.resume()
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  async kill(): Promise<void> {
    const redis = this.#process
    if (redis?.exitCode !== null || redis.signalCode !== null) return
    const ended = new Promise((resolve) => redis.once('exit', resolve))
    redis.kill('SIGKILL')
    await ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Opens the store at an address, as an instance does. */
export function openStore(address: string): Promise<OpenStore> {
  return openRedis(address, new Memory())
}

/** Asks until the answer is yes. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
