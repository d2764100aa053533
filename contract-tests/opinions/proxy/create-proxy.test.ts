import { once } from 'node:events'
import { request as sendRequest, type IncomingMessage, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { startMock } from '../../../mock/index.ts'
import { startTestServer } from '../testing/test-server.ts'
import { serveProxy } from './testing/serve-proxy.ts'

const KEY = { Authorization: 'Bearer free-demo-key' }
const LIMITS = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1893456060' }
const HEADERS = { 'Content-Type': 'application/json', ...LIMITS }
const NO_NAME = '[{"id":1,"categoryId":2}]'
const BREACH = "body.0: Response body property 0 must have required property 'name'"

/** A service that answers everything with the same. */
function answering(
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = HEADERS,
): RequestListener {
  return (_request, response) => void response.writeHead(200, headers).end(body)
}

function readerOf({ body }: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (!body) throw new Error('the reply has no body')
  return (body as ReadableStream<Uint8Array>).getReader()
}

test('traffic with the mock flows unchanged', async () => {
  await using mock = await startMock({ port: 0, time: () => Date.UTC(2026, 0, 15) })
  await using proxy = await serveProxy(mock.baseUrl)
  const both = async (path: string, init: RequestInit = {}) => {
    const answers = [mock.baseUrl, proxy.baseUrl].map(async (base) => {
      const reply = await fetch(base + path, { headers: KEY, ...init })
      const headers = Object.fromEntries(reply.headers)
      const { date: _date, 'keep-alive': _hop, 'x-ratelimit-remaining': _remaining, ...same } = headers
      return { status: reply.status, headers: same, body: await reply.text() }
    })
    const [straight, through] = await Promise.all(answers)
    expect(through).toEqual(straight)
    return straight?.status
  }
  expect(await both('/pets?limit=2&status=sold')).toBe(200)
  expect(await both('/pets/1')).toBe(200)
  expect(await both('/pets/999999')).toBe(404)
  expect(await both('/pets', { method: 'HEAD' })).toBe(200)
  expect(
    await both('/pets', {
      method: 'OPTIONS',
      headers: { Origin: 'http://a.test', 'Access-Control-Request-Method': 'POST' },
    }),
  ).toBe(204)
  expect(await both('/pets', { method: 'DELETE' })).toBe(405)
  expect(
    await both('/pets', {
      method: 'POST',
      headers: { ...KEY, 'Content-Type': 'application/json' },
      body: '{}',
    }),
  ).toBe(400)
  expect(await both('/pets', { headers: {} })).toBe(401)
  expect(proxy.counts).toEqual({ exchanges: 8, judged: 8, breaches: 0, warnings: 0, failures: 0 })
  expect(proxy.logged).toEqual([])
})

test('an added pet keeps every digit on its way', async () => {
  await using mock = await startMock({ port: 0 })
  await using proxy = await serveProxy(mock.baseUrl)
  const body = '{"name":"Biscuit","categoryId":9007199254740993}'
  const reply = await fetch(`${proxy.baseUrl}/pets`, {
    method: 'POST',
    headers: { ...KEY, 'Content-Type': 'application/json' },
    body,
  })
  expect(await reply.text()).toContain('9007199254740993')
  expect(proxy.logged).toEqual([])
})

test('a breach is shown in a header, logged in a line, and counted', async () => {
  await using service = await startTestServer(answering(NO_NAME))
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/pets?api_key=secret`, { headers: KEY })
  expect(reply.headers.get('X-Contract-Breach')).toBe(BREACH)
  expect(reply.headers.get('Access-Control-Expose-Headers')).toBe('X-Contract-Breach')
  expect(await reply.text()).toBe(NO_NAME)
  expect(proxy.logged).toEqual([`GET /v1/pets 200: breach: ${BREACH}`])
  expect(proxy.counts).toMatchObject({ exchanges: 1, judged: 1, breaches: 1 })
})

test('a breach is answered with 502 where that is asked for', async () => {
  await using service = await startTestServer(answering(NO_NAME))
  await using proxy = await serveProxy(`${service.origin}/v1`, { fail: true })
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect(reply.status).toBe(502)
  expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const message = `The service broke its contract: ${BREACH}`
  expect(await reply.json()).toEqual({ code: 'contract_breach', message, status: 502 })
})

test('a key that the service quotes is not logged', async () => {
  await using service = await startTestServer(answering(NO_NAME))
  const judge = () => Promise.resolve([{ message: 'no free-demo-key', severity: 'error' as const }])
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge })
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect(reply.headers.get('X-Contract-Breach')).toBe('no {key}')
  expect(proxy.logged).toEqual(['GET /v1/pets 200: breach: no {key}'])
})

test('a judge that fails does not stop the traffic', async () => {
  await using service = await startTestServer(answering('[]'))
  const judge = () => Promise.reject(new Error('oh'))
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge })
  expect(await (await fetch(`${proxy.baseUrl}/pets`)).text()).toBe('[]')
  expect(proxy.logged).toEqual(['GET /v1/pets: could not be judged: Error: oh'])
})

test('what is compressed is judged, and passed on compressed', async () => {
  const bytes = gzipSync(NO_NAME)
  await using service = await startTestServer(answering(bytes, { ...HEADERS, 'Content-Encoding': 'gzip' }))
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect(reply.headers.get('Content-Encoding')).toBe('gzip')
  expect(reply.headers.get('X-Contract-Breach')).toBe(BREACH)
  expect(await reply.text()).toBe(NO_NAME)
})

test('a large reply streams through unjudged', async () => {
  const chunk = Buffer.alloc(600_000, ' ')
  let finish: () => void = () => undefined
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, HEADERS)
    response.write(chunk)
    response.write(chunk)
    finish = () => response.end('[]')
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  const reader = readerOf(reply)
  let length = (await reader.read()).value?.length ?? 0
  // The service has not finished, and part of its reply is here.
  expect(length).toBeGreaterThan(0)
  finish()
  for (let part = await reader.read(); !part.done; part = await reader.read()) length += part.value.length
  expect(length).toBe(1_200_002)
  expect(proxy.counts).toMatchObject({ exchanges: 1, judged: 0 })
})

test('a large request streams through, and is not held in memory', async () => {
  let received = 0
  await using service = await startTestServer((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length))
    request.on('end', () => response.writeHead(201, HEADERS).end('{}'))
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const sent = sendRequest(`${proxy.baseUrl}/pets`, { method: 'POST', headers: KEY })
  sent.write(Buffer.alloc(1_000_000))
  await vi.waitFor(() => {
    expect(received).toBeGreaterThan(0)
  })
  sent.end(Buffer.alloc(1_000_000))
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  expect([reply.statusCode, received]).toEqual([201, 2_000_000])
  reply.resume()
  expect(proxy.counts.judged).toBe(0)
})

test('an event stream comes through as it is sent', async () => {
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.flushHeaders()
    setTimeout(() => response.write('data: 1\n\n'), 20)
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/events`)
  const { value } = await readerOf(reply).read()
  expect(Buffer.from(value ?? []).toString()).toBe('data: 1\n\n')
})

test('headers go both ways as they are, without those of one hop', async () => {
  let heard: readonly string[] = []
  await using service = await startTestServer((request, response) => {
    heard = request.rawHeaders
    response.writeHead(200, [
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2',
      'X-Odd',
      'é',
      'Connection',
      'X-Hop',
      'X-Hop',
      '1',
    ])
    response.end('[]')
  })
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge: () => Promise.resolve([]) })
  const socket = connect(proxy.port, '127.0.0.1')
  socket.write(
    'GET /v1/pets HTTP/1.1\r\nHost: proxy\r\nX-CaSe: 1\r\nX-Twice: 1\r\nX-Twice: 2\r\nConnection: close, X-Gone\r\nX-Gone: 1\r\nTE: trailers\r\n\r\n',
  )
  const text = (await socket.toArray()).map((chunk: Buffer) => chunk.toString('latin1')).join('')
  expect(heard).toEqual([
    'Host',
    service.origin.slice('http://'.length),
    'X-CaSe',
    '1',
    'X-Twice',
    '1',
    'X-Twice',
    '2',
    'Via',
    '1.1 petstore-proxy',
    'Connection',
    'close',
  ])
  expect(text).toMatch(/Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Odd: é\r\n/)
  expect(text).not.toContain('X-Hop')
})

test('a dead upstream is a 502 that says so', async () => {
  await using proxy = await serveProxy('http://127.0.0.1:1/v1')
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect(reply.status).toBe(502)
  const message = 'http://127.0.0.1:1 did not reply: connect ECONNREFUSED 127.0.0.1:1'
  expect(await reply.json()).toEqual({ code: 'upstream_unreachable', message, status: 502 })
  expect(proxy.logged).toEqual([`GET /v1/pets: ${message}`])
  expect(proxy.counts).toMatchObject({ exchanges: 1, judged: 0, failures: 1 })
})

test('a slow upstream is a 504 that says so', async () => {
  await using service = await startTestServer(() => undefined)
  await using proxy = await serveProxy(`${service.origin}/v1`, { timeout: 50 })
  const reply = await fetch(`${proxy.baseUrl}/pets`, { method: 'POST', body: '{}' })
  expect(reply.status).toBe(504)
  const message = `${service.origin} was silent for 0.05 s`
  expect(await reply.json()).toEqual({ code: 'upstream_timeout', message, status: 504 })
})

test('an upstream that goes silent within its reply is a 504', async () => {
  await using service = await startTestServer(
    (_request, response) => void response.writeHead(200, HEADERS).write('['),
  )
  await using proxy = await serveProxy(`${service.origin}/v1`, { timeout: 50 })
  expect((await fetch(`${proxy.baseUrl}/pets`)).status).toBe(504)
})

test('an upstream that breaks off within its reply is a 502', async () => {
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, { ...HEADERS, 'Content-Length': '100' }).write('[')
    setTimeout(() => response.destroy(), 20)
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  expect((await fetch(`${proxy.baseUrl}/pets`)).status).toBe(502)
})

test('a stream that breaks off upstream breaks off here', async () => {
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
    setTimeout(() => response.destroy(), 20)
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/events`)
  await expect(reply.text()).rejects.toThrow()
  await vi.waitFor(() => {
    expect(proxy.counts.failures).toBe(1)
  })
})

test('a client that leaves ends its request upstream, and nobody failed', async () => {
  const ended = Promise.withResolvers<undefined>()
  let isAsked = false
  await using service = await startTestServer((request) => {
    isAsked = true
    request.socket.once('close', () => {
      ended.resolve(undefined)
    })
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const leaving = new AbortController()
  const asking = fetch(`${proxy.baseUrl}/pets`, { signal: leaving.signal }).catch(() => undefined)
  await vi.waitFor(() => {
    expect(isAsked).toBe(true)
  })
  leaving.abort()
  await asking
  await ended.promise
  await wait(20)
  expect(proxy.counts.failures).toBe(0)
  expect(proxy.logged).toEqual([])
})

test('a client that leaves a stream ends it upstream', async () => {
  const ended = Promise.withResolvers<undefined>()
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
    response.once('close', () => {
      ended.resolve(undefined)
    })
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const leaving = new AbortController()
  const reply = await fetch(`${proxy.baseUrl}/events`, { signal: leaving.signal })
  await readerOf(reply).read()
  leaving.abort()
  await ended.promise
  await wait(20)
  expect(proxy.logged).toEqual([])
})

test('what no server could be asked is refused, and the proxy lives on', async () => {
  await using service = await startTestServer(answering('[]'))
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const socket = connect(proxy.port, '127.0.0.1')
  socket.end('GET /v1/p\xff\xfe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'latin1')
  await socket.toArray()
  expect((await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })).status).toBe(200)
})
