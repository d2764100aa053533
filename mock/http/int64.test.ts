import { describe, expect, test } from 'vitest'
import type { Int64 } from '../../spec/exact-json/int64.ts'
import { Client } from './testing/client.ts'
import { expectError } from './testing/expect-error.ts'
import { start } from './testing/start.ts'

const KEY = 'pro-demo-key'

/** Int64 values around every bound at which a program may lose a digit. */
const exact = [
  '0',
  '-1',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '1234567890123456789',
  '9223372036854775806',
  '9223372036854775807',
  '-9223372036854775807',
  '-9223372036854775808',
]

const outside = [
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551615',
  '1e19',
  '9'.repeat(400),
]

function toInt64(digits: string): Int64 {
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits)
}

describe('categoryId', () => {
  test.for(exact)('%s is the same on create, get and list, with and without the filter', async (digits) => {
    await using mock = await start({ pets: 0 })
    const client = new Client(mock.baseUrl, KEY)
    const pet = `{"id":1,"name":"Rex","categoryId":${digits},"status":"sold"}`
    expect((await client.create(`{"name":"Rex","categoryId":${digits},"status":"sold"}`)).text).toBe(pet)
    expect((await client.get(1)).text).toBe(pet)
    expect((await client.list()).text).toBe(`[${pet}]`)
    expect((await client.list('?status=sold')).text).toBe(`[${pet}]`)
  })

  test.for([
    ['9007199254740993.0', '9007199254740993'],
    ['9.007199254740993e15', '9007199254740993'],
    ['900719925474099300e-2', '9007199254740993'],
    ['-0', '0'],
    ['0e99', '0'],
    ['1E2', '100'],
  ])('%s is the integer %s', async ([written, digits]) => {
    await using mock = await start()
    const { text } = await new Client(mock.baseUrl, KEY).create(`{"name":"Rex","categoryId":${written}}`)
    expect(text).toContain(`"categoryId":${digits},`)
  })

  test.for([...outside, '9007199254740993.5', '0.1', '1e-1', '9223372036854775807.5'])(
    '%s is refused',
    async (digits) => {
      await using mock = await start()
      expectError(await new Client(mock.baseUrl, KEY).create(`{"name":"Rex","categoryId":${digits}}`), 400)
      expect(mock.world.pets.size).toBe(100)
    },
  )

  test.for(exact)('%s stays exact in the other style of JSON', async (digits) => {
    await using mock = await start({ choices: { 'json-style': 'indented-shuffled' } })
    const client = new Client(mock.baseUrl, KEY)
    const { text } = await client.create(`{"name":"Rex","categoryId":${digits}}`)
    expect(text).toContain(`"categoryId": ${digits},`)
    expect((await client.get(101)).text).toBe(text)
  })
})

describe('id', () => {
  test.for(exact)('%s of a starting pet is the same on get and list', async (digits) => {
    await using mock = await start({
      pets: [{ id: toInt64(digits), name: 'Rex', categoryId: 1, status: 'sold' }],
    })
    const client = new Client(mock.baseUrl, KEY)
    const pet = `{"id":${digits},"name":"Rex","categoryId":1,"status":"sold"}`
    expect((await client.get(digits)).text).toBe(pet)
    expect((await client.list()).text).toBe(`[${pet}]`)
  })

  test('a small id given as a bigint is found', async () => {
    await using mock = await start({ pets: [{ id: 5n, name: 'Rex', categoryId: 1n }] })
    const client = new Client(mock.baseUrl, KEY)
    expect((await client.get(5)).text).toBe('{"id":5,"name":"Rex","categoryId":1}')
  })

  test('ids beyond 2^53 count up one by one, and each is found', async () => {
    await using mock = await start({
      pets: 3,
      choices: { 'id-numbering': 'beyond-2-53', 'location-on-201': 'yes' },
    })
    const client = new Client(mock.baseUrl, KEY)
    const digits = '9007199254740996'
    const created = await client.create()
    expect(created.text).toContain(`{"id":${digits},`)
    expect(created.header('Location')).toBe(`/v1/pets/${digits}`)
    expect((await client.get(digits)).text).toBe(created.text)
    const listed = (await client.list()).text.match(/"id":\d+/g)
    expect(listed).toEqual(['3', '4', '5', '6'].map((last) => `"id":900719925474099${last}`))
  })

  test.for(outside)('%s is not an id', async (digits) => {
    await using mock = await start()
    expectError(await new Client(mock.baseUrl, KEY).get(digits), 400)
  })
})
