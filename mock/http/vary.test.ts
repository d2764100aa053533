import { expect, test } from 'vitest'
import { invalidNewPets } from '../../fixtures/testing/new-pet.ts'
import { openapi } from '../../spec/generated/openapi.ts'
import { schemaCheck } from '../../spec/testing/schema-check.ts'
import type { HttpReply } from './testing/http-reply.ts'
import { Client } from './testing/client.ts'
import { expectRateLimit } from './testing/expect-error.ts'
import { start } from './testing/start.ts'

const KEY = 'free-demo-key'
const SEEDS = Array.from({ length: 16 }, (_, at) => at + 1)

const isPet = schemaCheck(openapi.components.schemas.Pet, openapi.components)
const isList = schemaCheck(openapi.components.schemas.Pets, openapi.components)
const isError = schemaCheck(openapi.components.schemas.Error, openapi.components)

/** Expects what holds for every reply of a conforming service, whatever its choices at open points. */
function expectConforming(reply: HttpReply, lawful: readonly number[]): void {
  expect(lawful, reply.text).toContain(reply.status)
  expectRateLimit(reply)
  if (reply.status === 429) expect(reply.headers.has('Retry-After')).toBe(true)
  else if (reply.status >= 400) expect(isError(reply.json)).toEqual([])
  else expect((Array.isArray(reply.json) ? isList : isPet)(reply.json)).toEqual([])
}

test.for(SEEDS)('a service that is varied with seed %i conforms', async (vary) => {
  await using mock = await start({ vary, choices: { 'category-check': 'none' } })
  const client = new Client(mock.baseUrl, KEY)
  const created = await client.create()
  expectConforming(created, [201])
  expectConforming(await client.get(created.pet.id), [200])
  expectConforming(await client.list('?limit=100'), [200])
  expectConforming(await client.list('?status=sold'), [200])
  expectConforming(await client.list('?limit=0'), [200, 400])
  expectConforming(await client.list('?status=lost&color=red'), [200, 400])
  expectConforming(await client.get(4n ** 20n), [404])
  expectConforming(await client.get('x'), [400, 404])
  expectConforming(await client.send('PUT', '/pets'), [404, 405])
  expectConforming(await client.create('<pet/>', 'application/xml'), [400, 415])
  expectConforming(await new Client(mock.baseUrl, 'no-such-key').list(), [401])
  for (const { body } of invalidNewPets.filter((_, at) => at % 8 === vary % 8)) {
    expectConforming(await client.create(body), [400])
  }
  mock.keys.setRemaining(KEY, { minute: 0 })
  for (let refused = 0; refused < 12; refused += 1) expectConforming(await client.list(), [429, 401, 403])
  mock.clock.set('2030-12-05T00:00:00Z')
  expectConforming(await client.get(created.pet.id), [200, 404, 410])
})
