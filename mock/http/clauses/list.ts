import { expect } from 'vitest'
import { newPet } from '../../../fixtures/testing/new-pet.ts'
import { petStatuses } from '../../../spec/operations.ts'
import { Client } from '../testing/client.ts'
import { start } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const KEY = 'business-demo-key'

clauseFor(
  'LIST-1',
  ['', '?limit=1', '?limit=100', '?status=sold', '?limit=7&status=pending', '?status=available&limit=7'],
  (query) => `GET /pets${query} is answered 200 with a JSON array of pets`,
  async (query) => {
    await using mock = await start()
    const reply = await new Client(mock.baseUrl, KEY).list(query)
    expect(reply.status).toBe(200)
    expect(reply.pets.length).toBeGreaterThan(0)
    for (const pet of reply.pets) expect(Object.keys(pet)).toEqual(['id', 'name', 'categoryId', 'status'])
  },
)

clause('LIST-1', 'a list of nothing is an empty array', async () => {
  await using mock = await start({ pets: 0 })
  const reply = await new Client(mock.baseUrl, KEY).list()
  expect([reply.status, reply.text]).toEqual([200, '[]'])
})

clauseFor(
  'LIST-2',
  [
    { pets: 100, limit: 1, listed: 1 },
    { pets: 100, limit: 20, listed: 20 },
    { pets: 100, limit: 99, listed: 99 },
    { pets: 100, limit: 100, listed: 100 },
    { pets: 101, limit: 100, listed: 100 },
    { pets: 7, limit: 100, listed: 7 },
    { pets: 7, limit: 6, listed: 6 },
    { pets: 0, limit: 1, listed: 0 },
  ],
  ({ pets, limit, listed }) => `of ${pets} pets limit=${limit} lists ${listed}`,
  async ({ pets, limit, listed }) => {
    await using mock = await start({ pets })
    expect((await new Client(mock.baseUrl, KEY).list(`?limit=${limit}`)).pets).toHaveLength(listed)
  },
)

clause('LIST-3', 'every limit from 1 to 100 is accepted', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  for (let limit = 1; limit <= 100; limit += 1) {
    const reply = await client.list(`?limit=${limit}`)
    expect([reply.status, reply.pets.length]).toEqual([200, limit])
  }
})

clauseFor(
  'LIST-4',
  [
    { pets: 100, listed: 20 },
    { pets: 20, listed: 20 },
    { pets: 19, listed: 19 },
  ],
  ({ pets, listed }) => `of ${pets} pets a list without limit holds ${listed}`,
  async ({ pets, listed }) => {
    await using mock = await start({ pets })
    const client = new Client(mock.baseUrl, KEY)
    expect((await client.list()).pets).toHaveLength(listed)
    expect((await client.list()).text).toBe((await client.list('?limit=20')).text)
  },
)

clauseFor(
  'LIST-5',
  petStatuses,
  (status) => `with status=${status} all pets of that status are listed, and no other`,
  async (status) => {
    await using mock = await start()
    const client = new Client(mock.baseUrl, KEY)
    const all = (await client.list('?limit=100')).pets
    const { pets } = await client.list(`?limit=100&status=${status}`)
    expect(pets.length).toBeGreaterThan(0)
    expect(pets).toEqual(all.filter((pet) => pet.status === status))
  },
)

clause('LIST-5', 'the page is cut after filtering', async () => {
  await using mock = await start({ pets: 0 })
  const client = new Client(mock.baseUrl, KEY)
  for (const status of [
    'available',
    'available',
    'pending',
    'available',
    'pending',
    'sold',
    'sold',
  ] as const) {
    await client.create(newPet({ status }))
  }
  expect((await client.list('?limit=2&status=sold')).pets.map(({ id }) => id)).toEqual([6, 7])
})

clause('LIST-5', 'a pet without a status is in no filtered list', async () => {
  await using mock = await start({ pets: 0, choices: { 'default-status': 'absent' } })
  const client = new Client(mock.baseUrl, KEY)
  await client.create()
  for (const status of petStatuses) expect((await client.list(`?status=${status}`)).pets).toEqual([])
  expect((await client.list()).pets).toHaveLength(1)
})

clause('LIST-6', 'without status pets of every status are listed', async () => {
  await using mock = await start()
  const { pets } = await new Client(mock.baseUrl, KEY).list('?limit=100')
  expect(new Set(pets.map(({ status }) => status))).toEqual(new Set(petStatuses))
  expect(pets).toHaveLength(100)
})

clauseFor(
  'LIST-7',
  petStatuses,
  (status) => `a pet that was added as ${status} is in the list, with and without the filter`,
  async (status) => {
    await using mock = await start({ pets: 50 })
    const client = new Client(mock.baseUrl, KEY)
    const { pet } = await client.create(newPet({ status }))
    expect((await client.list('?limit=100')).pets).toContainEqual(pet)
    expect((await client.list(`?limit=100&status=${status}`)).pets).toContainEqual(pet)
  },
)
