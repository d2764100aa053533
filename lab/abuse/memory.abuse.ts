import { expect, test } from 'vitest'
import { KEY, Petstore, times, type Memory } from './petstore.ts'

const BUDGET = 128
/** V8 lets a heap grow to about four times its live objects before it collects all garbage. */
const CEILING = 4 * BUDGET + 300

/** Sends a request again and again, 20 at a time; resolves with the statuses of the replies. */
async function send(
  petstore: Petstore,
  count: number,
  ask: (at: number) => Promise<{ readonly status: number }>,
): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>()
  let next = 0
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (next < count) statuses.add((await ask((next += 1))).status)
    }),
  )
  expect((await petstore.client().list('?limit=1')).status).toBe(200)
  return statuses
}

async function expectWithin(petstore: Petstore): Promise<Memory> {
  const memory = await petstore.memory()
  expect(memory.peak).toBeLessThan(CEILING)
  return memory
}

test(`Long names in four worlds, until the ${BUDGET} MB of --memory are full: then creations are refused, and the mock goes on`, async ({
  task,
}) => {
  await using petstore = await Petstore.start([
    ...['--limits', 'off', '--memory', String(BUDGET), '--choice', 'longest-name=any'],
  ])
  const worlds = await createWorlds(petstore, 4)
  const body = JSON.stringify({ name: 'ж'.repeat(40_000), categoryId: 1 })
  const headers = { 'Content-Type': 'application/json' }
  const count = times(8000)
  const statuses = await send(petstore, count, (at) =>
    petstore.client(KEY, worlds[at % 4]).send('POST', '/pets', { headers, body }),
  )
  const { peak } = await expectWithin(petstore)
  task.meta.figures = `${count} pets of 80 kB, answered ${[...statuses].join(' and ')}; peak ${peak} MB`
})

test(`Large headers in the journals of 90 worlds, with ${BUDGET} MB of --memory`, async ({ task }) => {
  await using petstore = await Petstore.start(['--limits', 'off', '--memory', String(BUDGET)])
  const worlds = await createWorlds(petstore, 90)
  const count = times(50_000)
  const headers = { 'X-Large': 'x'.repeat(12_000) }
  await send(petstore, count, (at) =>
    petstore.client(KEY, worlds[at % worlds.length]).send('GET', '/pets?limit=1', { headers }),
  )
  const { peak } = await expectWithin(petstore)
  task.meta.figures = `${count} requests with 12 kB of headers; peak ${peak} MB`
})

async function createWorlds(petstore: Petstore, count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_none, at) => `world-${at}`)
  for (const name of names) await petstore.control.request('createWorld', { body: { name, pets: 1 } })
  return names
}
