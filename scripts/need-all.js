// What packs or builds the package needs the compiler, which would be missed in one word of the shell's.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

if (!existsSync(join(import.meta.dirname, '../node_modules/typescript'))) {
  console.error('To pack or build the package, all packages are needed: run npm ci, without --omit=dev.')
  process.exitCode = 1
}
