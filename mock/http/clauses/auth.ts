import { expect } from 'vitest'
import { demoKeys } from '../../../fixtures/keys.ts'
import { newPet } from '../../../fixtures/testing/new-pet.ts'
import { Client, operations, type Ask } from '../testing/client.ts'
import { expectError } from '../testing/expect-error.ts'
import { start } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const KEY = 'free-demo-key'
const BODY = JSON.stringify(newPet())

const everyKeyAndOperation = demoKeys.flatMap(({ key }) =>
  operations.map((operation) => ({ key, ...operation })),
)

/** Invalid keys, some of which are similar to valid ones. */
const invalidKeys = [
  'no-such-key',
  'free-demo-key-3',
  'free-demo-ke',
  'free-demo-keyy',
  'Free-Demo-Key',
  'free%2Ddemo%2Dkey',
  '__proto__',
  'constructor',
  '127.0.0.1',
  'x'.repeat(8_000),
]

interface OtherWay extends Ask {
  readonly fact: string
  readonly query?: string
}

const otherWays: readonly OtherWay[] = [
  { fact: 'alone in the Authorization header', headers: { Authorization: KEY } },
  { fact: 'with the scheme Token', headers: { Authorization: `Token ${KEY}` } },
  { fact: 'with the scheme Basic', headers: { Authorization: `Basic ${btoa(`${KEY}:`)}` } },
  { fact: 'with a colon after the scheme', headers: { Authorization: `Bearer: ${KEY}` } },
  { fact: 'with an equals sign after the scheme', headers: { Authorization: `Bearer=${KEY}` } },
  { fact: 'in quotation marks', headers: { Authorization: `Bearer "${KEY}"` } },
  { fact: 'with something after it', headers: { Authorization: `Bearer ${KEY} more` } },
  { fact: 'as one of two', headers: { Authorization: `Bearer ${KEY}, Bearer ${KEY}` } },
  { fact: 'in a header X-API-Key', headers: { 'X-API-Key': KEY } },
  { fact: 'in a cookie', headers: { Cookie: `access_token=${KEY}` } },
  { fact: 'in Proxy-Authorization', headers: { 'Proxy-Authorization': `Bearer ${KEY}` } },
  { fact: 'in the query', query: `?access_token=${KEY}` },
]

clauseFor(
  'AUTH-1',
  everyKeyAndOperation,
  ({ key, id }) => `${id} is served with ${key} as a bearer token`,
  async ({ key, ask, success }) => {
    await using mock = await start()
    expect((await ask(new Client(mock.baseUrl, key))).status).toBe(success)
  },
)

clause('AUTH-1', 'a key that is added is served from then on', async () => {
  await using mock = await start({ keys: [{ key: 'given-at-the-start', plan: 'pro' }] })
  mock.keys.add({ key: 'added/later+~._-==', plan: 'free' })
  for (const key of ['given-at-the-start', 'added/later+~._-==']) {
    expect((await new Client(mock.baseUrl, key).list()).status).toBe(200)
  }
})

clauseFor(
  'AUTH-2',
  operations,
  ({ id }) => `${id} without a key is answered 401 with an Error body`,
  async ({ ask }) => {
    await using mock = await start()
    expectError(await ask(new Client(mock.baseUrl)), 401)
  },
)

clauseFor(
  'AUTH-2',
  ['', 'Bearer', 'Bearer '],
  (value) => `the header "Authorization: ${value}" contains no key`,
  async (value) => {
    await using mock = await start()
    const headers = { Authorization: value }
    expectError(await new Client(mock.baseUrl).send('GET', '/pets', { headers }), 401)
  },
)

clauseFor(
  'AUTH-3',
  operations,
  ({ id }) => `${id} with an invalid key is answered 401 with an Error body`,
  async ({ ask }) => {
    await using mock = await start()
    for (const key of invalidKeys) expectError(await ask(new Client(mock.baseUrl, key)), 401)
  },
)

clause('AUTH-3', 'a key that is removed is invalid from then on', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  expect((await client.list()).status).toBe(200)
  mock.keys.remove(KEY)
  expectError(await client.list(), 401)
})

clauseFor(
  'AUTH-4',
  otherWays,
  ({ fact }) => `a key that is sent ${fact} is not accepted`,
  async ({ headers = {}, query = '' }) => {
    await using mock = await start()
    const client = new Client(mock.baseUrl)
    expectError(await client.send('GET', `/pets${query}`, { headers }), 401)
    expectError(await client.send('GET', `/pets/1${query}`, { headers }), 401)
    const typed = { 'Content-Type': 'application/json', ...headers }
    expectError(await client.send('POST', `/pets${query}`, { headers: typed, body: BODY }), 401)
  },
)

clauseFor(
  'AUTH-5',
  [undefined, 'no-such-key'],
  (key) => `a pet that is sent with the key ${key ?? '(none)'} is not added`,
  async (key) => {
    await using mock = await start()
    const client = new Client(mock.baseUrl, KEY)
    const before = (await client.list('?limit=100')).text
    expectError(await new Client(mock.baseUrl, key).create(), 401)
    expect((await client.list('?limit=100')).text).toBe(before)
    expect(mock.world.pets.size).toBe(100)
  },
)

clauseFor(
  'AUTH-6',
  [
    { fact: 'without credentials', key: undefined, challenge: 'Bearer realm="petstore"' },
    {
      fact: 'with an unknown key',
      key: 'no-such-key',
      challenge: 'Bearer realm="petstore", error="invalid_token", error_description="Unknown API key"',
    },
  ],
  ({ fact }) => `a 401 to a request ${fact} carries a Bearer challenge`,
  async ({ key, challenge }) => {
    await using mock = await start()
    for (const { ask } of operations) {
      const reply = await ask(new Client(mock.baseUrl, key))
      expect(reply.status).toBe(401)
      expect(reply.header('WWW-Authenticate')).toBe(challenge)
    }
  },
)

clauseFor(
  'AUTH-7',
  ['Bearer', 'bearer', 'BEARER', 'bEaReR'],
  (scheme) => `the scheme may be written ${scheme}`,
  async (scheme) => {
    await using mock = await start()
    const headers = { Authorization: `${scheme} ${KEY}` }
    expect((await new Client(mock.baseUrl).send('GET', '/pets', { headers })).status).toBe(200)
  },
)
