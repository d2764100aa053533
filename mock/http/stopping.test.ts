import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { Sleep } from '../edge/deliver.ts'
import { startMock } from '../index.ts'
import type { Mock } from '../mock.ts'
import { startOn } from './testing/start.ts'
import { talk } from './testing/talk.ts'

const KEY = 'Host: petstore.test\r\nAuthorization: Bearer pro-demo-key\r\n'
const GET = `GET /v1/pets?limit=1 HTTP/1.1\r\n${KEY}\r\n`
const JSON_BODY = 'Content-Type: application/json\r\n'
const CONTROL = 'GET /_mock/health HTTP/1.1\r\nHost: localhost\r\n\r\n'
// The same as in the command: idle connections stay open for a quarter of a second.
const GRACE = 60_000

/** A used connection that records whether it was reset. */
async function usedConnection(mock: Mock): Promise<{ socket: Socket; end: () => Promise<string> }> {
  const socket = connect({ port: mock.port, host: '127.0.0.1', noDelay: true })
  socket.write(GET)
  await once(socket, 'data')
  const heard: Buffer[] = []
  socket.on('data', (chunk: Buffer) => heard.push(chunk))
  const ended = Promise.withResolvers<string>()
  socket.once('error', ended.reject)
  socket.once('end', () => {
    ended.resolve(Buffer.concat(heard).toString('latin1'))
  })
  return { socket, end: () => ended.promise }
}

test.for([
  { fact: 'of the service', says: GET },
  { fact: 'to the control API', says: CONTROL },
  { fact: 'that is malformed', says: 'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n' },
  { fact: 'for a page', says: CONTROL.replace('health', 'room.js') },
])(
  'a request $fact that is on its way when the mock stops is answered, with Connection: close',
  async ({ says }) => {
    const mock = await startMock({ port: 0 })
    const { socket, end } = await usedConnection(mock)
    socket.write(says)
    await mock.stop(GRACE)
    expect((await end()).match(/^Connection: .*$/gm)).toEqual(['Connection: close'])
  },
)

test.for(['delay', 'trickle'] as const)('a %s ends early', async (kind) => {
  const mock = await startMock({ port: 0 })
  const effect = kind === 'delay' ? { kind, from: 60_000, to: 60_000 } : { kind, over: 60_000 }
  mock.faults.add({ effect })
  const asked = Promise.withResolvers<undefined>()
  mock.subscribe(() => {
    asked.resolve(undefined)
  })
  const talking = talk(mock.port, GET, { replies: Infinity })
  await asked.promise
  await mock.stop(GRACE)
  const { replies, closed } = await talking
  expect([replies.length, replies[0]?.pets.length, closed]).toEqual([1, 1, true])
  if (kind === 'delay') expect(replies[0]?.header('Connection')).toBe('close')
})

test('the last pending reply of a connection has Connection: close', async () => {
  const awake = Promise.withResolvers<undefined>()
  const asleep = Promise.withResolvers<undefined>()
  const sleep: Sleep = async () => {
    asleep.resolve(undefined)
    await awake.promise
  }
  const mock = await startOn({ sleep }, { faults: [{ effect: { kind: 'delay', from: 1, to: 1 }, times: 1 }] })
  const talking = talk(mock.port, GET + CONTROL + GET, { replies: Infinity })
  await asleep.promise
  const stopped = mock.stop(GRACE)
  awake.resolve(undefined)
  await stopped
  const { replies } = await talking
  expect(replies.map((reply) => reply.header('Connection'))).toEqual(['keep-alive', 'keep-alive', 'close'])
})

test('connections without a request do not delay the stop', async () => {
  const mock = await startMock({ port: 0 })
  const silent = connect(mock.port, '127.0.0.1')
  const { end } = await usedConnection(mock)
  const closed = once(silent, 'close')
  await mock.stop(GRACE)
  expect([await end(), await closed]).toEqual(['', [false]])
})

test.for([
  { fact: 'half a header', says: 'GET /v1/pets HTTP/1.1\r\nHost: a\r\nX: ' },
  { fact: 'half a second header', says: `${GET}GET /v1/pets HTTP/1.1\r\nHo` },
  { fact: 'half a body', says: `POST /v1/pets HTTP/1.1\r\n${KEY}${JSON_BODY}Content-Length: 50\r\n\r\n{` },
  {
    fact: 'half a chunk',
    says: `POST /v1/pets HTTP/1.1\r\n${KEY}${JSON_BODY}Transfer-Encoding: chunked\r\n\r\n5\r\nab`,
  },
  {
    fact: 'half a snapshot',
    says: `PUT /_mock/worlds/default/snapshot HTTP/1.1\r\nHost: localhost\r\n${JSON_BODY}Content-Length: 5000\r\n\r\n{`,
  },
])('a connection with $fact does not delay the stop', async ({ says }) => {
  const mock = await startMock({ port: 0 })
  const socket = connect(mock.port, '127.0.0.1').on('error', () => undefined)
  socket.resume().write(says)
  await once(socket, 'connect')
  const before = performance.now()
  await mock.stop(GRACE)
  expect(performance.now() - before).toBeLessThan(GRACE / 2)
})

test('under load, no connection is reset', async () => {
  const mock = await startMock({ port: 0, limits: false })
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const failures: string[] = []
  let served = 0
  const client = async (): Promise<void> => {
    for (;;) {
      const sent = request(`${mock.baseUrl}/pets`, {
        agent,
        headers: { Authorization: 'Bearer free-demo-key' },
      })
      const reply = once(sent.end(), 'response')
      try {
        const [{ headers }, body] = await reply.then(async ([message]: IncomingMessage[]) => {
          if (!message) throw new Error('no message')
          return [message, await message.toArray()] as const
        })
        served += body.length > 0 ? 1 : 0
        if (headers.connection === 'close') return
      } catch (error) {
        failures.push(String(error))
        return
      }
    }
  }
  const clients = Promise.all(Array.from({ length: 16 }, client))
  await vi.waitUntil(() => served > 200, 30_000)
  await mock.stop(GRACE)
  await clients
  agent.destroy()
  expect(failures).toEqual([])
})
