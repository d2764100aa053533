import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Manner = 'one-by-one' | 'at-once'

/** A client that makes six calls. */
export interface Contender {
  readonly name: string
  readonly version: string
  /** Starts it. It writes `ready`, reads the address and the key, and writes a line for each call. */
  start(manner: Manner): ChildProcess
}

const here = import.meta.dirname

/** The clients of programs/client.mjs, each with its package. */
const libraries: Readonly<Record<string, string>> = {
  'axios-retry': 'axios-retry',
  'axios-retry, linearDelay': 'axios-retry',
  'axios, own linear delay': 'axios',
  'retry-axios': 'retry-axios',
  got: 'got',
  ky: 'ky',
  bottleneck: 'bottleneck',
  'undici RetryAgent': 'undici',
  'OpenAI SDK': 'openai',
  'make-fetch-happen': 'make-fetch-happen',
  'p-retry': 'p-retry',
  'fetch-retry': 'fetch-retry',
  'TanStack Query': '@tanstack/query-core',
  ofetch: 'ofetch',
  superagent: 'superagent',
  wretch: 'wretch',
  'octokit throttling': '@octokit/plugin-throttling',
}

/** Installed tools, each with the shell line that makes one call of `$URL` with `$KEY`. */
const tools: Readonly<Record<string, string>> = {
  'curl --retry 5': 'curl -sf -o /dev/null --retry 5 -H "Authorization: Bearer $KEY" "$URL/pets"',
  'wget --retry-on-http-error':
    'wget -q -O /dev/null --tries=5 --retry-on-http-error=429 --header "Authorization: Bearer $KEY" "$URL/pets"',
}

/** All clients that can run here: a tool that is not installed is skipped. */
export function contenders(): readonly Contender[] {
  const libraryClients = Object.entries(libraries).map(([name, library]): Contender => {
    const start = (manner: Manner): ChildProcess =>
      spawnProgram(process.execPath, ['client.mjs', name, manner])
    return { name, version: `${library} ${readVersion(library)}`, start }
  })
  const toolClients = Object.entries(tools).flatMap(([name, line]): Contender[] => {
    const tool = name.slice(0, name.indexOf(' '))
    const [version = ''] = readOutput(tool, ['--version'])?.split('\n') ?? []
    const number = /\d+\.[\d.]+/.exec(version)?.[0]
    const start = (manner: Manner): ChildProcess => spawnProgram('sh', ['-c', shellProgram(line, manner)])
    return number === undefined ? [] : [{ name, version: `${tool} ${number}`, start }]
  })
  const python = readOutput('python3', ['-c', 'import urllib3, requests; print(urllib3.__version__)'])?.trim()
  const pythonClient = {
    name: 'urllib3 Retry (requests)',
    version: `urllib3 ${python ?? ''}`,
    start: (manner: Manner): ChildProcess => spawnProgram('python3', ['client.py', 'python', manner]),
  }
  return [...libraryClients, ...toolClients, ...(python === undefined ? [] : [pythonClient])]
}

function spawnProgram(command: string, args: readonly string[]): ChildProcess {
  return spawn(command, args, { cwd: join(here, 'programs'), stdio: ['pipe', 'pipe', 'ignore'] })
}

function shellProgram(line: string, manner: Manner): string {
  const call = `{ ${line} && echo through || echo gave up; }`
  const six = Array.from({ length: 6 }, () => (manner === 'at-once' ? `${call} &` : call)).join('\n')
  return `echo ready; read -r URL KEY\n${six}\nwait`
}

function readVersion(library: string): string {
  const { version } = JSON.parse(
    readFileSync(join(here, 'node_modules', library, 'package.json'), 'utf8'),
  ) as { version: string }
  return version
}

function readOutput(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
