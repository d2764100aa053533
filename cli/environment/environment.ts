import { constants, createReadStream, existsSync, statSync, unwatchFile, watchFile } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import type { Fetch } from '../../mock/client/operation.ts'
import type { Random } from '../../mock/core/settings/random.ts'
import type { Launcher } from './launcher.ts'
import type { After } from '../../spec/after.ts'
import { withoutWorkflowCommands } from '../../spec/wording.ts'

/** All that a command has of the process it runs in. */
export interface Environment {
  /** The arguments after `petstore`. */
  readonly args: readonly string[]
  /** The environment variables. */
  readonly variables: Variables
  /** Writes a command as it can be typed here. */
  readonly launch: Launcher
  readonly stdout: Sink
  readonly stderr: Sink
  /** Both as they are, for a file that is one of them: nothing is taken out of what is written there. */
  readonly outputs: readonly [Sink, Sink]
  /** Whether stdout shows colours. */
  readonly colours: boolean
  /** The width of stdout at the time, where it is a terminal. */
  readonly columns: number | undefined
  /** Its height. */
  readonly rows: number | undefined
  readonly files: FileAccess
  readonly watch: Watch
  readonly after: After
  /** Milliseconds, from any start; it never goes back. */
  readonly now: () => number
  /** Random numbers that no seed repeats. */
  readonly random: Random
  readonly fetch: Fetch
  /**
   * Aborts when the command is to end; the reason is the name of the signal. A command that never reads it is ended by the signal
   * at once, and so is any other until it reads it.
   */
  readonly ending: AbortSignal
  /** Aborts when something could not be written to stdout; the reason is Node's error. */
  readonly silenced: AbortSignal
}

/** The width or height of a terminal; `usual` where it has none of its own, as a new pseudo-terminal. */
export function sizeOr(usual: number, reported: number | undefined): number | undefined {
  return reported === 0 ? usual : reported
}

export type Variables = Readonly<Record<string, string | undefined>>

/** Where text goes: the part of a Node stream that a command needs. */
export interface Sink {
  /** False when the reader is behind; the sink says when it has caught up. `done` is called with or without an error. */
  write(text: string, done?: (error?: Error | null) => void): boolean
  once(event: 'drain', listener: () => void): unknown
}

/**
 * The same sink, but for workflow commands: to the runner of a CI job, nothing that a service or a client sent is one. Whole
 * lines are written to it.
 */
export function withoutCommandsIn(sink: Sink): Sink {
  return {
    write: (text, done) => sink.write(withoutWorkflowCommands(text), done),
    once: (event, listener) => sink.once(event, listener),
  }
}

/** Whether what could not be written has no reader any more. */
export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

/** Reading files, and the folder that their names are relative to. */
export interface FileAccess {
  readonly folder: string
  exists(path: string): boolean
  /** Whether it is a file, and no folder, pipe or device. */
  isPlain(path: string): boolean
  /** Rejects with Node's error. */
  read(path: string): Promise<string>
  /** The same, but a pipe or a device, of which no reading may come to an end, is the error NOT_PLAIN. */
  readPlain(path: string): Promise<string>
  /** The bytes of a file, a part at a time; the iteration rejects with Node's error. */
  readParts(path: string): AsyncIterable<Uint8Array>
}

/** The files of this machine. */
export function filesFrom(folder: string): FileAccess {
  return {
    folder,
    exists: existsSync,
    isPlain: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
    read: (path) => readFile(path, 'utf8'),
    readPlain,
    readParts: (path) => createReadStream(path),
  }
}

/** The code of the error for what is no file. */
export const NOT_PLAIN = 'ERR_NOT_PLAIN'

/** What was opened is looked at, not the path, which may lead elsewhere by then. To open a pipe without a writer waits for none. */
async function readPlain(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await file.stat()
    // To read a folder is an error of Node.
    if (stats.isFile() || stats.isDirectory()) return await file.readFile('utf8')
    throw Object.assign(new Error(`${path} is no file`), { code: NOT_PLAIN })
  } finally {
    await file.close()
  }
}

/** Watches files until it is closed. */
export interface Watcher {
  add(paths: readonly string[]): void
  close(): void
}

/** Calls back soon after it began, for what changed before, and at each change. */
export type Watch = (paths: readonly string[], onChange: () => void) => Watcher

/**
 * Looks at files every so many milliseconds. Notifications of the file system would report the file that a path leads to
 * today, and not of another one, or of a folder, in its place; and there are none over some networks and mounts.
 */
export function watchEvery(interval: number): Watch {
  return (paths, onChange) => {
    const watched: string[] = []
    const add = (more: readonly string[]): void => {
      watched.push(...more)
      for (const path of more) watchFile(path, { interval, persistent: false }, onChange)
    }
    add(paths)
    onChange()
    return {
      add,
      close: () => {
        for (const path of watched) unwatchFile(path, onChange)
      },
    }
  }
}
