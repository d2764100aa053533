import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../cluster/free-port.ts'
import type { Contender, Place } from './contenders.ts'

// On an interrupt, exit: the handler of `exit` stops the mock.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** The time limit for a start, in milliseconds; a Java virtual machine on a busy machine needs much of it. */
const START_LIMIT = 90_000

/** A free port and a temporary folder for a mock; disposing of it removes the folder. */
export async function makePlace(): Promise<Place & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-peer-'))
  const port = await freePort()
  return { folder, port, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Starts a mock at its place; it serves at `baseUrl` until it is disposed of. */
export async function serve(
  contender: Contender,
  place: Place,
): Promise<{ readonly baseUrl: string } & AsyncDisposable> {
  const [command = '', ...args] = await contender.prepare(place)
  // A process group of its own, so that its children end with it.
  const mock = spawn(command, args, {
    cwd: place.folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  mock.stderr.on('data', (data: Buffer) => (errors = `${errors}${data.toString()}`.slice(-2000)))
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
  const until = performance.now() + START_LIMIT
  while (!(await answers(`${baseUrl}/pets`))) {
    if (mock.exitCode !== null || performance.now() > until) {
      await stop()
      throw new Error(`${contender.name} does not serve: ${errors}`)
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
