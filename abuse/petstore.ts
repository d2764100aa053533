import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { PETSTORE, Spawned } from '../cli/testing/spawn-petstore.ts'
import { ControlClient } from '../mock/client/control-client.ts'
import type { WorldClient } from '../mock/client/world-client.ts'
import { Client } from '../mock/http/testing/client.ts'

/** A key that no trial uses up. */
export const KEY = 'enterprise-demo-key'

/** Resident memory of a process, in MB. */
export interface Memory {
  readonly now: number
  /** The most that it ever was. */
  readonly peak: number
}

/** As much of a number as is done in this run. */
export function times(count: number): number {
  return Math.max(1, Math.round(count * inject('share')))
}

/** A mock in a process of its own. */
export class Petstore implements AsyncDisposable {
  readonly process: Spawned
  readonly origin: string

  private constructor(process: Spawned, origin: string) {
    this.process = process
    this.origin = origin
  }

  /** Starts it from its sources, without a line for each request; `descriptors` is how many files it may have open. */
  static async start(
    args: readonly string[] = [],
    { descriptors }: { readonly descriptors?: number } = {},
  ): Promise<Petstore> {
    const command = [...PETSTORE, 'mock', '--port', '0', '--quiet', ...args]
    const limited = descriptors === undefined ? [] : ['-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh']
    const [first = '', ...rest] = descriptors === undefined ? command : ['sh', ...limited, ...command]
    const process = new Spawned(first, rest, place())
    return new Petstore(process, await process.sees(/(http:\/\/[\d.]+:\d+)\/v1/))
  }

  get port(): number {
    return Number(new URL(this.origin).port)
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

  memory(): Promise<Memory> {
    return memoryOf(this.process)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]()
  }
}

/** A validating proxy in a process of its own. */
export class PetstoreProxy implements AsyncDisposable {
  readonly process: Spawned
  readonly baseUrl: string

  private constructor(process: Spawned, baseUrl: string) {
    this.process = process
    this.baseUrl = baseUrl
  }

  static async start(upstream: string): Promise<PetstoreProxy> {
    const [node = '', ...cli] = PETSTORE
    const process = new Spawned(node, [...cli, 'proxy', upstream, '--port', '0'], place())
    return new PetstoreProxy(process, await process.sees(/(http:\/\/127\.0\.0\.1:\d+\/v1)/))
  }

  memory(): Promise<Memory> {
    return memoryOf(this.process)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]()
  }
}

/** Runs `petstore` with a command until it has ended, and watches its memory. */
export async function runPetstore(
  args: readonly string[],
): Promise<Memory & Pick<Spawned, 'stdout' | 'stderr'> & { readonly code: number | null }> {
  const [node = '', ...cli] = PETSTORE
  await using process = new Spawned(node, [...cli, ...args], place())
  let peak = 0
  const watch = setInterval(() => {
    void memoryOf(process).then(
      // One that has just ended has none any more.
      (memory) => (peak = Math.max(peak, memory.peak || 0)),
      () => undefined,
    )
  }, 50)
  const code = await process.exitCode
  clearInterval(watch)
  return { code, stdout: process.stdout, stderr: process.stderr, now: 0, peak }
}

function place(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  return {
    cwd: import.meta.dirname,
    env: { ...globalThis.process.env, PETSTORE_API_KEY: KEY, NO_COLOR: '1' },
  }
}

/** As Linux tells it (proc(5)). */
async function memoryOf({ pid }: Spawned): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { now: Math.round(megabytes('VmRSS')), peak: Math.round(megabytes('VmHWM')) }
}
