import { gzipSync } from 'node:zlib'
import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { newPet } from '../../../fixtures/testing/new-pet.ts'
import { refused } from '../../../fixtures/testing/requests.ts'
import type { HttpReply } from '../testing/http-reply.ts'
import { Client } from '../testing/client.ts'
import { openPoint, type OpenPointCase } from './open-point-case.ts'

const BODY = new TextEncoder().encode(stringifyJson(newPet()))
const ZIPPED = new Uint8Array(gzipSync(BODY))

/** Headers that make a valid body not application/json. */
const wrongTypes: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': 'application/x-www-form-urlencoded' },
  { 'Content-Type': 'application/vnd.api+json' },
  { 'Content-Type': 'application/jsonp' },
  { 'Content-Type': 'application/json; charset=iso-8859-1' },
  { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
]

async function schemes(client: Client, written: readonly string[]): Promise<readonly number[]> {
  const found: number[] = []
  for (const scheme of written) {
    const headers = { Authorization: `${scheme} free-demo-key` }
    found.push((await client.send('GET', '/pets', { headers })).status)
  }
  return found
}

async function errors(client: Client): Promise<readonly string[]> {
  const replies = [
    await client.get(404),
    await client.list('?limit=0'),
    await new Client(client.baseUrl).list(),
    await client.send('PUT', '/pets'),
  ]
  return replies.map(({ error }) => error.code)
}

function challenge({ status, headers }: HttpReply): string {
  return `${status} ${headers.has('WWW-Authenticate') ? 'with' : 'without'} a challenge`
}

export const edgeCases: readonly OpenPointCase[] = [
  openPoint({
    id: 'error-code-style',
    observe: errors,
    seen: {
      snake: ['pet_not_found', 'invalid_limit', 'missing_api_key', 'method_not_allowed'],
      kebab: ['pet-not-found', 'invalid-limit', 'missing-api-key', 'method-not-allowed'],
      screaming: ['PET_NOT_FOUND', 'INVALID_LIMIT', 'MISSING_API_KEY', 'METHOD_NOT_ALLOWED'],
      dotted: ['pet.not.found', 'invalid.limit', 'missing.api.key', 'method.not.allowed'],
    },
  }),
  openPoint({
    id: 'wrong-media-type',
    observe: async (client, mock) => {
      const found: number[] = []
      for (const headers of wrongTypes) {
        const body = 'Content-Encoding' in headers ? ZIPPED : BODY
        found.push((await client.send('POST', '/pets', { headers, body })).status)
      }
      return { found, pets: mock.world.pets.size }
    },
    seen: {
      '415': { found: wrongTypes.map(() => 415), pets: 100 },
      '400': { found: wrongTypes.map(() => 400), pets: 100 },
    },
  }),
  openPoint({
    id: 'method-not-allowed',
    observe: async (client) => {
      const replies: HttpReply[] = []
      for (const { method, path } of refused) replies.push(await client.send(method, path))
      return replies.map(({ status, headers }) => [status, headers.get('Allow')])
    },
    seen: {
      '405': refused.map(({ allowed }) => [405, allowed.join(', ')]),
      '404': refused.map(() => [404, null]),
    },
  }),
  openPoint({
    id: 'www-authenticate',
    options: { choices: { 'status-while-banned': '401' } },
    observe: async (client, { keys, baseUrl }) => {
      keys.ban('free-demo-key', 60)
      const others = [new Client(baseUrl), new Client(baseUrl, 'no-such-key')]
      const replies = [await client.list()]
      for (const other of others) replies.push(await other.list())
      return replies.map(challenge)
    },
    seen: {
      yes: Array(3).fill('401 with a challenge'),
      no: Array(3).fill('401 without a challenge'),
    },
  }),
  openPoint({
    id: 'scheme-case',
    observe: (client) => schemes(client, ['Bearer', 'bearer', 'BEARER', 'bEARER']),
    seen: { 'any-case': [200, 200, 200, 200], exact: [200, 401, 401, 401] },
  }),
]
