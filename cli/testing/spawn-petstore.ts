import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** The command from its sources, as a shell would run it. */
export const PETSTORE = [process.execPath, join(import.meta.dirname, '../index.ts')]

/** Where a process runs. */
export interface Place {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** A process of its own, and what it has written. */
export class Spawned implements AsyncDisposable {
  stdout = ''
  stderr = ''
  /** Resolves when it has ended, with its exit code; null when a signal ended it. */
  readonly exitCode: Promise<number | null>
  readonly #child: ChildProcessByStdio<null, Readable, Readable>
  #waiting: (() => void)[] = []

  constructor(command: string, args: readonly string[], { cwd, env }: Place) {
    this.#child = spawn(command, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
      this.#wake()
    })
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
    this.exitCode = new Promise((resolve, reject) => {
      this.#child.once('error', reject)
      this.#child.once('close', (code) => {
        resolve(code)
        this.#wake()
      })
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Waits for a match of the pattern on stdout; resolves with its group. */
  async sees(pattern: RegExp): Promise<string> {
    for (;;) {
      const [whole, caught] = pattern.exec(this.stdout) ?? []
      if (whole !== undefined) return caught ?? whole
      if (this.#child.exitCode !== null) {
        throw new Error(`ended without ${pattern.source}:\n${this.stdout}${this.stderr}`)
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Closes the pipe that it writes to. */
  stopReading(): void {
    this.#child.stdout.destroy()
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null) this.#child.kill('SIGKILL')
    await this.exitCode
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const run of waiting) run()
  }
}

export function spawnPetstore(args: readonly string[], place: Place): Spawned {
  const [node = '', ...cli] = PETSTORE
  return new Spawned(node, [...cli, ...args], place)
}
