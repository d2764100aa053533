import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refused } from '../../fixtures/testing/requests.ts'
import type { LocalPets } from '../core/pets/pet-store.ts'
import type { Local, LocalWorlds } from '../core/world/control-types.ts'
import type { World } from '../core/world/world.ts'
import { NOW, startOn } from '../http/testing/start.ts'
import type { Mock } from '../mock.ts'
import { createWorlds, type WorldPorts } from '../options.ts'
import { memoryPets } from '../stores/memory-pets.ts'
import { inProcess, type PlainReply, type PlainRequest } from './in-process.ts'

const KEY = 'free-demo-key'
const BEARER = { Authorization: `Bearer ${KEY}` }
const JSON_TYPE = { ...BEARER, 'Content-Type': 'application/json' }
const PREFLIGHT = {
  Origin: 'http://localhost:5173',
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,content-type',
}

/** Only HTTP has these headers of the connection (RFC 9112 §9, §6.1). */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding'])

interface Row {
  readonly status: number
  readonly when: string
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly arrange?: (world: Local<World>) => void
}

const rows: readonly Row[] = [
  { status: 200, when: 'pets are listed' },
  { status: 200, when: 'a pet is read', path: '/v1/pets/1' },
  { status: 200, when: 'staging is asked', path: '/staging/v1/pets?limit=2&status=sold' },
  { status: 200, when: 'HEAD is asked', method: 'HEAD' },
  {
    status: 200,
    when: 'there is a further page',
    path: '/v1/pets?limit=3',
    arrange: ({ choices }) => choices.set({ 'further-pages': 'link' }),
  },
  {
    status: 201,
    when: 'a pet is added',
    method: 'POST',
    headers: JSON_TYPE,
    body: '{"name":"Zoë 🐕","categoryId":1}',
  },
  {
    status: 201,
    when: 'a pet is added to staging',
    method: 'POST',
    path: '/staging/v1/pets',
    headers: JSON_TYPE,
    body: '\uFEFF{"name":"Rex","categoryId":1}',
    arrange: ({ choices }) => choices.set({ 'location-on-201': 'yes', 'json-style': 'indented-shuffled' }),
  },
  { status: 204, when: 'OPTIONS is asked', method: 'OPTIONS', headers: {} },
  { status: 204, when: 'a preflight is sent', method: 'OPTIONS', headers: PREFLIGHT },
  { status: 400, when: 'the body is no JSON', method: 'POST', headers: JSON_TYPE, body: '{"name":' },
  { status: 400, when: 'there is no body', method: 'POST', headers: JSON_TYPE },
  { status: 400, when: 'the body is empty', method: 'POST', headers: JSON_TYPE, body: '' },
  { status: 400, when: 'the limit is invalid', path: '/v1/pets?limit=0' },
  { status: 401, when: 'there is no key', headers: {} },
  { status: 401, when: 'the key is unknown', headers: { authorization: 'Bearer no-such-key ' } },
  {
    status: 403,
    when: 'the key is banned and the ban is answered with 403',
    arrange: ({ choices, keys }) => {
      choices.set({ 'status-while-banned': '403' })
      keys.ban(KEY, 60)
    },
  },
  { status: 404, when: 'there is no such pet', path: '/v1/pets/404' },
  { status: 404, when: 'HEAD is asked of no pet', method: 'HEAD', path: '/v1/pets/404' },
  { status: 404, when: 'there is no such path', path: '/v1/owners?%zz' },
  { status: 404, when: 'there is no such world', path: '/nobody/v1/pets' },
  { status: 404, when: 'the path is under no base address', path: '/' },
  { status: 405, when: 'PATCH is asked', method: 'PATCH', headers: JSON_TYPE, body: '{}' },
  ...refused.map(({ method, path }) => ({
    status: 405,
    when: `${method} ${path} is asked`,
    method,
    path: `/v1${path}`,
  })),
  {
    status: 410,
    when: 'the operation is removed',
    path: '/v1/pets/1',
    arrange: ({ clock }) => clock.set('2030-12-05T00:00:00Z'),
  },
  {
    status: 413,
    when: 'the body is too large',
    method: 'POST',
    headers: JSON_TYPE,
    body: ' '.repeat(200_000),
  },
  {
    status: 415,
    when: 'the body is a form',
    method: 'POST',
    headers: { ...BEARER, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'name=Rex',
  },
  {
    status: 429,
    when: 'the limit is exceeded',
    arrange: ({ keys }) => keys.setRemaining(KEY, { minute: 0 }),
  },
  {
    status: 429,
    when: 'a 429 has no body',
    arrange: ({ keys, choices }) => {
      choices.set({ 'body-of-429': 'empty' })
      keys.setRemaining(KEY, { day: 0 })
    },
  },
  {
    status: 503,
    when: 'a fault says so',
    arrange: ({ faults }) => faults.add({ effect: { kind: 'status', status: 503 } }),
  },
  {
    status: 200,
    when: 'a fault sends a page',
    arrange: ({ faults }) => faults.add({ effect: { kind: 'not-json' } }),
  },
  {
    status: 200,
    when: 'a fault lets the body trickle',
    arrange: ({ faults }) => faults.add({ effect: { kind: 'trickle', over: 1_000 } }),
  },
]

const noSleep = (): Promise<void> => Promise.resolve()

/** Two equal mocks, one of them behind a real server. */
class Twins implements AsyncDisposable {
  readonly #mock: Mock
  readonly #worlds: LocalWorlds

  static async start(ports: WorldPorts = {}): Promise<Twins> {
    const mock = await startOn({ ...ports, sleep: noSleep })
    return new Twins(mock, await createWorlds({ time: () => NOW }, ports))
  }

  constructor(mock: Mock, worlds: LocalWorlds) {
    this.#mock = mock
    this.#worlds = worlds
  }

  /** Sends one request to both, and expects the same reply. */
  async compare({
    status,
    method = 'GET',
    path = '/v1/pets',
    headers = BEARER,
    body,
    arrange,
  }: Row): Promise<void> {
    for (const world of [...this.#mock.worlds.list(), ...this.#worlds.list()]) {
      world.reset()
      arrange?.(world)
    }
    const request = { method, url: this.#mock.origin + path, headers, body }
    const real = await overHttp(request)
    const reply = await inProcess(this.#worlds, noSleep)(request)
    expect(reply).toEqual(real)
    expect(reply.status).toBe(status)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#mock.stop()
  }
}

async function overHttp({ method, url, headers, body }: PlainRequest): Promise<PlainReply> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  const fields = [...response.headers].filter(([name]) => !CONNECTION_HEADERS.has(name))
  return { status: response.status, headers: Object.fromEntries(fields), body: await response.text() }
}

describe('a request is answered in process as over HTTP', () => {
  let twins: Twins
  beforeAll(async () => {
    twins = await Twins.start()
  })
  afterAll(() => twins[Symbol.asyncDispose]())

  test.for(rows)('$status, when $when', (row) => twins.compare(row))

  test('500, when the mock has a bug', async () => {
    await using broken = await Twins.start({ createPetStore: brokenPets })
    await broken.compare({ status: 500, when: '' })
  })

  test('507, when no more pets fit', async () => {
    await using full = await Twins.start({
      createPetStore: (share, random) => memoryPets(share, random, 100),
    })
    await full.compare({
      status: 507,
      when: '',
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"name":"Rex","categoryId":1}',
    })
  })
})

test('a fault that cuts the connection leaves no reply', async () => {
  const worlds = await createWorlds({ pets: 1 })
  const send = inProcess(worlds)
  for (const at of ['before-reply', 'mid-body'] as const) {
    worlds.default.faults.clear()
    worlds.default.faults.add({ effect: { kind: 'cut', at } })
    const request = { method: 'GET', url: '/v1/pets', headers: BEARER, body: undefined }
    await expect(send(request)).rejects.toThrow('The connection was cut before the reply was complete')
  }
})

function brokenPets(): LocalPets {
  const page = (): never => {
    throw new Error('the store is broken')
  }
  return Object.defineProperties(memoryPets(), { size: { value: 0 }, page: { value: page } })
}
