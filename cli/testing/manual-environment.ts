import { resolve } from 'node:path'
import { seededRandom } from '../../mock/core/settings/random.ts'
import type { After } from '../../spec/after.ts'
import type { Environment, FileAccess, Sink, Watch } from '../environment/environment.ts'
import { installed } from '../environment/launcher.ts'
import { runCommand } from '../run-command.ts'

/** The command in this process, with everything around it in our hands. */
export interface InProcess {
  readonly stdout: MemorySink
  readonly stderr: MemorySink
  readonly timers: ManualTimers
  readonly watch: ManualWatch
  readonly exitCode: Promise<number>
  readonly end: (signal: string) => void
  /** From now on stdout cannot be written. */
  readonly silence: (error: Error) => void
}

/** Runs a command line; what is `given` replaces the defaults: no variables, no files, and timers and a watch by hand. */
export function runInProcess(line: string, given: Partial<Environment> = {}): InProcess {
  const stdout = new MemorySink()
  const stderr = new MemorySink()
  const timers = new ManualTimers()
  const watch = new ManualWatch()
  const ending = new AbortController()
  const silenced = new AbortController()
  const exitCode = runCommand({
    args: line.split(' ').filter(Boolean),
    variables: {},
    launch: installed,
    stdout,
    stderr,
    colours: false,
    columns: undefined,
    rows: undefined,
    files: memoryFiles(new Map()),
    watch: watch.watch,
    after: timers.after,
    now: timers.now,
    random: seededRandom(1),
    fetch,
    ending: ending.signal,
    silenced: silenced.signal,
    ...given,
  })
  const end = (signal: string): void => {
    ending.abort(signal)
  }
  const silence = (error: Error): void => {
    stdout.fails = error
    silenced.abort(error)
  }
  return { stdout, stderr, timers, watch, exitCode, end, silence }
}

/** A sink that stores what it is given, and whose reader can be made to fall behind. */
export class MemorySink implements Sink {
  readonly writes: string[] = []
  readerIsBehind = false
  /** Why nothing can be written. */
  fails: Error | undefined
  readonly #drains: (() => void)[] = []
  readonly #dones: (() => void)[] = []
  #onWrite: () => void = () => undefined

  get text(): string {
    return this.writes.join('')
  }

  write(text: string, done?: (error?: Error) => void): boolean {
    if (this.fails) {
      done?.(this.fails)
      return false
    }
    this.writes.push(text)
    this.#onWrite()
    if (done) {
      if (this.readerIsBehind) this.#dones.push(done)
      else done()
    }
    return !this.readerIsBehind
  }

  once(_event: 'drain', listener: () => void): void {
    this.#drains.push(listener)
  }

  /** The reader has caught up. */
  drain(): void {
    this.readerIsBehind = false
    for (const run of [...this.#dones.splice(0), ...this.#drains.splice(0)]) run()
  }

  /** Waits for a match of the pattern; resolves with its group, or the whole match. For one reader at a time. */
  async sees(pattern: RegExp): Promise<string> {
    for (;;) {
      const [whole, caught] = pattern.exec(this.text) ?? []
      if (whole !== undefined) return caught ?? whole
      await new Promise<void>((written) => {
        this.#onWrite = written
      })
    }
  }
}

/** Timers that run on demand. */
export class ManualTimers {
  #now = 0
  readonly #timers = new Set<{ at: number; run: () => void }>()

  readonly after: After = (milliseconds, run) => {
    const timer = { at: this.#now + milliseconds, run }
    this.#timers.add(timer)
    return () => {
      this.#timers.delete(timer)
    }
  }

  readonly now = (): number => this.#now

  /** How many timers are waiting. */
  get size(): number {
    return this.#timers.size
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#now || !this.#timers.delete(timer)) continue
      timer.run()
    }
  }
}

/** For pauses that a test need not wait for. */
export const atOnce: After = (_milliseconds, run) => {
  const pause = setImmediate(run)
  return () => {
    clearImmediate(pause)
  }
}

/** A watcher whose changes are made by hand. */
export class ManualWatch {
  readonly watched: string[] = []
  isClosed = false
  /** Resolves when somebody watches. */
  readonly begun: Promise<void>
  readonly #begin: () => void
  #onChange: () => void = () => undefined

  constructor() {
    const { promise, resolve: begin } = Promise.withResolvers<undefined>()
    this.begun = promise
    this.#begin = () => {
      begin(undefined)
    }
  }

  readonly watch: Watch = (paths, onChange) => {
    this.watched.push(...paths)
    this.#onChange = onChange
    this.#begin()
    return {
      add: (more) => void this.watched.push(...more),
      close: () => {
        this.isClosed = true
      },
    }
  }

  change(): void {
    this.#onChange()
  }
}

/** Files of a folder `/project`, in a map from name to text; an Error is what reading the file gives. */
export function memoryFiles(contents: Map<string, string | Error>): FileAccess {
  const byPath = (path: string): string | Error | undefined =>
    [...contents].find(([name]) => resolve('/project', name) === path)?.[1]
  const read = (path: string): Promise<string> => {
    const content = byPath(path) ?? errorWithCode('ENOENT')
    return content instanceof Error ? Promise.reject(content) : Promise.resolve(content)
  }
  return {
    folder: '/project',
    exists: (path) => byPath(path) !== undefined,
    isPlain: (path) => typeof byPath(path) === 'string',
    read,
    readPlain: read,
    async *readParts(path) {
      yield new TextEncoder().encode(await read(path))
    },
  }
}

export function errorWithCode(code: string): Error {
  return Object.assign(new Error(`${code}: an error of Node`), { code })
}
