import { createRequire } from 'node:module'

/** The version of this package. By the package's own name, since sources and build stand at different depths. */
export function ownVersion(): string {
  const manifest = createRequire(import.meta.url)('petstore-mock/package.json') as { version: string }
  return manifest.version
}
