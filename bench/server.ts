import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Address } from './ask.ts'
import { CannotRun } from './cannot-run.ts'
import { root, type Contender } from './contenders.ts'
import { list } from './operations.ts'
import { launch, serverCore, stop } from './processes.ts'

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
  const outcome = child.exitCode === null ? `gave ${last} on ${baseUrl}` : `ended with code ${child.exitCode}`
  await stop(child)
  throw new CannotRun(
    `${contender.name} ${outcome}; try it by hand: NODE_ENV=production ${command.join(' ')}`,
  )
}

export async function stopServer(server: Server): Promise<void> {
  await stop(server.child)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  })
}
