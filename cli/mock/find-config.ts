import { resolve } from 'node:path'
import type { FileAccess } from '../file-access.ts'

const DEFAULT_CONFIG = 'petstore.config.yaml'

/** The absolute path of the config file: the one that is named, else the default one where it exists. */
export function findConfig(named: string | undefined, files: FileAccess): string | undefined {
  const path = resolve(files.folder, named ?? DEFAULT_CONFIG)
  return named !== undefined || files.exists(path) ? path : undefined
}
