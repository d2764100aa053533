import { expect } from 'vitest'
import { invalidNewPets, newPet, validNewPets } from '../../../fixtures/testing/new-pet.ts'
import { petStatuses } from '../../../spec/operations.ts'
import { Client } from '../testing/client.ts'
import { expectError } from '../testing/expect-error.ts'
import { start } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const KEY = 'business-demo-key'

const missing = invalidNewPets.filter(({ name }) => name.endsWith('is missing'))
const wrong = invalidNewPets.filter(({ name, field }) => field && !name.endsWith('is missing'))
const noObject = invalidNewPets.filter(({ field }) => !field)

clauseFor(
  'CREATE-1',
  validNewPets,
  ({ name }) => `a valid body is answered 201 with the pet and its id: ${name}`,
  async ({ body }) => {
    await using mock = await start()
    const reply = await new Client(mock.baseUrl, KEY).create(body)
    expect(reply.status).toBe(201)
    expect(reply.text).toMatch(/^\{"id":101,/)
    expect(mock.world.pets.size).toBe(101)
  },
)

clauseFor(
  'CREATE-2',
  petStatuses,
  (status) => `name, categoryId and the status ${status} come back as they were sent`,
  async (status) => {
    await using mock = await start()
    const sent = newPet({ name: 'Mochi', categoryId: 3, status })
    const client = new Client(mock.baseUrl, KEY)
    expect((await client.create(sent)).pet).toEqual({ id: 101, ...sent })
    expect((await client.get(101)).pet).toEqual({ id: 101, ...sent })
  },
)

clauseFor(
  'CREATE-3',
  missing,
  ({ name }) => `400 when ${name}`,
  async ({ body, field = '' }) => {
    await using mock = await start()
    const reply = await new Client(mock.baseUrl, KEY).create(body)
    expectError(reply, 400)
    expect(reply.error.message).toBe(`${field} is required`)
  },
)

clause('CREATE-3', 'every missing field is named', async () => {
  await using mock = await start()
  const reply = await new Client(mock.baseUrl, KEY).create('{"status":"sold"}')
  expectError(reply, 400)
  expect(reply.error.message).toBe('name is required; categoryId is required')
})

clauseFor(
  'CREATE-4',
  wrong,
  ({ name }) => `400 that names the field when ${name}`,
  async ({ body, field = '' }) => {
    await using mock = await start()
    const reply = await new Client(mock.baseUrl, KEY).create(body)
    expectError(reply, 400)
    expect(reply.error.message).toMatch(new RegExp(`^${field} must`))
  },
)

clauseFor(
  'CREATE-5',
  noObject,
  ({ name }) => `400 when ${name}`,
  async ({ body }) => {
    await using mock = await start()
    expectError(await new Client(mock.baseUrl, KEY).create(body), 400)
  },
)

clauseFor(
  'CREATE-1',
  [
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json;',
    'application/json; profile=x',
  ].map((type) => ({ type })),
  ({ type }) => `a body of the type ${type} is accepted`,
  async ({ type }) => {
    await using mock = await start()
    const headers = { 'Content-Type': type }
    const body = '{"name":"Rex","categoryId":1}'
    expect((await new Client(mock.baseUrl, KEY).send('POST', '/pets', { headers, body })).status).toBe(201)
  },
)

clause('CREATE-5', '400 without a body', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  expectError(await client.send('POST', '/pets'), 400)
  expectError(await client.send('POST', '/pets', { headers: { 'Content-Type': 'application/json' } }), 400)
})

clauseFor(
  'CREATE-6',
  invalidNewPets,
  ({ name }) => `no pet is added when ${name}`,
  async ({ body }) => {
    await using mock = await start({ pets: 3 })
    const client = new Client(mock.baseUrl, KEY)
    const before = (await client.list()).text
    await client.create(body)
    expect((await client.list()).text).toBe(before)
    expect((await client.create()).pet.id).toBe(4)
  },
)

clauseFor(
  'CREATE-7',
  petStatuses,
  (status) => `the status ${status} may be set on creation`,
  async (status) => {
    await using mock = await start()
    expect((await new Client(mock.baseUrl, KEY).create(newPet({ status }))).pet.status).toBe(status)
  },
)

clause('CREATE-7', 'no status needs to be set on creation', async () => {
  await using mock = await start()
  expect((await new Client(mock.baseUrl, KEY).create('{"name":"Rex","categoryId":1}')).status).toBe(201)
})
