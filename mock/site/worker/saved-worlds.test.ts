import { expect, test } from 'vitest'
import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { createMock, type FetchMock } from '../../fetch/index.ts'
import { SavedWorlds, type Storage } from './saved-worlds.ts'

const NOON = Date.UTC(2030, 0, 1, 12)
const HEADERS = { Authorization: 'Bearer free-demo-key' }

/** A storage that counts writes, and refuses them while it is full. */
class TestStorage implements Storage {
  readonly values = new Map<string, unknown>()
  writes = 0
  isFull = false

  all(): Promise<ReadonlyMap<string, unknown>> {
    return Promise.resolve(this.values)
  }

  put(name: string, value: unknown): Promise<void> {
    if (this.isFull) return Promise.reject(new Error('QuotaExceededError'))
    this.writes += 1
    this.values.set(name, value)
    return Promise.resolve()
  }

  remove(name: string): Promise<void> {
    this.values.delete(name)
    return Promise.resolve()
  }
}

/** A worker that starts with a storage, at a real time. */
async function begin(
  storage: Storage,
  now = NOON,
): Promise<{ readonly mock: FetchMock; readonly saved: SavedWorlds; readonly left: () => Promise<number> }> {
  const mock = createMock({ time: () => now })
  const saved = new SavedWorlds(mock.worlds, storage, { now: () => now, sleep: () => Promise.resolve() })
  await saved.restore()
  const left = async (): Promise<number> => {
    const reply = await mock.fetch('https://pets.test/v1/pets', { headers: HEADERS })
    return Number(reply.headers.get('X-RateLimit-Remaining'))
  }
  return { mock, saved, left }
}

test('worlds are restored, and their clocks have advanced', async () => {
  const storage = new TestStorage()
  const first = await begin(storage)
  expect(await first.left()).toBe(59)
  first.mock.worlds.get('staging').clock.change({ frozen: true })
  first.mock.clock.speed(2)
  await first.mock.worlds.createWith('zoo', { pets: [{ name: 'Rex', categoryId: 2n ** 60n }] })
  first.mock.worlds.create('gone')
  await first.saved.saved()
  first.mock.worlds.get('zoo').pets.add({ name: 'Ada', categoryId: 1 })
  first.mock.worlds.remove('gone')
  await first.saved.saved()

  const { mock, left, saved } = await begin(storage, NOON + 20_000)
  expect(mock.clock.read()).toEqual({ now: NOON + 40_000, frozen: false, speed: 2 })
  expect(mock.worlds.get('staging').clock.read().now).toBe(NOON)
  expect(mock.worlds.list().map(({ name }) => name)).toEqual(['default', 'staging', 'zoo'])
  expect(await left()).toBe(58)
  const zoo = mock.worlds.get('zoo')
  expect(zoo.pets.list().map(({ name }) => name)).toEqual(['Ada', 'Rex'])
  zoo.reset()
  expect(zoo.pets.list()).toMatchObject([{ name: 'Rex', categoryId: 2n ** 60n }])
  mock.reset()
  await saved.saved()
  expect(await (await begin(storage)).left()).toBe(59)
  expect(saved.problem).toBeUndefined()
})

test('many requests cause one write, and no requests cause none', async () => {
  const storage = new TestStorage()
  const { left, saved } = await begin(storage)
  await saved.saved()
  expect(storage.writes).toBe(0)
  const mock = createMock()
  const slow = Promise.withResolvers<undefined>()
  const busy = new SavedWorlds(mock.worlds, storage, { now: () => NOON, sleep: () => slow.promise })
  await busy.restore()
  for (let asked = 0; asked < 5; asked += 1) await mock.fetch('https://pets.test/v1/pets')
  slow.resolve(undefined)
  await busy.saved()
  expect(storage.writes).toBe(1)
  await left()
})

test.for([
  ['no text', 5],
  ['no JSON', { savedAt: NOON, state: '{' }],
  ['of a later mock', { savedAt: NOON, state: stringifyJson({ ...createMock().snapshot(), version: 99 }) }],
])('a saved world that is %s is reported, and the world is reset', async ([, damaged]) => {
  const storage = new TestStorage()
  for (const name of ['default', 'zoo']) storage.values.set(name, damaged)
  const { mock, saved, left } = await begin(storage)
  expect(saved.problem).toMatch(/^The world default was reset, .+ The world zoo was reset, /)
  expect(mock.worlds.list()).toHaveLength(2)
  expect(await left()).toBe(59)
  await saved.saved()
  expect((await begin(storage)).saved.problem).toBeUndefined()
})

test('without a working storage, the mock answers, and reports the problem until it is solved', async () => {
  const storage = new TestStorage()
  storage.isFull = true
  const { left, saved } = await begin(storage)
  expect(await left()).toBe(59)
  await saved.saved()
  expect(saved.problem).toContain('cannot save data for this page (QuotaExceededError)')
  storage.isFull = false
  await left()
  await saved.saved()
  expect(saved.problem).toBeUndefined()
  storage.all = () => Promise.reject(new Error('no database'))
  const blind = await begin(storage)
  expect(blind.saved.problem).toContain('no database')
  expect(await blind.left()).toBe(59)
})
