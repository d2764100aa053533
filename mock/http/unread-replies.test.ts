import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Budget } from '../core/memory/memory.ts'
import { createApp, startMock } from '../index.ts'
import { UnreadReplies } from './unread-replies.ts'

// Much more than the buffers of a connection hold.
const LONG = 'x'.repeat(30_000_000)

let server: Server
let budget: Budget
let clients: Socket[] = []

beforeEach(async () => {
  budget = new Budget(70_000_000)
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  clients = []
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})

/** Answers every request with a long text, or with a short one depending on the path. */
function serve(patience?: number): void {
  const unread = new UnreadReplies(budget, patience)
  server.on('request', ({ url }, response: ServerResponse) => {
    response.end(url === '/short' ? 'short' : LONG)
    unread.ended(response)
  })
}

/** A client that sends a request and does not read the reply. */
function asks(port: number, request: string): Socket {
  const client = connect(port, '127.0.0.1')
  client.on('error', () => undefined)
  client.pause()
  client.write(request)
  clients.push(client)
  return client
}

/** Sends a request of such a client. Resolves with the server's socket once the request is answered. */
async function answered(path = '/'): Promise<Socket> {
  const request = once(server, 'request') as Promise<[IncomingMessage]>
  asks((server.address() as AddressInfo).port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return (await request)[0].socket
}

describe('an unread reply', () => {
  test('is counted until it is read', async () => {
    serve()
    const socket = await answered()
    expect(budget.allocated).toBeGreaterThan(20_000_000)
    const drained = once(socket, 'drain')
    clients[0]?.resume()
    await drained
    await new Promise(setImmediate)
    expect([budget.allocated, socket.destroyed]).toEqual([0, false])
  })

  test('ends with its connection when others need the memory; the oldest first, and no short one', async () => {
    serve()
    const short = await answered('/short')
    const sockets = [await answered(), await answered(), await answered(), await answered()]
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false])
    expect(short.destroyed).toBe(false)
    expect(budget.allocated).toBeLessThanOrEqual(70_000_000)
  })

  test('ends together with all others of its connection', async () => {
    const unread = new UnreadReplies(budget)
    let first: Socket | undefined
    server.on('request', ({ url, socket }, response: ServerResponse) => {
      first ??= socket
      unread.holdBack(response, url === '/long' ? LONG.length : 100_000)
    })
    const port = (server.address() as AddressInfo).port
    asks(port, 'GET /short HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500))
    await expect.poll(() => budget.allocated).toBe(50_000_000)
    asks(port, 'GET /long HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => first?.destroyed).toBe(true)
    expect(budget.allocated).toBe(30_000_000)
  })

  test('ends with its connection after a timeout', async () => {
    serve(20)
    const socket = await answered()
    await once(socket, 'close')
    expect(budget.allocated).toBe(0)
  })

  test('that is queued after others is released with its connection', async () => {
    const unread = new UnreadReplies(budget)
    server.on('request', ({ url, socket }, response: ServerResponse) => {
      if (url === '/first') return
      response.end(LONG)
      unread.ended(response)
      expect(budget.allocated).toBeGreaterThan(LONG.length)
      socket.destroy()
    })
    const socket = (await once(
      (asks(
        (server.address() as AddressInfo).port,
        'GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n',
      ),
      server),
      'connection',
    )) as [Socket]
    await once(socket[0], 'close')
    expect(budget.allocated).toBe(0)
  })
})

test('requests after an unread reply start once it is read, and none is lost', async () => {
  await using mock = await startMock({ port: 0, limits: false, pets: 0 })
  for (let each = 0; each < 100; each += 1) mock.pets.add({ name: 'x'.repeat(100_000), categoryId: 1 })
  const authorization = 'Authorization: Bearer pro-demo-key'
  const ask = `GET /v1/pets?limit=100 HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`
  const first = new Promise<void>((resolve) => {
    mock.subscribe(() => {
      resolve()
    })
  })
  const client = asks(mock.port, ask.repeat(5))
  await first
  // Its reply arrives after everything that arrived with the first one is processed.
  await fetch(`${mock.baseUrl}/pets`)
  expect(mock.journal.list()).toHaveLength(2)

  let length = 0
  client.on('data', (chunk) => {
    length += chunk.length
  })
  client.resume()
  while (length < 50_000_000) await once(client, 'data')
  expect(mock.journal.list()).toHaveLength(6)
})

test('requests after an unread reply do not start once its connection has ended', async () => {
  await using mock = await startMock({ port: 0, limits: false, pets: 0, memory: 64 })
  for (let each = 0; each < 100; each += 1) mock.pets.add({ name: 'x'.repeat(60_000), categoryId: 1 })
  const ask = 'GET /v1/pets?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pro-demo-key\r\n\r\n'
  asks(mock.port, ask.repeat(20))
  await expect.poll(() => mock.journal.list().length).toBe(1)
  // Two such replies exceed an eighth of the memory, so that the oldest one ends.
  asks(mock.port, ask)
  await expect.poll(() => mock.journal.list().length).toBeGreaterThan(1)
  await fetch(`${mock.baseUrl}/pets`)
  expect(mock.journal.list()).toHaveLength(3)
})

test('a limited number of requests after an unread reply is read, and none is lost', async () => {
  await using mock = await startMock({ port: 0, limits: false, pets: 0, memory: 64 })
  for (let each = 0; each < 100; each += 1) mock.pets.add({ name: 'x'.repeat(60_000), categoryId: 1 })
  const ask = (path: string): string =>
    `GET /v1/pets${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pro-demo-key\r\n\r\n`
  const client = asks(mock.port, ask('?limit=100') + ask('?status=sold').repeat(499))
  await expect.poll(() => mock.journal.list().length).toBe(1)
  await fetch(`${mock.baseUrl}/pets`)
  // The reply, and 64 requests after it.
  expect(mock.worlds.memory.messages.allocated).toBeLessThan(6_100_000 + 64 * 8_000)
  client.resume()
  await expect.poll(() => mock.journal.list({ limit: 1_000 }).length).toBe(501)
})

test('requests after an unread reply that exhaust the memory of a mounted mock end with their connection', async () => {
  const { app, worlds } = await createApp({ limits: false, pets: 0, memory: 64 })
  server.on('request', app)
  for (let each = 0; each < 100; each += 1)
    worlds.default.pets.add({ name: 'x'.repeat(60_000), categoryId: 1 })
  const ask = 'GET /v1/pets?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pro-demo-key\r\n\r\n'
  const client = asks((server.address() as AddressInfo).port, ask.repeat(500))
  await expect.poll(() => worlds.default.journal.list().length).toBe(1)
  client.resume()
  await expect.poll(() => client.closed).toBe(true)
  expect(worlds.default.journal.list()).toHaveLength(1)
  await expect.poll(() => worlds.memory.messages.allocated).toBe(0)
})

test('long replies are spread over several turns of the event loop', async () => {
  await using mock = await startMock({ port: 0, limits: false, pets: 0, memory: 64 })
  for (let each = 0; each < 100; each += 1) mock.pets.add({ name: 'x'.repeat(5_000), categoryId: 1 })
  let turn = 0
  let isOver = false
  const next = (): void => {
    turn += 1
    if (!isOver) setImmediate(next)
  }
  next()
  const repliesOf = new Map<number, number>()
  mock.subscribe(() => repliesOf.set(turn, (repliesOf.get(turn) ?? 0) + 1))
  const waiting = Array.from({ length: 60 }, () => connect(mock.port, '127.0.0.1').resume())
  clients.push(...waiting)
  const ask = (limit: number): void => {
    const head = 'HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pro-demo-key\r\n\r\n'
    for (const client of waiting) client.write(`GET /v1/pets?limit=${limit} ${head}`)
  }
  // The server accepts connections one by one.
  ask(1)
  await Promise.all(waiting.map((client) => once(client, 'data')))
  repliesOf.clear()
  ask(100)
  await expect.poll(() => mock.journal.list().length).toBe(120)
  isOver = true
  // A quarter of the 8 MB for messages holds four, and the one that exceeds it.
  expect(Math.max(...repliesOf.values())).toBeLessThanOrEqual(5)
})

test('a fault holds back no more long replies than fit into memory', async () => {
  await using mock = await startMock({ port: 0, limits: false, pets: 0, memory: 64 })
  for (let each = 0; each < 100; each += 1) mock.pets.add({ name: 'x'.repeat(30_000), categoryId: 1 })
  mock.faults.add({ effect: { kind: 'delay', from: 60_000 } })
  const ask = 'GET /v1/pets?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pro-demo-key\r\n\r\n'
  const ended = Array.from({ length: 5 }, () => once(asks(mock.port, ask).resume(), 'close'))
  // Not all of them fit into an eighth of the memory.
  await Promise.race(ended)
  expect(mock.worlds.memory.messages.allocated).toBeLessThanOrEqual(8_000_000)
})
