import { expect } from 'vitest'
import { Client } from '../testing/client.ts'
import { expectError } from '../testing/expect-error.ts'
import { start } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const KEY = 'pro-demo-key'

clause('GET-1', 'every pet of the list is read by its id, and is the same', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  for (const pet of (await client.list()).pets) {
    const reply = await client.get(pet.id)
    expect(reply.status).toBe(200)
    expect(reply.pet).toEqual(pet)
  }
})

clause('GET-1', 'an added pet is read by its id', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  const created = await client.create()
  expect((await client.get(created.pet.id)).text).toBe(created.text)
})

clauseFor(
  'GET-2',
  ['101', '0', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'],
  (id) => `an id that no pet has is answered 404: ${id}`,
  async (id) => {
    await using mock = await start()
    const reply = await new Client(mock.baseUrl, KEY).get(id)
    expectError(reply, 404)
    expect(reply.error.message).toContain(id)
  },
)

clauseFor(
  'GET-3',
  ['0', '-1', '9007199254740992', '9007199254740993', '9223372036854775807', '-9223372036854775808'],
  (id) => `the pet ${id} is read, and none of its neighbours`,
  async (id) => {
    const exact = BigInt(id)
    const seed = { id: Number.isSafeInteger(Number(id)) ? Number(id) : exact, name: 'Biscuit', categoryId: 2 }
    await using mock = await start({ pets: [seed] })
    const client = new Client(mock.baseUrl, KEY)
    const reply = await client.get(id)
    expect(reply.status).toBe(200)
    expect(reply.text).toContain(`{"id":${id},"name":"Biscuit"`)
    for (const other of [exact - 1n, exact + 1n]) {
      expect([400, 404]).toContain((await client.get(other.toString())).status)
    }
  },
)
