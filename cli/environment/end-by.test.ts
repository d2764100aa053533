import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { Spawned } from '../testing/spawn-petstore.ts'

const FILE = pathToFileURL(join(import.meta.dirname, 'end-by.ts')).href
const PLACE = { cwd: import.meta.dirname, env: process.env }

/** The exit code of a process that calls `endBy`, and then does something; null if it was killed. */
async function afterwards(milliseconds: number, then: string): Promise<number | null> {
  const script = `import { endBy } from '${FILE}'; endBy(${milliseconds}); ${then}`
  await using child = new Spawned(process.execPath, ['--input-type=module', '--eval', script], PLACE)
  return await child.exitCode
}

test('a process whose main thread is busy for ever ends', async () => {
  expect(await afterwards(200, 'for (;;);')).toBeNull()
})

test('a process that has ended by then is not kept up, nor killed', async () => {
  expect(await afterwards(600_000, '')).toBe(0)
})
