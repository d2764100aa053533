import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { once } from 'node:events'

/** A service that somebody else wrote, from the document alone. */
export interface Stranger {
  readonly name: string
  /** Its language, and its framework or library. */
  readonly style: string
  /** A command, its file below `services/`. */
  readonly command: readonly [program: string, file: string]
  /** A package that it needs, of those in this folder's package.json. */
  readonly needs?: string
}

export const strangers: readonly Stranger[] = [
  { name: 'cedar', style: 'Python, standard library', command: ['python3', 'cedar/petstore.py'] },
  {
    name: 'fir',
    style: 'JavaScript, Fastify',
    command: [process.execPath, 'fir/server.js'],
    needs: 'fastify',
  },
  { name: 'hazel', style: 'TypeScript, Hono', command: [process.execPath, 'hazel/main.ts'], needs: 'hono' },
  { name: 'larch', style: 'Perl, core modules', command: ['perl', 'larch/petstore.pl'] },
  { name: 'oak', style: 'JavaScript, node:http', command: [process.execPath, 'oak/service.mjs'] },
]

export const KEYS = ['free-demo-key', 'free-demo-key-2', 'enterprise-demo-key'] as const

/** Why a stranger cannot be started on this machine; `undefined` where it can. */
export function whyNot({ command: [program], needs }: Stranger): string | undefined {
  if (spawnSync(program, ['--version']).status !== 0) return `${program} is not installed`
  const isThere = needs === undefined || existsSync(join(import.meta.dirname, 'node_modules', needs))
  return isThere ? undefined : `${needs} is not installed (npm run lab -- strangers installs it)`
}

/** A stranger in a process of its own. */
export interface Running extends AsyncDisposable {
  readonly baseUrl: string
}

const running = new Set<ChildProcess>()

let isListening = false

/** Ends a child process with this one, however this one ends. */
function endWithParent(child: ChildProcess): void {
  if (!isListening) {
    isListening = true
    process.once('exit', () => {
      for (const one of running) one.kill('SIGKILL')
    })
    process.once('SIGTERM', () => process.exit(1))
  }
  running.add(child)
  child.once('exit', () => running.delete(child))
}

/** Starts a stranger on a free port. */
export async function startStranger({ command: [program, file] }: Stranger): Promise<Running> {
  const keys = `${KEYS[0]}:free,${KEYS[1]}:free,${KEYS[2]}:enterprise`
  const path = join(import.meta.dirname, 'services', file)
  const child = spawn('env', ['PORT=0', 'CONTROL=1', `KEYS=${keys}`, program, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithParent(child)
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
  return {
    baseUrl,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
