import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Reading files, and the folder that their names are relative to. */
export interface FileAccess {
  readonly folder: string
  exists(path: string): boolean
  /** Rejects with Node's error. */
  read(path: string): Promise<string>
}

/** The files of this machine. */
export function filesFrom(folder: string): FileAccess {
  return { folder, exists: existsSync, read: (path) => readFile(path, 'utf8') }
}
