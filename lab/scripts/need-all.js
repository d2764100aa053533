// Fails with a clear message if the packages for development are missing, such as the compiler and the client of Redis.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

if (!existsSync(join(import.meta.dirname, '../../node_modules/typescript'))) {
  console.error('Packages for development are missing: run npm ci without --omit=dev.')
  process.exitCode = 1
}
