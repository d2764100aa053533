import { resolve } from 'node:path'
import type { FileAccess } from '../file-access.ts'

/** Files of a folder `/work`, in a map from name to text; an Error is what reading the file gives. */
export function memoryFiles(contents: Map<string, string | Error>): FileAccess {
  const byPath = (path: string): string | Error | undefined =>
    [...contents].find(([name]) => resolve('/work', name) === path)?.[1]
  return {
    folder: '/work',
    exists: (path) => byPath(path) !== undefined,
    read: (path) => {
      const content = byPath(path) ?? errorWithCode('ENOENT')
      return content instanceof Error ? Promise.reject(content) : Promise.resolve(content)
    },
  }
}

export function errorWithCode(code: string): Error {
  return Object.assign(new Error(`${code}: an error of Node`), { code })
}
