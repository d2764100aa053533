import { readFileSync } from 'node:fs'
import { CannotRun } from './cannot-run.ts'
import type { Server } from './server.ts'

export function residentMegabytes(server: Server): number {
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(server, 'status'))?.[1]) * 1024) / 1e6
}

/** Processor time of all its threads so far; Linux counts it in hundredths of a second. */
export function processorSeconds(server: Server): number {
  const stat = readProc(server, 'stat')
  // The fields after the command's name, which may hold spaces; proc(5) counts the state as the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [userTicks, systemTicks] = fields.slice(14 - 3).map(Number)
  return ((userTicks ?? NaN) + (systemTicks ?? NaN)) / 100
}

function readProc({ child, contender }: Server, file: 'status' | 'stat'): string {
  try {
    return readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  } catch {
    throw new CannotRun(`${contender.name} ended by itself while it was measured (code ${child.exitCode})`)
  }
}
