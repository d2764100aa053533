// What packs or builds the package needs the compiler, and a cluster Redis's client, which would be missed in words of others.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

if (!existsSync(join(import.meta.dirname, '../../node_modules/typescript'))) {
  console.error('All packages are needed for this: run npm ci, without --omit=dev.')
  process.exitCode = 1
}
