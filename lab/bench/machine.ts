import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { root } from './contenders.ts'
import { loadCore, serverCore } from './server.ts'
import { CannotRun } from './settings.ts'

export interface Machine {
  processor: string
  cores: number
  loadAverage: number
  versions: string
}

export function requireTools(): void {
  if (!existsSync('/proc/self/status')) throw new CannotRun('the bench needs Linux: it reads /proc')
  requireCommand('taskset', ['--version'], 'apt-get install util-linux')
  // `wrk --version` ends with code 1, so that only its presence can be checked.
  requireCommand('wrk', ['--version'], 'apt-get install wrk')
  for (const core of [serverCore, loadCore]) {
    if (spawnSync('taskset', ['--cpu-list', `${core}`, 'true']).status !== 0) {
      throw new CannotRun(
        `the bench needs cores ${serverCore} and ${loadCore}: core ${core} is not available`,
      )
    }
  }
}

function requireCommand(command: string, args: string[], remedy: string): void {
  if (spawnSync(command, args).error) throw new CannotRun(`${command} is not installed: ${remedy}`)
}

/** Moves the bench itself to the core of the load. */
export function leaveServerCore(): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${loadCore}`, `${process.pid}`])
}

export function describeMachine(): Machine {
  const packages = [
    ['petstore-mock', 'package.json'],
    ['Express', 'lab/bench/node_modules/express/package.json'],
    ['Prism', 'lab/bench/node_modules/@stoplight/prism-cli/package.json'],
  ] as const
  const versions = packages.map(([name, file]) => `${name} ${versionIn(file)}`)
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: cpus().length,
    loadAverage: loadavg()[0] ?? NaN,
    versions: [`Node ${process.version}`, ...versions].join(', '),
  }
}

function versionIn(file: string): string {
  const path = join(root, file)
  if (!existsSync(path)) return '(not installed)'
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const hasVersion = typeof content === 'object' && content !== null && 'version' in content
  return hasVersion ? String(content.version) : '(no version)'
}
