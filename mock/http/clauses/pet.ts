import { expect } from 'vitest'
import { newPet, validNewPets } from '../../../fixtures/testing/new-pet.ts'
import { petStatuses } from '../../../spec/operations.ts'
import { Client, operations } from '../testing/client.ts'
import { start } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const KEY = 'business-demo-key'
const GREATEST = 2n ** 63n - 1n

const answeringPets = operations.filter(({ hasBody }) => hasBody)

/** The pets of a reply, a list or a single one. */
function petsIn(text: string): readonly Record<string, unknown>[] {
  return [JSON.parse(text)].flat() as Record<string, unknown>[]
}

clauseFor(
  'PET-1',
  answeringPets,
  ({ id }) => `every pet that ${id} answers has an integer id within int64`,
  async ({ ask }) => {
    await using mock = await start()
    const { text } = await ask(new Client(mock.baseUrl, KEY))
    const ids = Array.from(text.matchAll(/"id":([^,}]*)/g), ([, digits]) => digits ?? '')
    expect(ids).toHaveLength(petsIn(text).length)
    for (const id of ids) {
      expect(id).toMatch(/^-?\d+$/)
      expect(BigInt(id)).toBeLessThanOrEqual(GREATEST)
    }
  },
)

clauseFor(
  'PET-2',
  ['from-1', 'beyond-2-53', 'random'] as const,
  (numbering) => `the service assigns every id, each of them once (id-numbering ${numbering})`,
  async (numbering) => {
    await using mock = await start({ choices: { 'id-numbering': numbering } })
    const client = new Client(mock.baseUrl, KEY)
    const digits = /"id":(\d+)/g
    const all = (text: string): readonly string[] => Array.from(text.matchAll(digits), ([, id = '']) => id)
    const ids = [...all((await client.list('?limit=100')).text)]
    for (let added = 0; added < 50; added += 1) ids.push(...all((await client.create()).text))
    expect(ids).toHaveLength(150)
    expect(new Set(ids).size).toBe(150)
  },
)

clause('PET-2', 'an id that the client sends is ignored', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  const { pet } = await client.create('{"id":1,"name":"Biscuit","categoryId":2}')
  expect(pet.id).toBe(101)
  expect((await client.get(1)).pet.name).not.toBe('Biscuit')
})

clauseFor(
  'PET-3',
  answeringPets,
  ({ id }) => `every pet that ${id} answers has a name, which is a string`,
  async ({ ask }) => {
    await using mock = await start()
    const { text } = await ask(new Client(mock.baseUrl, KEY))
    for (const pet of petsIn(text)) expect(pet['name']).toBeTypeOf('string')
  },
)

clauseFor(
  'PET-3',
  validNewPets,
  ({ name }) => `the name is returned as it was sent: ${name}`,
  async ({ body }) => {
    await using mock = await start({ pets: 0 })
    const client = new Client(mock.baseUrl, KEY)
    const sent = JSON.parse(body) as { name: string }
    const created = await client.create(body)
    for (const reply of [created, await client.get(1), await client.list()]) {
      expect(petsIn(reply.text).map(({ name }) => name)).toEqual([sent.name])
    }
  },
)

clauseFor(
  'PET-4',
  [
    '0',
    '-1',
    '2147483648',
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
  ],
  (categoryId) => `the categoryId ${categoryId} is returned digit for digit`,
  async (categoryId) => {
    await using mock = await start({ pets: 0 })
    const client = new Client(mock.baseUrl, KEY)
    const created = await client.create(`{"name":"Biscuit","categoryId":${categoryId}}`)
    for (const { text } of [created, await client.get(1), await client.list()]) {
      expect(text).toContain(`"categoryId":${categoryId},`)
    }
  },
)

clauseFor(
  'PET-5',
  answeringPets,
  ({ id }) => `the status of every pet that ${id} answers is available, pending or sold`,
  async ({ ask }) => {
    await using mock = await start()
    const { text } = await ask(new Client(mock.baseUrl, KEY))
    for (const pet of petsIn(text)) expect(petStatuses).toContain(pet['status'])
  },
)

clause('PET-5', 'a pet without a status has no such field', async () => {
  await using mock = await start({ choices: { 'default-status': 'absent' } })
  const { text } = await new Client(mock.baseUrl, KEY).create(newPet())
  expect(text).toBe('{"id":101,"name":"Biscuit","categoryId":2}')
})
