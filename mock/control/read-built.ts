import { readFile } from 'node:fs/promises'

const BUILT = new URL('./built/', import.meta.url)

/** Reads a file of a built page, such as `room/index.html`. petstore.mjs has its own instead: lab/scripts/build-one-file.ts. */
export function readBuilt(name: string): Promise<Buffer> {
  return readFile(new URL(name, BUILT))
}
