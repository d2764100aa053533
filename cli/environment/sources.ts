import { relative, resolve } from 'node:path'
import { CommandError, NO_MORE_FILES } from './command-error.ts'
import { NOT_PLAIN, type FileAccess } from './environment.ts'

/** The files that the settings were read from, and what they held: a later reading shows whether anything changed. */
export class Sources {
  readonly #files: FileAccess
  readonly #reading: 'read' | 'readPlain'
  readonly #contents = new Map<string, string>()

  constructor(files: FileAccess, reading: 'read' | 'readPlain' = 'read') {
    this.#files = files
    this.#reading = reading
  }

  /** Absolute. */
  get paths(): readonly string[] {
    return [...this.#contents.keys()]
  }

  /** Reads a file; rejects with a CommandError that says why it cannot be read, and which `flag` named it. */
  async read(path: string, flag?: string): Promise<string> {
    try {
      const text = await this.#files[this.#reading](path)
      // Most contract runs read no file.
      const { createHash } = await import('node:crypto')
      this.#contents.set(path, createHash('sha256').update(text).digest('hex'))
      return text
    } catch (error) {
      this.#contents.set(path, codeOf(error))
      throw this.#unreadable(path, error, flag)
    }
  }

  /** Reads a file a part at a time, once; the iteration rejects with a CommandError as `read` does. */
  async *readParts(path: string, flag?: string): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#files.readParts(path)
    } catch (error) {
      throw this.#unreadable(path, error, flag)
    }
  }

  /** The text of a file that was read already; `undefined` where it cannot be read a second time, as a pipe. */
  readAgain(path: string): Promise<string | undefined> {
    return this.#files.readPlain(path).catch(() => undefined)
  }

  #unreadable(path: string, error: unknown, flag?: string): CommandError {
    const why = WHY[codeOf(error)] ?? `cannot be read (${codeOf(error)})`
    const place = flag === undefined ? '' : `${flag}: `
    return new CommandError(`${place}${this.nameOf(path)} ${why}`, { cause: error })
  }

  /** A path as a message shows it. */
  nameOf(path: string): string {
    const short = relative(this.#files.folder, path)
    return short === '' || short.startsWith('..') ? path : short
  }

  /** A path that was written relative to the folder that the command runs in. */
  resolve(path: string): string {
    return resolve(this.#files.folder, path)
  }

  /** The names of the files that hold something else than in an earlier reading. */
  changedSince(earlier: Sources): readonly string[] {
    const paths = new Set([...this.paths, ...earlier.paths])
    const changed = [...paths].filter((path) => this.#contents.get(path) !== earlier.#contents.get(path))
    return changed.map((path) => this.nameOf(path))
  }

  /** Takes over what an earlier reading found in the files that this one did not come to. */
  inherit(earlier: Sources): void {
    for (const [path, content] of earlier.#contents) {
      if (!this.#contents.has(path)) this.#contents.set(path, content)
    }
  }
}

function codeOf(error: unknown): string {
  // Node gives it no code.
  if (error instanceof RangeError && /string length/i.test(error.message)) return 'ERR_STRING_TOO_LONG'
  return String((error as NodeJS.ErrnoException).code)
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder, not a file',
  [NOT_PLAIN]: 'is a pipe or a device, not a file',
  EACCES: 'may not be read: check its permissions',
  EPERM: 'may not be read: check its permissions',
  EMFILE: `cannot be read: ${NO_MORE_FILES}`,
  ENFILE: `cannot be read: ${NO_MORE_FILES}`,
  ERR_STRING_TOO_LONG: 'is too large',
  ERR_FS_FILE_TOO_LARGE: 'is too large',
}
