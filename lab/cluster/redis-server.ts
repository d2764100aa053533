import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { env } from 'node:process'
import { freePort } from './free-port.ts'

const executable = (env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'redis-server'))
  .find((path) => existsSync(path))

/** Why no Redis can be started here; `undefined` if one can. */
export const noRedis =
  executable === undefined
    ? 'There is no redis-server on the PATH: apt-get install redis-server, or brew install redis'
    : undefined

/** Thrown if a port is in use by now that was free when it was chosen. */
class PortInUse extends Error {
  override readonly name = 'PortInUse'
}

/** Starts what takes free ports; again, with other ports, if one of them is in use by then. */
export async function onOtherPorts<Started>(start: () => Promise<Started>, tries = 3): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof PortInUse) || tries === 1) throw error
    return await onOtherPorts(start, tries - 1)
  }
}

/** A Redis on a free port, with a temporary folder that is removed when it is disposed of. */
export class RedisServer implements AsyncDisposable {
  /** For example `redis://127.0.0.1:40123`. */
  readonly address: string
  readonly #args: readonly string[]
  readonly #folder: string
  #process: ChildProcess | undefined

  private constructor(port: number, folder: string, options: readonly string[]) {
    this.address = `redis://127.0.0.1:${port}`
    this.#folder = folder
    this.#args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...options]
  }

  /** Starts one with options of its command line. */
  static start(...options: readonly string[]): Promise<RedisServer> {
    return onOtherPorts(async () => RedisServer.startAt(await freePort(), ...options))
  }

  static async startAt(port: number, ...options: readonly string[]): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-redis-'))
    const server = new RedisServer(port, folder, options)
    await server.restart()
    return server
  }

  /** Starts it again with the data that it has stored. */
  async restart(): Promise<void> {
    if (executable === undefined) throw new Error(noRedis)
    const redis = spawn(executable, this.#args, { stdio: ['ignore', 'pipe', 'ignore'] })
    this.#process = redis
    let log = ''
    for await (const text of redis.stdout) if ((log += String(text)).includes('Ready to accept')) break
    if (log.includes('Address already in use')) throw new PortInUse(`${this.address} is in use`)
    if (!log.includes('Ready to accept')) throw new Error(`Redis does not start at ${this.address}:\n${log}`)
    redis.stdout.resume()
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  get port(): number {
    return Number(new URL(this.address).port)
  }

  /** The reply to one command, as text: a line for each of its values. Rejects where that is an error, or none comes. */
  async ask(...command: readonly string[]): Promise<string> {
    const socket = connect(this.port, '127.0.0.1')
    socket.on('error', () => undefined)
    // A Valkey drops a command that waits for replicas when its client ends the connection first.
    socket.write(`${command.join(' ')}\r\nQUIT\r\n`)
    let reply = ''
    socket.setEncoding('utf8').on('data', (text: string) => (reply += text))
    await new Promise((resolve) => socket.once('close', resolve))
    if (reply === '' || reply.startsWith('-')) throw new Error(`${command.join(' ')}: ${reply || 'no reply'}`)
    const lines = reply
      .replace(/\+OK\r\n$/, '')
      .split('\r\n')
      .filter((line) => !/^[*$]/.test(line))
    return lines.join('\n').replace(/^[+:]/, '').trimEnd()
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  async kill(): Promise<void> {
    const redis = this.#process
    if (redis?.exitCode !== null || redis.signalCode !== null) return
    const ended = once(redis, 'exit')
    redis.kill('SIGKILL')
    await ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
