import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../cluster/free-port.ts'
import { list, root, type Contender, type Operation } from './contenders.ts'
import { CannotRun } from './settings.ts'

export const serverCore = 0
export const loadCore = 1

const running = new Set<ChildProcess>()

type Output = 'pipe' | 'ignore'

/** Starts a command on a core. `taskset` replaces itself by the command, so the pid is the command's. */
export function launch(
  core: number,
  command: string[],
  output: Output,
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const child = spawn('taskset', ['--cpu-list', `${core}`, ...command], {
    cwd: root,
    stdio: ['ignore', output, 'ignore'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** SIGKILL: no contender has anything to save, and none may use the server's core any longer. */
async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Kills what the bench has started, however the bench ends. */
export function stopAllOnExit(): void {
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL')
  })
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => process.exit(exitCode))
  }
}

export interface Server extends Address {
  /** From the spawn to the end of the first 200. */
  firstReplyMs: number
  child: ChildProcess
}

const patienceMs = 60_000

export async function startServer(contender: Contender): Promise<Server> {
  for (const [file, remedy] of Object.entries(contender.needs)) {
    if (!existsSync(join(root, file))) throw new CannotRun(`${contender.name} needs ${file}: ${remedy}`)
  }
  const port = await freePort()
  const command = [process.execPath, ...contender.command(port)]
  const baseUrl = `http://127.0.0.1:${port}${contender.basePath}`

  const begun = performance.now()
  const child = launch(serverCore, command, 'ignore', { NODE_ENV: 'production' })
  let last = 'no reply'
  while (performance.now() - begun < patienceMs && child.exitCode === null && child.signalCode === null) {
    try {
      const { status } = await ask({ baseUrl, contender }, list)
      if (status === list.status) {
        return { contender, baseUrl, child, firstReplyMs: performance.now() - begun }
      }
      last = `status ${status}`
    } catch {
      // Not listening yet.
    }
    await pause(1)
  }
  const outcome =
    child.exitCode === null ? `answered with ${last} at ${baseUrl}` : `ended with code ${child.exitCode}`
  await stop(child)
  throw new CannotRun(
    `${contender.name} ${outcome}; try it by hand: NODE_ENV=production ${command.join(' ')}`,
  )
}

export async function stopServer(server: Server): Promise<void> {
  await stop(server.child)
}

interface Reply {
  status: number
  text: string
}

/** Where a contender listens. */
interface Address {
  contender: Contender
  baseUrl: string
}

/** Sends a request on a new connection. Not with `fetch`, whose first call costs more than a cold start. */
export function ask({ baseUrl, contender }: Address, operation: Operation): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = ({ message }: Error) => {
      reject(new CannotRun(`${contender.name} does not answer ${operation.name}: ${message}`))
    }
    const options = {
      method: operation.method,
      headers: { Authorization: `Bearer ${contender.keys[0]}`, 'Content-Type': 'application/json' },
      agent: false,
      timeout: 10_000,
    }
    const outgoing = request(baseUrl + operation.path, options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', fail)
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no reply within 10 s')))
    outgoing.on('error', fail)
    outgoing.end(operation.body)
  })
}
