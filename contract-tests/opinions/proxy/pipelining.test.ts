import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ignoreUpgrade } from '../../../mock/http/ignore-upgrade.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { createProxy } from './create-proxy.ts'
import { serveProxy } from './testing/serve-proxy.ts'

const judge = () => Promise.resolve([])
const bounds = { ofOne: 8, inAll: 20 }

let clients: Socket[] = []
afterEach(() => {
  for (const client of clients) client.destroy()
  clients = []
})

const HOST = 'Host: proxy.test\r\n'
const get = (path: string, lines = ''): string => `GET /v1/pets/${path} HTTP/1.1\r\n${HOST}${lines}\r\n`
const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => String(at))
const gets = (count: number): string =>
  numbered(count)
    .map((path) => get(path))
    .join('')

/** A client that has said something and left its connection open. */
function client(port: number, says: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(says))
  socket.on('error', () => undefined)
  clients.push(socket)
  return socket
}

/** The bodies of so many replies, in the order in which they came; each is a line. */
async function bodies(socket: Socket, count: number): Promise<readonly string[]> {
  const found: string[] = []
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const lines = (text + chunk.toString('latin1')).split('\n')
    text = lines.pop() ?? ''
    found.push(...lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2)))
    if (found.length >= count) break
  }
  return found
}

interface SlowService extends TestServer {
  /** The total numbers of requests and connections, and the most at once. */
  readonly seen: { requests: number; ended: number; atOnce: number; connections: number }
  /** From now on, answers all requests, with the text in their paths. */
  readonly answer: () => void
}

/** A service that answers on demand, or when no request has arrived for some turns of the event loop. */
async function startSlowService(begins: 'answering' | 'silent'): Promise<SlowService> {
  const seen = { requests: 0, ended: 0, atOnce: 0, connections: 0 }
  const waiting: (() => void)[] = []
  let isSilent = begins === 'silent'
  const answer = (): void => {
    isSilent = false
    for (const one of waiting.splice(0)) one()
  }
  const service = await startTestServer((request, response) => {
    seen.requests += 1
    // Each has its own.
    seen.connections = Math.max(seen.connections, seen.requests - seen.ended)
    request.socket.once('close', () => (seen.ended += 1))
    request.resume().once('end', () => {
      waiting.push(() => response.end(`> ${(request.url ?? '').slice('/v1/pets/'.length)}\n`))
      seen.atOnce = Math.max(seen.atOnce, waiting.length)
      const before = seen.requests
      afterTurns(10, () => {
        if (!isSilent && seen.requests === before) answer()
      })
    })
  })
  return { ...service, seen, answer }
}

function afterTurns(turns: number, run: () => void): void {
  if (turns === 0) run()
  else
    setImmediate(() => {
      afterTurns(turns - 1, run)
    })
}

test('thousands of pipelined requests use few connections to the service, and are answered in order', async () => {
  await using service = await startSlowService('answering')
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge, bounds })
  expect(await bodies(client(proxy.port, gets(3000)), 3000)).toEqual(numbered(3000))
  expect(service.seen).toMatchObject({ requests: 3000, atOnce: bounds.ofOne })
  // The service may hear of the end of one after the beginning of the next.
  expect(service.seen.connections).toBeLessThanOrEqual(2 * bounds.ofOne)
  expect([proxy.counts.failures, proxy.logged]).toEqual([0, []])
})

test('several clients share few connections, and are answered in order', async () => {
  await using service = await startSlowService('answering')
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge, bounds })
  const all = Array.from({ length: 4 }, () => bodies(client(proxy.port, gets(500)), 500))
  expect(await Promise.all(all)).toEqual(all.map(() => numbered(500)))
  expect(service.seen).toMatchObject({ requests: 2000, atOnce: bounds.inAll })
  expect(service.seen.connections).toBeLessThanOrEqual(2 * bounds.inAll)
})

test('a connection is not read while its requests are queued, and is read again afterwards', async () => {
  await using service = await startSlowService('silent')
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge, bounds })
  const socket = client(proxy.port, gets(6000))
  await expect.poll(() => service.seen.requests).toBe(bounds.ofOne)
  // Another client is served meanwhile, after whatever would have been read.
  const other = bodies(client(proxy.port, get('other')), 1)
  await expect.poll(() => service.seen.requests).toBe(bounds.ofOne + 1)
  expect(proxy.counts.exchanges).toBeLessThan(4000)
  service.answer()
  expect(await other).toEqual(['other'])
  expect(await bodies(socket, 6000)).toEqual(numbered(6000))
})

test('a body after queued requests is passed on, and so is the request after it', async () => {
  await using service = await startSlowService('answering')
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge, bounds })
  const body = 'x'.repeat(300_000)
  const post = `POST /v1/pets/new HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`
  expect(await bodies(client(proxy.port, gets(50) + post + gets(50)), 101)).toEqual([
    ...numbered(50),
    'new',
    ...numbered(50),
  ])
})

test('a request after an upgrade request is passed on', async () => {
  await using service = await startSlowService('answering')
  const { server } = createProxy({ upstream: `${service.origin}/v1`, log: () => undefined, judge, bounds })
  ignoreUpgrade(server)
  await using proxy = await startTestServer(server)
  const upgrade = get('h2c', 'Connection: Upgrade\r\nUpgrade: h2c\r\n')
  expect(await bodies(client(proxy.port, gets(50) + upgrade + gets(50)), 101)).toEqual([
    ...numbered(50),
    'h2c',
    ...numbered(50),
  ])
})

test('a client that disconnects ends all of its requests, including queued ones', async () => {
  await using service = await startSlowService('silent')
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge, bounds })
  const socket = client(proxy.port, gets(5))
  await expect.poll(() => service.seen.requests).toBe(5)
  socket.destroy()
  await expect.poll(() => service.seen.ended).toBe(5)
  expect([proxy.counts.failures, proxy.logged]).toEqual([0, []])
})

test('requests that a disconnected client sent are not passed on', async () => {
  await using service = await startSlowService('silent')
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge, bounds: { ofOne: 8, inAll: 8 } })
  const socket = client(proxy.port, gets(2000))
  await expect.poll(() => service.seen.requests).toBe(8)
  socket.resetAndDestroy()
  const other = bodies(client(proxy.port, get('other')), 1)
  service.answer()
  expect(await other).toEqual(['other'])
  expect(service.seen.requests).toBeLessThan(1000)
})

test('an event stream does not block others', async () => {
  await using service = await startTestServer(({ url }, response) => {
    if (url !== '/v1/pets/stream') response.end('> other\n')
    else response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('> stream\n')
  })
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge, bounds: { inAll: 1 } })
  expect(await bodies(client(proxy.port, get('stream')), 1)).toEqual(['stream'])
  expect(await bodies(client(proxy.port, get('other')), 1)).toEqual(['other'])
})

test('if too many requests are queued, the connection with the most is closed', async () => {
  await using service = await startSlowService('silent')
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge, bounds: { ...bounds, waiting: 500 } })
  const modest = client(proxy.port, gets(20))
  await expect.poll(() => service.seen.requests).toBe(bounds.ofOne)
  await once(client(proxy.port, gets(1000)), 'close')
  service.answer()
  expect(await bodies(modest, 20)).toEqual(numbered(20))
})

test('a client whose connection is not read does not time out', async () => {
  await using service = await startSlowService('silent')
  const { server } = createProxy({ upstream: `${service.origin}/v1`, log: () => undefined, judge, bounds })
  await using proxy = await startTestServer(server)
  const late = Object.assign(new Error('too late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const connected = once(server, 'connection') as Promise<[Socket]>
  const held = client(proxy.port, gets(20) + get('20').slice(0, 10))
  const [ownEnd] = await connected
  await expect.poll(() => service.seen.requests).toBe(bounds.ofOne)
  server.emit('clientError', late, ownEnd)
  service.answer()
  held.write(get('20').slice(10))
  expect(await bodies(held, 21)).toEqual(numbered(21))
  server.emit('clientError', late, ownEnd)
  const [text] = (await once(held, 'data')) as [Buffer]
  expect(text.toString()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n\r\n$/)
})
