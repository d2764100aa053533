import { expect, test } from 'vitest'
import { newPet } from '../../fixtures/testing/new-pet.ts'
import { ControlError } from '../index.ts'
import { Client } from './testing/client.ts'
import { expectError, expectRateLimit } from './testing/expect-error.ts'
import { start } from './testing/start.ts'

const KEY = 'free-demo-key'
const REMOVAL = '2030-12-05T00:00:00Z'

test('the default world answers at /v1, staging at /staging/v1, and any other at /{world}/v1', async () => {
  await using mock = await start()
  await mock.worlds.createWith('worker-1', { pets: [{ name: 'Only', categoryId: 1 }] })
  expect(mock.baseUrlOf('worker-1')).toBe(`${mock.origin}/worker-1/v1`)
  const lengths = ['/v1', '/staging/v1', '/worker-1/v1'].map(async (path) => {
    return (await new Client(mock.origin + path, KEY).list('?limit=100')).pets.length
  })
  expect(await Promise.all(lengths)).toEqual([100, 100, 1])
})

test.for([
  [
    'worker-4',
    'There is no world "worker-4". Did you mean worker-3? The paths are /v1/pets and /v1/pets/{petId}',
  ],
  ['api', 'There is no world "api". Did you mean /v1/pets?'],
  [
    'elsewhere-altogether',
    'There is no world "elsewhere-altogether". The paths are /v1/pets and /v1/pets/{petId}',
  ],
] as const)('where there is no world %s, the 404 says so, and what may be meant', async ([name, message]) => {
  await using mock = await start()
  mock.worlds.create('worker-3')
  const lost = await new Client(`${mock.origin}/${name}/v1`, KEY).list()
  expectError(lost, 404)
  expectRateLimit(lost)
  expect(lost.error.message).toBe(message)
})

test('the same key has its own counter in each world', async () => {
  await using mock = await start()
  mock.worlds.create('other')
  const [one, staging, other] = [mock.baseUrl, mock.stagingBaseUrl, mock.baseUrlOf('other')].map(
    (baseUrl) => new Client(baseUrl, KEY),
  )
  expect((await one?.listTimes(61))?.error.code).toBe('rate_limit_exceeded')
  expect((await staging?.list())?.rateLimit.remaining).toBe(59)
  expect((await other?.listTimes(2))?.rateLimit.remaining).toBe(58)
})

test('each world has its own pets, keys, clock, choices, faults and journal', async () => {
  await using mock = await start()
  const other = mock.worlds.create('other')
  const [here, there] = [new Client(mock.baseUrl, KEY), new Client(mock.baseUrlOf('other'), KEY)]
  await there.create(newPet({ name: 'There' }))
  other.keys.add({ key: 'only-there', plan: 'pro' })
  other.clock.set(REMOVAL)
  other.choices.set({ 'limit-above-100': 'clamped' })
  other.faults.add({ effect: { kind: 'status', status: 500 }, operation: 'listPets' })

  expect((await there.list()).status).toBe(500)
  expect((await there.get(1)).status).toBe(410)
  expect((await new Client(there.baseUrl, 'only-there').get(1)).status).toBe(410)
  expect([mock.world.pets.size, other.pets.size]).toEqual([100, 101])
  expect((await here.list()).status).toBe(200)
  expect((await here.get(1)).status).toBe(200)
  expect((await here.list('?limit=0')).status).toBe(400)
  expectError(await new Client(here.baseUrl, 'only-there').list(), 401)
  expect([mock.journal.list().length, other.journal.list().length]).toEqual([4, 4])
})

test('resetting one world does not change the others', async () => {
  await using mock = await start()
  const [here, staging] = [new Client(mock.baseUrl, KEY), new Client(mock.stagingBaseUrl, KEY)]
  await here.create()
  await staging.create()
  mock.reset()
  expect([mock.world.pets.size, mock.worlds.get('staging').pets.size]).toEqual([100, 101])
  expect((await here.list()).rateLimit.remaining).toBe(59)
  expect((await staging.list()).rateLimit.remaining).toBe(58)
})

test.for(['nowhere', 'Staging', 'default', 'v1', '__proto__', 'constructor', '%', 'staging%2F'])(
  'there is no world at /%s/v1',
  async (name) => {
    await using mock = await start()
    const reply = await new Client(`${mock.origin}/${name}/v1`, KEY).list()
    expectError(reply, 404)
    expectRateLimit(reply)
    expect(reply.error.message).toMatch(/ \/v1\/pets|Did you mean staging\?/)
  },
)

test('a removed world does not exist any more', async () => {
  await using mock = await start()
  mock.worlds.create('short-lived')
  const client = new Client(mock.baseUrlOf('short-lived'), KEY)
  expect((await client.list()).status).toBe(200)
  mock.worlds.remove('short-lived')
  expectError(await client.list(), 404)
})

test.for(['', 'v1', 'Upper', '-dash', 'a/b', 'a b', 'x'.repeat(41), '__proto__', '../etc'])(
  'no world can be called "%s"',
  async (name) => {
    await using mock = await start()
    expect(() => mock.worlds.create(name)).toThrow(ControlError)
  },
)

test('links lead to the same world', async () => {
  await using mock = await start({ choices: { 'further-pages': 'link', 'location-on-201': 'yes' } })
  mock.worlds.create('other')
  for (const world of ['default', 'staging', 'other']) {
    const client = new Client(mock.baseUrlOf(world), KEY)
    const { pathname } = new URL(client.baseUrl)
    expect((await client.list()).header('Link')).toContain(`<${pathname}/pets?`)
    expect((await client.create()).header('Location')).toBe(`${pathname}/pets/101`)
    expect((await client.get(1)).header('Link')).toBe(`<${pathname}/pets>; rel="successor-version"`)
  }
})
