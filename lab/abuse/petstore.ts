import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { PETSTORE, Spawned, spawnPetstore } from '../../cli/testing/spawn-petstore.ts'
import { ControlClient } from '../../mock/client/control-client.ts'
import type { WorldClient } from '../../mock/client/world-client.ts'
import { Client } from '../../mock/http/testing/client.ts'

/** A key whose quota no trial exhausts. */
export const KEY = 'enterprise-demo-key'

/** Resident memory of a process, in MB. */
export interface Memory {
  readonly now: number
  /** The highest value so far. */
  readonly peak: number
}

/** How many of a trial's repetitions this run does. */
export function times(count: number): number {
  return Math.max(1, Math.round(count * inject('share')))
}

/** A server in a process of its own. */
class Server implements AsyncDisposable {
  readonly process: Spawned
  /** Read from its output when it listens. */
  readonly baseUrl: string

  protected constructor(process: Spawned, baseUrl: string) {
    this.process = process
    this.baseUrl = baseUrl
  }

  memory(): Promise<Memory> {
    return readMemory(this.process)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]()
  }
}

const BASE_URL = /(http:\/\/127\.0\.0\.1:\d+\/v1)/

/** A mock. */
export class Petstore extends Server {
  #turns = 0

  /** Starts it from its sources, without its request log. `descriptors`: how many files it may have open; `isTimed`: for `longestTurn`. */
  static async start(
    args: readonly string[] = [],
    { descriptors, isTimed = false }: { readonly descriptors?: number; readonly isTimed?: boolean } = {},
  ): Promise<Petstore> {
    const [node = '', ...cli] = PETSTORE
    const timing = isTimed ? ['--import', join(import.meta.dirname, 'longest-turn.ts')] : []
    const command = [node, ...timing, ...cli, 'mock', '--port', '0', '--quiet', ...args]
    const limited = descriptors === undefined ? [] : ['-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh']
    const [first = '', ...rest] = descriptors === undefined ? command : ['sh', ...limited, ...command]
    const process = new Spawned(first, rest, place())
    return new Petstore(process, await process.sees(BASE_URL))
  }

  /** The processor time of the longest turn of its event loop since it was last asked, in milliseconds. */
  async longestTurn(): Promise<number> {
    this.#turns += 1
    this.process.kill('SIGUSR2')
    return Number(await this.process.sees(new RegExp(`turn ${this.#turns}: (\\d+) ms`)))
  }

  get origin(): string {
    return new URL(this.baseUrl).origin
  }

  get port(): number {
    return Number(new URL(this.baseUrl).port)
  }

  get world(): WorldClient {
    return this.control.world('default')
  }

  get control(): ControlClient {
    return new ControlClient(`${this.origin}/_mock`)
  }

  client(key = KEY, world?: string): Client {
    return new Client(`${this.origin}${world === undefined ? '' : `/${world}`}/v1`, key)
  }
}

/** A validating proxy. */
export class PetstoreProxy extends Server {
  static async start(upstream: string): Promise<PetstoreProxy> {
    const process = spawnPetstore(['proxy', upstream, '--port', '0'], place())
    return new PetstoreProxy(process, await process.sees(BASE_URL))
  }
}

/** A service of hostile-services.ts. */
export class HostileService extends Server {
  static async start(name: string): Promise<HostileService> {
    const process = new Spawned(
      globalThis.process.execPath,
      [join(import.meta.dirname, 'hostile-services.ts'), name],
      place(),
    )
    return new HostileService(process, await process.sees(BASE_URL))
  }
}

/** Runs a command of `petstore` to its end, and samples its memory. */
export async function runPetstore(
  args: readonly string[],
): Promise<Memory & Pick<Spawned, 'stdout' | 'stderr'> & { readonly code: number | null }> {
  await using process = spawnPetstore(args, place())
  let peak = 0
  const watch = setInterval(() => {
    void readMemory(process).then(
      // A process that has just ended reports no memory.
      (memory) => (peak = Math.max(peak, memory.peak || 0)),
      () => undefined,
    )
  }, 50)
  const code = await process.exitCode
  clearInterval(watch)
  return { code, stdout: process.stdout, stderr: process.stderr, now: 0, peak }
}

/** Where a process of a trial runs, with the key that it uses. */
export function place(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  return {
    cwd: import.meta.dirname,
    env: { ...globalThis.process.env, PETSTORE_API_KEY: KEY, NO_COLOR: '1' },
  }
}

/** Reads /proc (proc(5)). */
async function readMemory({ pid }: Spawned): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { now: Math.round(megabytes('VmRSS')), peak: Math.round(megabytes('VmHWM')) }
}
