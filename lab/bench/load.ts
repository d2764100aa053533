import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Operation } from './contenders.ts'
import { launch, loadCore, type Server } from './server.ts'
import { CannotRun } from './settings.ts'

export interface Load {
  requestsPerSecond: number
  p99Ms: number
  /** The server's processor time per request, which other programs on its core hardly change. */
  processorMicros: number
}

export const connections = 32

/** How long a connection pauses after each reply where all contenders get the same load, in milliseconds. */
const PAUSE_MS = 4

/** About how many requests a second that is, for a server that answers at once. */
export const sameLoad = (connections * 1000) / PAUSE_MS

/** Sends an operation with wrk at the same load to each server: at most `sameLoad` requests a second. */
export async function loadEvenly(server: Server, operation: Operation, seconds: number): Promise<Sent> {
  return await send(server, [operation], seconds, connections, PAUSE_MS)
}

/** Sends the operations in turn with wrk, as fast as the server answers. */
export async function load(server: Server, operations: Operation[], seconds: number): Promise<Load> {
  const spentBefore = processorSeconds(server)
  const { requests, requestsPerSecond, p99Ms } = await send(server, operations, seconds, connections)
  const spent = processorSeconds(server) - spentBefore
  return { requestsPerSecond, p99Ms, processorMicros: (spent / requests) * 1e6 }
}

/** What wrk reports. */
export interface Sent extends Pick<Load, 'requestsPerSecond' | 'p99Ms'> {
  requests: number
}

/** Sends the operations in turn, each with each key in turn, over `connections`, which pause so many milliseconds after each reply. */
export async function send(
  { contender, baseUrl }: Server,
  operations: Operation[],
  seconds: number,
  connections: number,
  pauseMs = 0,
): Promise<Sent> {
  const { basePath, keys } = contender
  const command = [
    ...['wrk', '--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`],
    ...['--header', 'Content-Type: application/json'],
    ...['--script', join(import.meta.dirname, 'load.lua'), baseUrl, '--', `${pauseMs}`],
    ...operations.flatMap(({ method, path, body = '' }) =>
      keys.flatMap((key) => [method, basePath + path, body, key]),
    ),
  ]
  const child = launch(loadCore, command, 'pipe')
  const [output] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'close')])

  const line = /^bench (\d+) (\d+) (\d+) (\d+)$/m.exec(output)
  const [requests = 0, micros = 0, p99Micros = 0, failed = 0] = line?.slice(1).map(Number) ?? []
  if (requests === 0 || failed > 0) {
    const trouble = requests === 0 ? 'no reply' : `${failed} of ${requests} requests failed`
    throw new CannotRun(
      `${contender.name}, ${operations.map(({ name }) => name).join('+')}: ${trouble} under load`,
    )
  }
  return { requests, requestsPerSecond: requests / (micros / 1e6), p99Ms: p99Micros / 1e3 }
}

/** Sends all operations in turn, until V8 has optimized their code. */
export async function warmUp(server: Server, operations: Operation[], seconds: number): Promise<void> {
  if (seconds > 0) await load(server, operations, seconds)
}

export function residentMegabytes(server: Server): number {
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(server, 'status'))?.[1]) * 1024) / 1e6
}

/** Processor time of all threads of a server so far. */
export function processorSeconds(server: Server): number {
  return secondsIn(readProc(server, 'stat'))
}

/** Processor time of a process in /proc/PID/stat. Linux counts it in hundredths of a second. */
export function secondsIn(stat: string): number {
  // The fields after the command's name, which may contain spaces. In proc(5) the first of them has number 3.
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
