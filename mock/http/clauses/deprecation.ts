import LinkHeader from 'http-link-header'
import { parseItem } from 'structured-headers'
import { expect } from 'vitest'
import { refused } from '../../../fixtures/testing/requests.ts'
import { Client, operations } from '../testing/client.ts'
import { expectError } from '../testing/expect-error.ts'
import { start } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const KEY = 'pro-demo-key'
const LAST_DAY = '2030-12-04T23:59:59.999Z'
const REMOVAL = '2030-12-05T00:00:00Z'
const headers = ['Deprecation', 'Sunset', 'Link']

clauseFor(
  'DEPRECATION-1',
  ['2025-12-05T00:00:00Z', '2030-12-04T00:00:00Z', LAST_DAY],
  (time) => `getPet is served at ${time}`,
  async (time) => {
    await using mock = await start()
    mock.clock.set(time)
    const client = new Client(mock.baseUrl, KEY)
    expect((await client.get(1)).pet.id).toBe(1)
    expectError(await client.get(404), 404)
  },
)

clauseFor(
  'DEPRECATION-2',
  [REMOVAL, '2030-12-05T12:00:00Z', '2040-01-01T00:00:00Z'],
  (time) => `getPet is gone at ${time}, and nothing else is`,
  async (time) => {
    await using mock = await start()
    mock.clock.set(time)
    const client = new Client(mock.baseUrl, KEY)
    for (const id of ['1', '404', 'x']) expectError(await client.get(id), 410)
    expect((await client.list()).status).toBe(200)
    expect((await client.create()).status).toBe(201)
  },
)

clause(
  'DEPRECATION-2',
  'getPet is removed while the clock runs past the day, and is there again before it',
  async () => {
    await using mock = await start()
    const client = new Client(mock.baseUrl, KEY)
    mock.clock.set(LAST_DAY)
    expect((await client.get(1)).status).toBe(200)
    mock.clock.advance({ seconds: 0.001 })
    expectError(await client.get(1), 410)
    mock.clock.set(mock.clock.read().now - 1)
    expect((await client.get(1)).status).toBe(200)
  },
)

clause('DEPRECATION-3', 'every pet that getPet returns is found by GET /pets with its status', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  for (let id = 1; id <= 30; id += 1) {
    const { pet } = await client.get(id)
    const { pets } = await client.list(`?limit=100&status=${pet.status ?? ''}`)
    expect(pets).toContainEqual(pet)
  }
})

clauseFor(
  'DEPRECATION-4',
  ['1', '404', 'x'],
  (id) => `the reply to getPet ${id} announces the deprecation and the removal`,
  async (id) => {
    await using mock = await start()
    const reply = await new Client(mock.baseUrl, KEY).get(id)
    expect(parseItem(reply.header('Deprecation'))).toEqual([new Date('2025-12-05T00:00:00Z'), new Map()])
    expect(reply.header('Deprecation')).toMatch(/^@\d+$/)
    expect(reply.header('Sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT')
    expect(new Date(reply.header('Sunset')).toISOString()).toBe('2030-12-05T00:00:00.000Z')
    expect(LinkHeader.parse(reply.header('Link')).refs).toEqual([
      { uri: '/v1/pets', rel: 'successor-version' },
    ])
  },
)

clause('DEPRECATION-4', 'the link leads to the replacement, in each world', async () => {
  await using mock = await start()
  for (const baseUrl of [mock.baseUrl, mock.stagingBaseUrl]) {
    const reply = await new Client(baseUrl, KEY).get(1)
    const [link] = LinkHeader.parse(reply.header('Link')).rel('successor-version')
    expect(new URL(link?.uri ?? '', baseUrl).href).toBe(`${baseUrl}/pets`)
  }
})

clause('DEPRECATION-4', 'no other operation is announced as deprecated', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  const others = operations.filter(({ id }) => id !== 'getPet').map(({ ask }) => ask(client))
  const nowhere = refused.map(({ method, path }) => client.send(method, path))
  for (const reply of await Promise.all([...others, ...nowhere])) {
    expect(headers.filter((name) => reply.headers.has(name))).toEqual([])
  }
})

clause('DEPRECATION-4', 'the announcement stands on a removed operation too', async () => {
  await using mock = await start()
  mock.clock.set(REMOVAL)
  const reply = await new Client(mock.baseUrl, KEY).get(1)
  expect(headers.filter((name) => reply.headers.has(name))).toEqual(headers)
})
