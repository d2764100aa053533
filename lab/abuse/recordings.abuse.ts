import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPetstore, times } from './petstore.ts'

const MB = 1_000_000
/** Whatever the size of a file; the docs say 400. */
const MOST_MEMORY = 500

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-recordings-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('judge with an HTTP archive of 200 MB, most of it lists of 100 pets: it ends with a report, in bounded memory', async ({
  task,
}) => {
  const file = await written('lists.har', archiveOf(entries(times(200) * MB)))
  const started = performance.now()
  const { code, stdout, peak } = await runPetstore(['judge', file])
  const seconds = Math.round((performance.now() - started) / 1000)
  expect(stdout).toContain('conformant as far as verified')
  expect(code).toBe(0)
  expect(peak).toBeLessThan(MOST_MEMORY)
  const { size } = await stat(file)
  task.meta.figures = `${Math.round(size / MB)} MB in ${seconds} s; peak ${peak} MB`
})

test('judge with a file that has a longer string than JavaScript can hold: it is refused', async ({
  task,
}) => {
  const file = await written('long.har', archiveOf(long(600 * MB)))
  const { code, stderr, peak } = await runPetstore(['judge', file])
  expect(stderr).toContain('cannot be read: it has a string of more than 500 million characters')
  expect(code).toBe(2)
  task.meta.figures = `600 MB; peak ${peak} MB`
})

async function written(name: string, text: Iterable<string>): Promise<string> {
  const file = join(folder, name)
  await pipeline(Readable.from(text), createWriteStream(file))
  return file
}

function* archiveOf(all: Iterable<string>): Generator<string> {
  yield '{"log":{"version":"1.2","entries":['
  yield* all
  yield ']}}'
}

const PETS = Array.from({ length: 100 }, (_, at) => ({
  id: at + 1,
  name: `Pet ${at}`,
  categoryId: 1 + (at % 5),
}))
const START = Date.UTC(2026, 10, 20, 10)

/** Lists and reads of a service with a hundred pets, one after the other. */
function* entries(bytes: number): Generator<string> {
  let written = 0
  for (let at = 0; written < bytes; at += 1) {
    const one = PETS[at % PETS.length]
    const pets = at % 3 === 0 ? one : PETS
    const path = at % 3 === 0 ? `/pets/${one?.id}` : '/pets?limit=100'
    const entry = entryOf(path, JSON.stringify(pets), at)
    written += entry.length
    yield `${at === 0 ? '' : ','}${entry}`
  }
}

function* long(bytes: number): Generator<string> {
  const [before, after] = entryOf('/pets', '|', 0).split('|')
  yield before ?? ''
  for (let at = 0; at < bytes; at += MB) yield 'x'.repeat(MB)
  yield after ?? ''
}

function entryOf(path: string, text: string, at: number): string {
  const type = { name: 'Content-Type', value: 'application/json' }
  const time = START + at * 100
  const quota = {
    Limit: 5000,
    Remaining: 4999 - (at % 600),
    Reset: Math.floor(time / 60_000) * 60 + 60,
  }
  const limits = Object.entries(quota).map(([name, value]) => ({
    name: `X-RateLimit-${name}`,
    value: String(value),
  }))
  return JSON.stringify({
    startedDateTime: new Date(time).toISOString(),
    time: 5,
    request: {
      method: 'GET',
      url: `http://pets.test/v1${path}`,
      headers: [{ name: 'Authorization', value: 'Bearer a-key' }],
      bodySize: 0,
    },
    response: { status: 200, headers: [type, ...limits], content: { text } },
  })
}
