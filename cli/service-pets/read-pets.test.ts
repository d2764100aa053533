import { describe, expect, test } from 'vitest'
import { Unreachable, type Reply } from '../../contract-tests/engine/transport.ts'
import { reply, scripted } from '../../contract-tests/testing/scripted.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { CommandError } from '../environment/command-error.ts'
import { readPets, type ServicePets } from './read-pets.ts'
import { roomOf } from './room.ts'
import { ManualClock } from './testing/manual-clock.ts'

const KEY = 'free-demo-key'
const BASE_URL = 'https://pets.test/v1'
const ROOM = roomOf({})
const pet = '{"id":1,"name":"Rex","categoryId":1}'

const readScript = (...script: readonly (Reply | Error)[]): Promise<ServicePets> =>
  readPets(
    { baseUrl: BASE_URL, key: KEY, maxWait: 10, room: ROOM },
    { transport: scripted(...script), clock: new ManualClock() },
  )

const sentences = ({ remarks }: ServicePets): readonly string[] => remarks.map(({ sentence }) => sentence)

test('a service that shares only the document with the mock gives all its pets, with GET requests alone', async () => {
  const other = otherService({ pets: 140 })
  const read = await readPets(
    { baseUrl: BASE_URL, key: KEY, maxWait: 100, room: ROOM },
    { transport: other.transport, clock: new ManualClock() },
  )
  expect(read.pets.map(({ id }) => String(id)).sort()).toEqual([...other.stored()].sort())
  expect(sentences(read)).toEqual([
    `140 pets of ${BASE_URL}, which are all that it lists (${other.requests.length} requests)`,
    'left out fields that the document does not name: herd',
  ])
  expect(other.requests.filter((one) => !one.startsWith('GET /v1/pets?'))).toEqual([])
})

test('what is left out is said', async () => {
  const items = [
    pet,
    '{"id":2,"name":"Max","categoryId":1,"status":null,"photo\\u001b[2J":"x"}',
    '{"id":3,"name":5}',
  ]
  expect(sentences(await readScript(reply({ body: `[${items.join()}]` })))).toEqual([
    `2 pets of ${BASE_URL} (1 request)`,
    'left out 1 item that the mock cannot store: pet 3: name must be a string',
    'left out fields that the document does not name: photo\\u001b[2J',
    'left out the status null of 1 pet',
  ])
})

test('a key that the service writes in names is in none of them, and that is said', async () => {
  const names = ['Rex', `Max, Bearer ${KEY}`, `Bella ${KEY.split('').join(' ')}`]
  const items = names.map((name, at) => ({ id: at + 1, name, categoryId: 1 }))
  const read = await readScript(reply({ body: JSON.stringify(items) }))
  expect(read.pets.map(({ name }) => name)).toEqual([
    'Rex',
    'Max, Bearer {key}',
    expect.stringMatching(/^\{part-of-the-key/),
  ])
  expect(sentences(read)).toContain('redacted the API key, or a part of it, in the names of 2 pets')
})

test('an empty list is one', async () => {
  const read = await readScript(reply())
  expect(read.pets).toEqual([])
  expect(sentences(read)).toEqual([`0 pets of ${BASE_URL}, which are all that it lists (1 request)`])
})

describe('says in one line what is wrong, without the key:', () => {
  const html = { 'content-type': 'text/html' }
  test.for<[string, Reply | Error, string]>([
    ['a key that is refused', reply({ status: 401 }), `${BASE_URL} refuses the API key (401)`],
    [
      'a service that cannot be reached',
      new Unreachable('https://pets.test cannot be reached: nothing listens there', true),
      'https://pets.test cannot be reached: nothing listens there',
    ],
    ['another address', reply({ status: 404 }), `${BASE_URL}/pets is not found (404)`],
    ['a page', reply({ headers: html, body: '<h1>Hi</h1>' }), 'there is no Pet Store service there'],
    [
      'a redirect with the key in it',
      reply({ status: 302, headers: { location: `/login?key=${KEY}` } }),
      'redirects to /login?key={key}',
    ],
    ['an error', reply({ status: 503 }), `${BASE_URL} gives no pets: it answers 503 to GET /pets?limit=100`],
    ['no list', reply({ body: '{"pets":[]}' }), `its reply to GET /pets?limit=100 is no JSON array`],
    [
      'a list of other things',
      reply({ body: '[{"id":5,"title":"x"}]' }),
      'lists nothing that is a pet: pet 5: ',
    ],
    [
      'a 429 that asks for too long a wait',
      reply({ status: 429, headers: { 'retry-after': '3600' } }),
      `${BASE_URL} gives no pets: it admits the next request in 3600 s, and --max-wait leaves 10 s`,
    ],
  ])('%s', async ([, first, message]) => {
    const error = await readScript(first).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(CommandError)
    expect((error as CommandError).message).toContain(message)
    expect((error as CommandError).message).not.toContain(KEY)
  })
})
