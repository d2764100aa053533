import { stringifyJson } from '../../../spec/exact-json/json.ts'
import type { Client } from '../testing/client.ts'
import { openPoint, type OpenPointCase } from './open-point-case.ts'

const INVALID_IDS = [
  'x',
  '1.0',
  '1e0',
  '+1',
  '0x1',
  '%201',
  '%00',
  'NaN',
  '１',
  '9223372036854775808',
  '9'.repeat(400),
]

async function statuses(client: Client, bodies: readonly string[]): Promise<readonly number[]> {
  const found: number[] = []
  for (const body of bodies) found.push((await client.create(body)).status)
  return found
}

function named(name: string): string {
  return JSON.stringify({ name, categoryId: 1 })
}

/** The names that pets get which are added under these, or the status of a refusal. */
async function names(client: Client, sent: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of sent) {
    const reply = await client.create(named(name))
    found.push(reply.status === 201 ? reply.pet.name : String(reply.status))
  }
  return found
}

export const petCases: readonly OpenPointCase[] = [
  openPoint({
    id: 'invalid-pet-id',
    observe: async (client) => {
      const found: string[] = []
      for (const id of INVALID_IDS) {
        const { status, error } = await client.get(id)
        found.push(`${status} ${error.code}`)
      }
      return found
    },
    seen: {
      '400': INVALID_IDS.map(() => '400 invalid_pet_id'),
      '404': INVALID_IDS.map(() => '404 pet_not_found'),
    },
  }),
  openPoint({
    id: 'unknown-body-field',
    observe: async (client) => {
      const created = await client.create('{"color":{"r":1e400},"name":"Rex","id":5,"categoryId":1}')
      return created.status === 201
        ? [created.text, (await client.get(101)).text]
        : [created.status, created.error.message]
    },
    seen: {
      dropped: Array(2).fill('{"id":101,"name":"Rex","categoryId":1,"status":"available"}'),
      kept: Array(2).fill('{"id":101,"name":"Rex","categoryId":1,"status":"available","color":{"r":1e400}}'),
      '400': [400, '"color" is not a field of a pet'],
    },
  }),
  openPoint({
    id: 'duplicate-body-field',
    observe: async (client) => {
      const { status, json } = await client.create('{"name":"Rex","categoryId":1,"n\\u0061me":"Max"}')
      return [status, (json as { name?: string }).name]
    },
    seen: { '400': [400, undefined], 'last-wins': [201, 'Max'] },
  }),
  openPoint({
    id: 'default-status',
    observe: async (client) => {
      const created = await client.create()
      return [created.pet.status, (await client.get(101)).pet.status]
    },
    seen: {
      absent: [undefined, undefined],
      available: ['available', 'available'],
      pending: ['pending', 'pending'],
      sold: ['sold', 'sold'],
    },
  }),
  openPoint({
    id: 'null-status',
    options: { choices: { 'default-status': 'pending' } },
    observe: async (client) => {
      const { status, json } = await client.create('{"name":"Rex","categoryId":1,"status":null}')
      return [status, (json as { status?: string }).status]
    },
    seen: { '400': [400, 400], 'as-omitted': [201, 'pending'] },
  }),
  openPoint({
    id: 'shortest-name',
    observe: (client) =>
      statuses(
        client,
        [0, 1, 2, 3, 256].map((length) => named('🐕'.repeat(length))),
      ),
    seen: {
      empty: [201, 201, 201, 201, 201],
      'at-least-1': [400, 201, 201, 201, 201],
      'at-least-3': [400, 400, 400, 201, 201],
    },
  }),
  openPoint({
    id: 'longest-name',
    observe: (client) =>
      statuses(
        client,
        [0, 80, 81, 255, 256].map((length) => named('🐕'.repeat(length))),
      ),
    seen: {
      any: [201, 201, 201, 201, 201],
      'at-most-80': [201, 201, 400, 400, 400],
      'at-most-255': [201, 201, 201, 201, 400],
    },
  }),
  openPoint({
    id: 'name-characters',
    observe: (client) =>
      statuses(client, [
        named('Zoë 🐕'),
        named('two\tparts'),
        named('two\nlines'),
        named('\u007f'),
        named('\u0085'),
      ]),
    seen: {
      'any-text': [201, 201, 201, 201, 201],
      printable: [201, 400, 400, 400, 400],
    },
  }),
  openPoint({
    id: 'nul-in-name',
    observe: async (client) => names(client, ['a\0b', '\0', '\0\0c']),
    seen: {
      '400': ['400', '400', '400'],
      kept: ['a\0b', '\0', '\0\0c'],
      dropped: ['ab', '', 'c'],
    },
  }),
  openPoint({
    id: 'lone-surrogate-in-name',
    observe: async (client) => names(client, ['a\ud83d', '\udc08\ud83d\udc08', '\ud83d\ud83d']),
    seen: {
      '400': ['400', '400', '400'],
      kept: ['a\ud83d', '\udc08\ud83d\udc08', '\ud83d\ud83d'],
      dropped: ['a', '\ud83d\udc08', ''],
      replaced: ['a\ufffd', '\ufffd\ud83d\udc08', '\ufffd\ufffd'],
    },
  }),
  openPoint({
    id: 'name-spelling',
    observe: async (client) => {
      const created = await client.create({ name: ' Zoe\u0308 \u{1f415}\t', categoryId: 1 })
      return [created.pet.name, (await client.get(101)).pet.name]
    },
    seen: {
      'as-sent': Array(2).fill(' Zoe\u0308 \u{1f415}\t'),
      trimmed: Array(2).fill('Zoe\u0308 \u{1f415}'),
      composed: Array(2).fill(' Zo\u00eb \u{1f415}\t'),
      'trimmed-composed': Array(2).fill('Zo\u00eb \u{1f415}'),
    },
  }),
  openPoint({
    id: 'category-check',
    options: { pets: [{ name: 'Rex', categoryId: 9007199254740993n }] },
    observe: (client) =>
      statuses(
        client,
        ['9007199254740993', '9007199254740992', '0'].map((id) => `{"name":"Max","categoryId":${id}}`),
      ),
    seen: { none: [201, 201, 201], some: [201, 201, 400], 'known-only': [201, 400, 400] },
  }),
  openPoint({
    id: 'id-numbering',
    options: { pets: 0 },
    observe: async (client) => {
      for (let added = 0; added < 4; added += 1) await client.create()
      const { text } = await client.list()
      const ids = Array.from(text.matchAll(/"id":(\d+)/g), ([, digits = '']) => BigInt(digits))
      const steps = ids.slice(1).map((id, at) => id - (ids[at] ?? 0n))
      return steps.every((step) => step === 1n) ? ids.map(String) : `${new Set(ids).size} in no order`
    },
    seen: {
      'from-1': ['1', '2', '3', '4'],
      'beyond-2-53': ['9007199254740993', '9007199254740994', '9007199254740995', '9007199254740996'],
      random: '4 in no order',
    },
  }),
  openPoint({
    id: 'location-on-201',
    observe: async (client) => (await client.create()).headers.get('Location'),
    seen: { no: null, yes: '/v1/pets/101' },
  }),
  openPoint({
    id: 'extra-response-fields',
    observe: async (client) => {
      const { pet } = await client.create()
      const [first] = (await client.list('?limit=1')).pets
      return [pet, first].map((shown) => Object.entries(shown ?? {}).slice(4))
    },
    seen: {
      none: [[], []],
      some: Array(2).fill([['createdAt', '2026-01-15T10:30:20.000Z']]),
    },
  }),
  openPoint({
    id: 'json-style',
    observe: async (client) => {
      const { text, pet } = await client.create('{"name":"Rex","categoryId":9007199254740993}')
      return [text, Object.keys(pet), stringifyJson(pet.categoryId)]
    },
    seen: {
      compact: [
        '{"id":101,"name":"Rex","categoryId":9007199254740993,"status":"available"}',
        ['id', 'name', 'categoryId', 'status'],
        '9007199254740993',
      ],
      'indented-shuffled': [
        '{\n  "status": "available",\n  "categoryId": 9007199254740993,\n  "name": "Rex",\n  "id": 101\n}',
        ['status', 'categoryId', 'name', 'id'],
        '9007199254740993',
      ],
    },
  }),
  openPoint({
    id: 'charset-parameter',
    observe: async (client) => {
      const replies = [await client.list(), await client.create(), await client.get(404)]
      return replies.map((reply) => reply.headers.get('Content-Type'))
    },
    seen: {
      absent: Array(3).fill('application/json'),
      present: Array(3).fill('application/json; charset=utf-8'),
    },
  }),
]
