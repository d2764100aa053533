import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../cluster/free-port.ts'
import type { Contender, Place } from './contenders.ts'

// A process that is interrupted ends by its exit, where the mock is stopped too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** How long a mock may take until it answers, in milliseconds: a Java virtual machine on a busy machine. */
const LONGEST_START = 90_000

/** A place for a mock, and what removes it. */
export async function makePlace(): Promise<Place & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-peer-'))
  const port = await freePort()
  return { folder, port, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Starts a mock anew at its place; it serves at `baseUrl` until it is disposed of. */
export async function serve(
  contender: Contender,
  place: Place,
): Promise<{ readonly baseUrl: string } & AsyncDisposable> {
  const [command = '', ...args] = await contender.prepare(place)
  // A group of its own, so that what it starts ends with it.
  const mock = spawn(command, args, {
    cwd: place.folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  mock.stderr.on('data', (data: Buffer) => (said = `${said}${data.toString()}`.slice(-2000)))
  const ended = once(mock, 'exit')
  const kill = (): void => {
    if (mock.pid !== undefined && mock.exitCode === null && mock.signalCode === null)
      process.kill(-mock.pid, 'SIGKILL')
  }
  process.once('exit', kill)
  const stop = async (): Promise<void> => {
    kill()
    await ended
    process.off('exit', kill)
  }
  const baseUrl = `http://127.0.0.1:${place.port}/v1`
  const until = performance.now() + LONGEST_START
  while (!(await answers(`${baseUrl}/pets`))) {
    if (mock.exitCode !== null || performance.now() > until) {
      await stop()
      throw new Error(`${contender.name} does not serve: ${said}`)
    }
    await sleep(100)
  }
  return { baseUrl, [Symbol.asyncDispose]: stop }
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(5000) })).arrayBuffer()
    return true
  } catch {
    return false
  }
}
