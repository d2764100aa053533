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

test('a process that may open no more files ends by itself', async () => {
  const script = `
    import { openSync } from 'node:fs'
    import { endBy } from '${FILE}'
    try { for (;;) openSync('/dev/null') } catch {}
    endBy(600000)`
  const command = 'ulimit -n 64; exec "$0" "$@"'
  const args = ['-c', command, process.execPath, '--input-type=module', '--eval', script]
  await using child = new Spawned('sh', args, PLACE)
  expect([await child.exitCode, child.stderr]).toEqual([0, ''])
})
