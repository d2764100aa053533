import { createHash, randomUUID } from 'node:crypto'
import { fstatSync } from 'node:fs'
import {
  access,
  chmod,
  constants,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Where a process prints; what it is given later comes after. */
export interface Output {
  write(text: string, done: (error?: Error | null) => void): unknown
}

/** What this needs of the machine; tests replace the functions of Node. */
export interface FileSystem {
  readonly writeFile: typeof writeFile
  readonly rename: typeof rename
  /** Standard output and error of the process. Without them, what leads there is opened once more, and its order is not kept. */
  readonly outputs?: readonly [Output, Output]
  /** The permissions of a file that was removed before, for the one in its place. */
  readonly mode?: number | undefined
  /** Whether what is there has to stay until all is written: it is never written into. */
  readonly isKept?: boolean | undefined
  /** Aborts when a pipe that is not read is waited for no longer. */
  readonly unread?: AbortSignal | undefined
}

const ofNode: FileSystem = { writeFile, rename }

/** A text, or its pieces: they are written one by one, and other work of the process runs in between. */
export type Text = string | Iterable<string>

/**
 * Puts a text into a file, and makes the folders that are missing. It is written beside and then given the name, so that the
 * name never stands for half of it, and a full disk leaves what was there; a link still points to it. What is no plain file
 * (a pipe, a terminal, our own output) is written into, and so is a file that an open descriptor leads to, and one whose folder lets
 * nothing be put beside it. Resolves with whether its folder is new; rejects with Node's error.
 */
export async function writeWhole(
  path: string,
  text: Text,
  given: Partial<FileSystem> = {},
): Promise<boolean> {
  const files = { ...ofNode, ...given }
  const isThere = (await stat(path).catch(() => undefined)) !== undefined
  const isInNewFolder = !isThere && (await makeFolder(dirname(await targetOf(path))))
  await writeInto(path, text, files)
  return isInNewFolder
}

/** Makes a folder, and those above it that are missing; resolves with whether it is new. Node's own way never ends in `/proc`. */
async function makeFolder(folder: string): Promise<boolean> {
  if (await isFolder(folder)) return false
  await makeFolder(dirname(folder))
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    // Another file of the same folder may have made it meanwhile.
    if (await isFolder(folder)) return false
    throw error
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/**
 * Rejects with the error that `writeWhole` would meet, as far as it can be known beforehand: nothing is created or changed. What only
 * shows by writing, such as a full disk, does not show here.
 */
export async function checkWritable(path: string, mayUse: typeof access = access): Promise<void> {
  const old = await stat(path).catch(() => undefined)
  if (old?.isDirectory()) throw errorOf('EISDIR')
  const beside = async (): Promise<void> =>
    mayUse(await nearestFolder(dirname(await targetOf(path))), constants.W_OK | constants.X_OK)
  // What is there may be written into, where nothing can be put beside it.
  const isInto = old !== undefined && (await isAllowed(mayUse(path, constants.W_OK)))
  if (!isInto) await beside()
}

function isAllowed(use: Promise<void>): Promise<boolean> {
  return use.then(
    () => true,
    () => false,
  )
}

/** The folder, or the nearest one above it that is there, in which those that are missing would be made. */
async function nearestFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) return nearestFolder(dirname(folder))
  if (!found.isDirectory()) throw errorOf('ENOTDIR')
  return folder
}

function errorOf(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** What to say first of a file that was saved: a path that was misspelt shows by its folder, which is new. */
export function savedTo(name: string, isInNewFolder: boolean): string {
  return `saved to ${name}${isInNewFolder ? ', in a new folder' : ''}`
}

async function writeInto(path: string, text: Text, files: FileSystem): Promise<void> {
  const old = await stat(path).catch(() => undefined)
  const own = old && ownOutput(old)
  // Another descriptor has a place of its own in the file, and what is printed next would overwrite the text.
  if (own !== undefined && files.outputs) return print(text, files.outputs[own], files.unread)
  // Earlier text of our own output stays.
  if (own !== undefined) return files.writeFile(path, text, { flag: 'a' })
  if (old?.isFIFO()) return writeIntoPipe(path, text, files)
  if (old !== undefined && (!old.isFile() || (await isDescriptor(path)))) return files.writeFile(path, text)
  const target = await targetOf(path)
  const beside = join(dirname(target), `${unfinishedOf(target)}${process.pid}-${randomUUID()}.tmp`)
  try {
    await files.writeFile(beside, text, { flag: 'wx', flush: true })
    const mode = old?.mode ?? files.mode
    if (mode !== undefined) await chmod(beside, mode)
    await files.rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true })
    // Such as a file that was mounted by itself, or one of ours in a folder that is not.
    if (old === undefined || !IN_PLACE.has(codeOf(error))) throw error
    if (files.isKept === true) throw new Error(KEPT, { cause: error })
    await files.writeFile(path, text)
  }
}

/** Rejects where nobody has the pipe open for reading. No write waits, for only SIGKILL would end a thread that waits for a reader. */
async function writeIntoPipe(path: string, text: Text, { unread }: FileSystem): Promise<void> {
  const pipe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw codeOf(error) === 'ENXIO' ? new Error(UNREAD, { cause: error }) : error
  })
  try {
    for (const piece of piecesOf(text)) {
      let left = Buffer.from(piece)
      while (left.length > 0) {
        const { bytesWritten } = await pipe.write(left).catch(unlessFull)
        left = left.subarray(bytesWritten)
        if (bytesWritten > 0) continue
        if (unread?.aborted === true) throw new Error(UNREAD)
        await wait(FULL_MS)
      }
    }
  } finally {
    await pipe.close()
  }
}

// So long its reader has to make room.
const FULL_MS = 10

function unlessFull(error: unknown): { readonly bytesWritten: number } {
  if (codeOf(error) === 'EAGAIN') return { bytesWritten: 0 }
  throw error
}

function piecesOf(text: Text): Iterable<string> {
  return typeof text === 'string' ? [text] : text
}

const KEPT = 'nothing can be put beside the file that is there, which stays until the new one is whole'

const UNREAD = 'it is a pipe that nobody reads'

async function print(text: Text, output: Output, unread?: AbortSignal): Promise<void> {
  for (const piece of piecesOf(text)) {
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        reject(new Error(UNREAD))
      }
      if (unread?.aborted === true) giveUp()
      unread?.addEventListener('abort', giveUp)
      output.write(piece, (error) => {
        unread?.removeEventListener('abort', giveUp)
        if (error) reject(error)
        else resolve()
      })
    })
  }
}

/**
 * Removes the file that `writeWhole` would replace, so that nothing older stands for what is not written; a link stays, and so does what
 * is no plain file, or is reached through an open descriptor. Where nothing may be removed from its folder, the file is emptied. Resolves with the
 * permissions of what was there; rejects with Node's error.
 */
export async function removeWritten(
  path: string,
  remove: (path: string) => Promise<void> = rm,
): Promise<number | undefined> {
  const old = await stat(path).catch(() => undefined)
  if (old === undefined || !old.isFile() || ownOutput(old) !== undefined) return undefined
  if (await isDescriptor(path)) return undefined
  await remove(await targetOf(path)).catch(() => writeFile(path, ''))
  return old.mode
}

/**
 * Removes what `writeWhole` has left of a file where its process was killed, unless a running process may be writing it. To be called
 * before this process writes the file. Never rejects.
 */
export async function removeUnfinished(path: string): Promise<void> {
  const target = await targetOf(path)
  const folder = dirname(target)
  const start = unfinishedOf(target)
  const names = await readdir(folder).catch(() => [])
  const left = names.filter((name) => {
    const writer = name.startsWith(start) ? /^(\d+)-.*\.tmp$/.exec(name.slice(start.length))?.[1] : undefined
    return writer !== undefined && !isOtherProcess(Number(writer))
  })
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)))
}

/** Whether two paths lead to one plain file, or will once it is made. What is written into, and replaces nothing, is none. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([identityOf(one), identityOf(other)])
  return first !== undefined && first === second
}

/** Names a plain file, and one that is not there yet by its path; `undefined` for all else. */
async function identityOf(path: string): Promise<string | undefined> {
  // Windows numbers its files beyond what a double holds.
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  if (found === undefined) return targetOf(resolve(path))
  const { dev, ino } = found
  const isOwn = ownOutput({ dev: Number(dev), ino: Number(ino) }) !== undefined
  return found.isFile() && !isOwn ? `${dev}:${ino}` : undefined
}

/** The file that a path leads to, also where a link or a folder leads to one that is not there yet. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const link = codeOf(error) === 'ENOENT' ? await readlink(path).catch(() => undefined) : undefined
    if (link !== undefined) return targetOf(resolve(await realpath(dirname(path)), link))
    const folder = dirname(path)
    return folder === path ? path : join(await targetOf(folder), basename(path))
  }
}

/**
 * Whether a path of something that is there leads through an open descriptor, such as `/dev/fd/3`. Who opened the file waits for the text
 * in it, and not in another one of its name.
 */
async function isDescriptor(path: string): Promise<boolean> {
  const folder = await realpath(dirname(path))
  if (/^(\/proc\/\d+(\/task\/\d+)?|\/dev)\/fd$/.test(folder)) return true
  const link = await readlink(path).catch(() => undefined)
  return link !== undefined && isDescriptor(resolve(folder, link))
}

/** How the names of the files begin that are to become a file. Its own name may be as long as a name can be. */
function unfinishedOf(target: string): string {
  return `.petstore-${createHash('sha256').update(basename(target)).digest('hex').slice(0, 16)}-`
}

/** Whether another process with that number runs. In a container all that were killed may have had ours. */
function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const IN_PLACE = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV'])

/**
 * Which output of the process a file is, as `/dev/stdout` is the first: given to another file, its name would not be read. `undefined`
 * for any other.
 */
function ownOutput({ dev, ino }: { readonly dev: number; readonly ino: number }): 0 | 1 | undefined {
  return ([0, 1] as const).find((output) => {
    try {
      const own = fstatSync(output + 1)
      return own.dev === dev && own.ino === ino
    } catch {
      return false
    }
  })
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: 'this is not allowed here',
  EPERM: 'this is not allowed here',
  EROFS: 'the disk is for reading only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'it may not be that large',
  EMFILE: 'this process may open no more files (ulimit -n)',
  ENFILE: 'this process may open no more files (ulimit -n)',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  ENOENT: 'there is no such folder, and none can be made there',
}

/** Why a file could not be written, as a phrase for the user. */
export function whyNotWritten(error: unknown): string {
  return WHY[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
