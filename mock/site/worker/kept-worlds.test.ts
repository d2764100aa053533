import { expect, test } from 'vitest'
import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { createMock, type FetchMock } from '../../fetch/index.ts'
import { KeptWorlds, type Shelf } from './kept-worlds.ts'

const NOON = Date.UTC(2030, 0, 1, 12)
const HEADERS = { Authorization: 'Bearer free-demo-key' }

/** A shelf that counts what is written, and refuses it while it is full. */
class TestShelf implements Shelf {
  readonly kept = new Map<string, unknown>()
  writes = 0
  isFull = false

  all(): Promise<ReadonlyMap<string, unknown>> {
    return Promise.resolve(this.kept)
  }

  put(name: string, kept: unknown): Promise<void> {
    if (this.isFull) return Promise.reject(new Error('QuotaExceededError'))
    this.writes += 1
    this.kept.set(name, kept)
    return Promise.resolve()
  }

  remove(name: string): Promise<void> {
    this.kept.delete(name)
    return Promise.resolve()
  }
}

/** A worker that begins with a shelf, at a time outside. */
async function begin(
  shelf: Shelf,
  now = NOON,
): Promise<{ readonly mock: FetchMock; readonly kept: KeptWorlds; readonly left: () => Promise<number> }> {
  const mock = createMock({ time: () => now })
  const kept = new KeptWorlds(mock.worlds, shelf, { now: () => now, sleep: () => Promise.resolve() })
  await kept.restore()
  const left = async (): Promise<number> => {
    const reply = await mock.fetch('https://pets.test/v1/pets', { headers: HEADERS })
    return Number(reply.headers.get('X-RateLimit-Remaining'))
  }
  return { mock, kept, left }
}

test('worlds are as they were left, and their clocks have gone on', async () => {
  const shelf = new TestShelf()
  const first = await begin(shelf)
  expect(await first.left()).toBe(59)
  first.mock.worlds.get('staging').clock.change({ frozen: true })
  first.mock.clock.speed(2)
  await first.mock.worlds.createWith('zoo', { pets: [{ name: 'Rex', categoryId: 2n ** 60n }] })
  first.mock.worlds.create('gone')
  await first.kept.saved()
  first.mock.worlds.get('zoo').pets.add({ name: 'Ada', categoryId: 1 })
  first.mock.worlds.remove('gone')
  await first.kept.saved()

  const { mock, left, kept } = await begin(shelf, NOON + 20_000)
  expect(mock.clock.read()).toEqual({ now: NOON + 40_000, frozen: false, speed: 2 })
  expect(mock.worlds.get('staging').clock.read().now).toBe(NOON)
  expect(mock.worlds.list().map(({ name }) => name)).toEqual(['default', 'staging', 'zoo'])
  expect(await left()).toBe(58)
  const zoo = mock.worlds.get('zoo')
  expect(zoo.pets.list().map(({ name }) => name)).toEqual(['Ada', 'Rex'])
  zoo.reset()
  expect(zoo.pets.list()).toMatchObject([{ name: 'Rex', categoryId: 2n ** 60n }])
  mock.reset()
  await kept.saved()
  expect(await (await begin(shelf)).left()).toBe(59)
  expect(kept.problem).toBeUndefined()
})

test('many requests are one write, and none is none', async () => {
  const shelf = new TestShelf()
  const { left, kept } = await begin(shelf)
  await kept.saved()
  expect(shelf.writes).toBe(0)
  const mock = createMock()
  const slow = Promise.withResolvers<undefined>()
  const busy = new KeptWorlds(mock.worlds, shelf, { now: () => NOON, sleep: () => slow.promise })
  await busy.restore()
  for (let asked = 0; asked < 5; asked += 1) await mock.fetch('https://pets.test/v1/pets')
  slow.resolve(undefined)
  await busy.saved()
  expect(shelf.writes).toBe(1)
  await left()
})

test.for([
  ['no text', 5],
  ['no JSON', { savedAt: NOON, state: '{' }],
  ['of a later mock', { savedAt: NOON, state: stringifyJson({ ...createMock().snapshot(), version: 99 }) }],
])('what is %s is told, and the world starts anew', async ([, damaged]) => {
  const shelf = new TestShelf()
  for (const name of ['default', 'zoo']) shelf.kept.set(name, damaged)
  const { mock, kept, left } = await begin(shelf)
  expect(kept.problem).toMatch(/^The world default starts anew, .+ The world zoo starts anew, /)
  expect(mock.worlds.list()).toHaveLength(2)
  expect(await left()).toBe(59)
  await kept.saved()
  expect((await begin(shelf)).kept.problem).toBeUndefined()
})

test('where nothing can be kept, or read, the mock answers, and says so until it can', async () => {
  const shelf = new TestShelf()
  shelf.isFull = true
  const { left, kept } = await begin(shelf)
  expect(await left()).toBe(59)
  await kept.saved()
  expect(kept.problem).toContain('keeps nothing for this page (QuotaExceededError)')
  shelf.isFull = false
  await left()
  await kept.saved()
  expect(kept.problem).toBeUndefined()
  shelf.all = () => Promise.reject(new Error('no database'))
  const blind = await begin(shelf)
  expect(blind.kept.problem).toContain('no database')
  expect(await blind.left()).toBe(59)
})
