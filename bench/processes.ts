import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { root } from './contenders.ts'

export const serverCore = 0
export const loadCore = 1

const running = new Set<ChildProcess>()

type Output = 'pipe' | 'ignore'

/** `taskset` turns into the command, so the child's pid is the command's own. */
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

/** SIGKILL: no contender has anything to save, and none may linger on the server's core. */
export async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** However the bench ends, nothing that it started outlives it. */
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
