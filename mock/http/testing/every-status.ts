import type { FaultEffect } from '../../core/faults/faults.ts'
import type { LocalPets } from '../../core/pets/pet-store.ts'
import type { MockOptions } from '../../index.ts'
import type { Mock } from '../../mock.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import type { HttpReply } from './http-reply.ts'
import { Client } from './client.ts'
import { startOn, type TestPorts } from './start.ts'
import { talk, type Says } from './talk.ts'

/** A status of the mock, its cause, and a function that gets such a reply. */
export interface StatusCase {
  readonly status: number
  readonly when: string
  readonly ask: () => Promise<HttpReply>
}

const KEY = 'free-demo-key'
const REMOVAL = '2030-12-05T00:00:00Z'

/** Every status of the mock. Each case has its own mock. */
export const everyStatus: readonly StatusCase[] = [
  over(200, 'pets are listed', (client) => client.list()),
  over(200, 'a pet is read', (client) => client.get(1)),
  over(201, 'a pet is added', (client) => client.create()),
  over(204, 'OPTIONS is asked', (client) => client.send('OPTIONS', '/pets')),
  over(400, 'the body is invalid', (client) => client.create('{}')),
  over(400, 'the limit is invalid', (client) => client.list('?limit=0')),
  over(400, 'the id is invalid', (client) => client.get('one')),
  raw(400, 'the request is no HTTP', 'hello\r\n\r\n'),
  raw(400, 'the request names no host', 'GET /v1/pets HTTP/1.1\r\n\r\n'),
  over(401, 'the key is invalid', ({ baseUrl }) => new Client(baseUrl, 'no-such-key').list()),
  over(401, 'the key is missing', ({ baseUrl }) => new Client(baseUrl).list()),
  over(403, 'the key is banned and the ban is answered so', banned('403')),
  over(404, 'there is no such pet', (client) => client.get(404)),
  over(404, 'there is no such path', (client) => client.send('GET', '/owners')),
  over(405, 'the method is not allowed', (client) => client.send('PUT', '/pets')),
  raw(408, 'the request never ends', 'GET /v1/pets HTTP/1.1\r\nHost: x\r\n', {
    timeouts: { headersTimeout: 20, requestTimeout: 40, connectionsCheckingInterval: 10 },
  }),
  over(410, 'the operation is removed', (client, mock) => {
    mock.clock.set(REMOVAL)
    return client.get(1)
  }),
  over(413, 'the body is too large', (client) => client.create(' '.repeat(200_000))),
  over(415, 'the body is a form', (client) => client.create('name=Rex', 'application/x-www-form-urlencoded')),
  over(429, 'the limit is exceeded', (client, mock) => {
    mock.keys.setRemaining(KEY, { minute: 0 })
    return client.list()
  }),
  over(429, 'the key is banned', banned('429')),
  raw(
    431,
    'the headers are too large',
    `GET /v1/pets HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
  ),
  over(500, 'the mock makes a mistake', (client) => client.list(), { createPetStore: brokenPets }),
  over(500, 'a fault answers it', faulty({ kind: 'status', status: 500 })),
  over(503, 'a fault answers it', faulty({ kind: 'status', status: 503 })),
  over(507, 'no more pets fit', (client) => client.create(), {
    createPetStore: (share, random) => memoryPets(share, random, 100),
  }),
]

type Conversation = (client: Client, mock: Mock) => Promise<HttpReply>

function over(status: number, when: string, converse: Conversation, ports: TestPorts = {}): StatusCase {
  const ask = async (): Promise<HttpReply> => {
    await using mock = await startOn(ports, options(status))
    return await converse(new Client(mock.baseUrl, KEY), mock)
  }
  return { status, when, ask }
}

function options(status: number): MockOptions {
  return status === 403 ? { choices: { 'status-while-banned': '403' } } : {}
}

function raw(status: number, when: string, says: Says, ports: TestPorts = {}): StatusCase {
  const ask = async (): Promise<HttpReply> => {
    await using mock = await startOn(ports)
    const { replies } = await talk(mock.port, says)
    const [reply] = replies
    if (!reply) throw new Error('the connection was closed without a reply')
    return reply
  }
  return { status, when, ask }
}

function banned(status: '403' | '429'): Conversation {
  return (client, mock) => {
    mock.choices.set({ 'status-while-banned': status })
    mock.keys.ban(KEY, 60)
    return client.list()
  }
}

function faulty(effect: FaultEffect): Conversation {
  return (client, mock) => {
    mock.faults.add({ effect })
    return client.list()
  }
}

function brokenPets(): LocalPets {
  const page = (): never => {
    throw new Error('the store is broken: secret insides')
  }
  return Object.defineProperties(memoryPets(), { size: { value: 0 }, page: { value: page } })
}
