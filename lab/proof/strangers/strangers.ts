import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { compiledJava } from './compiled-java.ts'

/** A service that somebody else wrote, from the document alone. */
export interface Stranger {
  readonly name: string
  /** Its language, and its framework or library. */
  readonly style: string
  /** A command, its file below `services/`. */
  readonly command: readonly [program: string, file: string]
  /** A package that it needs, of those in this folder's package.json. */
  readonly needs?: string
  /** Debian packages that it needs, and a command that fails where they are not installed. */
  readonly debian?: { readonly packages: string; readonly check: readonly [program: string, ...string[]] }
  /** Whether it has options.json and breaches.json, and can be started to act by them. */
  readonly isConfigurable?: true
}

// Where Debian's packages put their modules; another Python does not see them.
const DEBIAN_PYTHON = '/usr/bin/python3'

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
  {
    name: 'juniper',
    style: 'Java, JDK only',
    command: ['java', 'juniper/PetStore.java'],
    debian: { packages: 'openjdk-17-jdk-headless', check: ['javac', '--version'] },
    isConfigurable: true,
  },
  {
    name: 'sedge',
    style: 'nginx with Lua before Python',
    command: [DEBIAN_PYTHON, 'sedge/start.py'],
    debian: {
      packages: 'nginx-light, libnginx-mod-http-lua and lua-cjson',
      check: [
        'sh',
        '-c',
        'nginx -v && ls /usr/lib/nginx/modules/ngx_http_lua_module.so /usr/lib/*/lua/5.1/cjson.so',
      ],
    },
    isConfigurable: true,
  },
  {
    name: 'tamarack',
    style: 'Python, FastAPI',
    command: [DEBIAN_PYTHON, 'tamarack/petstore.py'],
    debian: {
      packages: 'python3-fastapi and python3-uvicorn',
      check: [DEBIAN_PYTHON, '-c', 'import fastapi, uvicorn'],
    },
    isConfigurable: true,
  },
]

export const KEYS = ['free-demo-key', 'free-demo-key-2', 'enterprise-demo-key'] as const

/** Why a stranger cannot be started on this machine; `undefined` where it can. */
export function whyNot({ command: [program], needs, debian }: Stranger): string | undefined {
  if (spawnSync(program, ['--version']).status !== 0) return `${program} is not installed`
  if (debian !== undefined) {
    const [check, ...args] = debian.check
    if (spawnSync(check, args).status !== 0) return `it needs Debian’s ${debian.packages}`
  }
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

const LONGEST_END_MS = 3000

/** Starts a stranger on a free port. */
export async function startStranger({ command: [program, file] }: Stranger): Promise<Running> {
  const keys = `${KEYS[0]}:free,${KEYS[1]}:free,${KEYS[2]}:enterprise`
  const path = join(import.meta.dirname, 'services', file)
  const args = file.endsWith('.java') ? compiledJava(path) : [path]
  const child = spawn('env', ['PORT=0', 'CONTROL=1', `KEYS=${keys}`, program, ...args], {
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
      // One of them has processes and files of its own, which it then ends and removes.
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_END_MS)
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      clearTimeout(timer)
    },
  }
}
