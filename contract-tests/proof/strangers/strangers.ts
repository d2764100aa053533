import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import type { WorldControl } from '../../engine/ports.ts'

/** A service that somebody else wrote, from the document alone. */
export interface Stranger {
  readonly name: string
  /** What it is written in, and what it rests on. */
  readonly style: string
  /** A command, its file below `services/`. */
  readonly command: readonly [program: string, file: string]
}

export const strangers: readonly Stranger[] = [
  { name: 'cedar', style: 'Python, standard library', command: ['python3', 'cedar/petstore.py'] },
  { name: 'fir', style: 'JavaScript, Fastify', command: [process.execPath, 'fir/server.js'] },
  { name: 'hazel', style: 'TypeScript, Hono', command: [process.execPath, 'hazel/main.ts'] },
  { name: 'larch', style: 'Perl, core modules', command: ['perl', 'larch/petstore.pl'] },
  { name: 'oak', style: 'JavaScript, node:http', command: [process.execPath, 'oak/service.mjs'] },
]

export const KEYS = ['free-demo-key', 'free-demo-key-2', 'enterprise-demo-key'] as const

/** A stranger in a process of its own. */
export interface Running extends AsyncDisposable {
  readonly baseUrl: string
  /** Its clock, and what a key has left, as it lets a test move them. */
  readonly control: WorldControl
  /** Puts it back to what it began with, but for its clock. */
  reset(): Promise<void>
}

/** Starts a stranger on a free port. */
export async function startStranger({ command: [program, file] }: Stranger): Promise<Running> {
  const keys = `${KEYS[0]}:free,${KEYS[1]}:free,${KEYS[2]}:enterprise`
  const path = join(import.meta.dirname, 'services', file)
  const child = spawn('env', ['PORT=0', 'CONTROL=1', `KEYS=${keys}`, program, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      reject(new Error(`${file} ended with exit code ${code} before it listened`))
    })
    createInterface(child.stdout).on('line', (line) => {
      const [, url] = /^listening on (\S+)/.exec(line) ?? []
      if (url !== undefined) resolve(url)
    })
  })
  const post = async (what: string, body: object = {}): Promise<unknown> => {
    const reply = await fetch(new URL(`/control/${what}`, baseUrl), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${file}: /control/${what} answered ${reply.status}`)
    return reply.json()
  }
  return {
    baseUrl,
    control: {
      clock: {
        freeze: async () => nowIn(await post('freeze')),
        advance: async ({ seconds }) => nowIn(await post('advance', { seconds })),
      },
      keys: { setRemaining: (key, left) => post('remaining', { key, ...left }) },
    },
    reset: async () => {
      await post('reset')
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

function nowIn(reply: unknown): { readonly now: number } {
  if (typeof reply === 'object' && reply !== null && 'now' in reply && typeof reply.now === 'number') {
    return { now: reply.now }
  }
  throw new Error(`no time in ${JSON.stringify(reply)}`)
}
