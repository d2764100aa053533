import { once } from 'node:events'
import { request as sendRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../testing/test-server.ts'
import { UpstreamFailure } from './upstream.ts'
import { answering, HEADERS, KEY, serveProxy } from './testing/serve-proxy.ts'

function readerOf({ body }: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (!body) throw new Error('the reply has no body')
  return (body as ReadableStream<Uint8Array>).getReader()
}

test('a large reply streams through unjudged, and without a warning of Node', async () => {
  const warned: Error[] = []
  const warn = (warning: Error): void => void warned.push(warning)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))
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
  expect([length, warned]).toEqual([1_200_002, []])
  expect(proxy.counts).toMatchObject({ exchanges: 1, judged: 0 })
})

test('a large request streams through without being buffered', async () => {
  let received = 0
  const arrived = Promise.withResolvers<undefined>()
  await using service = await startTestServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
      arrived.resolve(undefined)
    })
    request.on('end', () => response.writeHead(201, HEADERS).end('{}'))
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const sent = sendRequest(`${proxy.baseUrl}/pets`, { method: 'POST', headers: KEY })
  sent.write(Buffer.alloc(1_000_000))
  await arrived.promise
  sent.end(Buffer.alloc(1_000_000))
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  expect([reply.statusCode, received]).toEqual([201, 2_000_000])
  reply.resume()
  expect(proxy.counts.judged).toBe(0)
})

test('an event stream is passed on as it arrives', async () => {
  let sendEvent: () => void = () => undefined
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.flushHeaders()
    sendEvent = () => response.write('data: 1\n\n')
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  // Its headers are here before there is an event.
  const reply = await fetch(`${proxy.baseUrl}/events`)
  sendEvent()
  const { value } = await readerOf(reply).read()
  expect(Buffer.from(value ?? []).toString()).toBe('data: 1\n\n')
})

test('a dead upstream results in a 502 with the reason', async () => {
  await using proxy = await serveProxy('http://127.0.0.1:1/v1')
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect(reply.status).toBe(502)
  const message = 'http://127.0.0.1:1 did not reply: nothing listens there'
  expect(await reply.json()).toEqual({ code: 'upstream_unreachable', message, status: 502 })
  expect(proxy.logged).toEqual([`GET /v1/pets: ${message}`])
  expect(proxy.counts).toMatchObject({ exchanges: 1, judged: 0, failures: 1 })
})

test('an upstream that speaks no TLS results in a 502 that says so in words', async () => {
  await using service = await startTestServer(() => undefined)
  const upstream = service.origin.replace('http:', 'https:')
  await using proxy = await serveProxy(`${upstream}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/pets`)
  const message = `${upstream} did not reply: it does not speak TLS as expected: is it http:// rather than https://?`
  expect(await reply.json()).toEqual({ code: 'upstream_unreachable', message, status: 502 })
})

test.for([
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'its TLS certificate is self-signed: name the authority in NODE_EXTRA_CA_CERTS',
  ],
  ['CERT_HAS_EXPIRED', 'its TLS certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its TLS certificate is for another host'],
  [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'TLS with it fails (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
  ],
  ['ENEW', 'what Node says'],
] as const)('that an upstream fails with %s is said in words', ([code, why]) => {
  const error = Object.assign(new Error('what Node says'), { code })
  const { status, message } = UpstreamFailure.from(error, new URL('https://pets.test/v1'))
  expect([status, message]).toEqual([502, `https://pets.test did not reply: ${why}`])
})

test('a slow upstream results in a 504 with the reason', async () => {
  await using service = await startTestServer(() => undefined)
  await using proxy = await serveProxy(`${service.origin}/v1`, { timeout: 50 })
  const reply = await fetch(`${proxy.baseUrl}/pets`, { method: 'POST', body: '{}' })
  expect(reply.status).toBe(504)
  const message = `${service.origin} was silent for 0.05 s`
  expect(await reply.json()).toEqual({ code: 'upstream_timeout', message, status: 504 })
})

test('an upstream that stops in the middle of its reply results in a 504', async () => {
  await using service = await startTestServer(
    (_request, response) => void response.writeHead(200, HEADERS).write('['),
  )
  await using proxy = await serveProxy(`${service.origin}/v1`, { timeout: 50 })
  expect((await fetch(`${proxy.baseUrl}/pets`)).status).toBe(504)
})

test('an upstream that disconnects in the middle of its reply results in a 502', async () => {
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, { ...HEADERS, 'Content-Length': '100' }).write('[', () => response.destroy())
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  expect((await fetch(`${proxy.baseUrl}/pets`)).status).toBe(502)
})

test('a stream that is cut upstream is cut here', async () => {
  let breakOff: () => void = () => undefined
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
    breakOff = () => response.destroy()
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/events`)
  breakOff()
  await expect(reply.text()).rejects.toThrow()
  await vi.waitFor(() => {
    expect(proxy.counts.failures).toBe(1)
  }, 30_000)
})

/** A request that is answered when all before it have had their effect. */
const NEXT = '/v1/next'

test('a client that disconnects ends its request upstream, without a failure', async () => {
  const asked = Promise.withResolvers<undefined>()
  const ended = Promise.withResolvers<undefined>()
  await using service = await startTestServer((request, response) => {
    if (request.url === NEXT) response.end()
    else asked.resolve(undefined)
    request.socket.once('close', () => {
      ended.resolve(undefined)
    })
  })
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge: () => Promise.resolve([]) })
  const leaving = new AbortController()
  const asking = fetch(`${proxy.baseUrl}/pets`, { signal: leaving.signal }).catch(() => undefined)
  await asked.promise
  leaving.abort()
  await asking
  await ended.promise
  await fetch(proxy.origin + NEXT)
  expect(proxy.counts.failures).toBe(0)
  expect(proxy.logged).toEqual([])
})

test('a client that disconnects from a stream ends it upstream', async () => {
  const ended = Promise.withResolvers<undefined>()
  await using service = await startTestServer((request, response) => {
    if (request.url === NEXT) {
      response.end()
      return
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
    response.once('close', () => {
      ended.resolve(undefined)
    })
  })
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge: () => Promise.resolve([]) })
  const leaving = new AbortController()
  const reply = await fetch(`${proxy.baseUrl}/events`, { signal: leaving.signal })
  await readerOf(reply).read()
  leaving.abort()
  await ended.promise
  await fetch(proxy.origin + NEXT)
  expect(proxy.logged).toEqual([])
})

test('an impossible request is refused, and the proxy continues', async () => {
  await using service = await startTestServer(answering('[]'))
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const socket = connect(proxy.port, '127.0.0.1')
  socket.end('GET /v1/p\xff\xfe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'latin1')
  await socket.toArray()
  expect((await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })).status).toBe(200)
})

test('the first request outside the base path is logged with the address for the front end, and no other', async () => {
  await using service = await startTestServer(answering('[]'))
  await using proxy = await serveProxy(`${service.origin}/api/v1`)
  for (const path of ['/v1/pets', '/v1/pets/1', '/api/v1/pets']) {
    await fetch(proxy.origin + path, { headers: KEY })
  }
  expect(proxy.counts).toMatchObject({ exchanges: 3, judged: 1 })
  expect(proxy.logged).toEqual([
    `GET /v1/pets 200: not judged: it is outside ${proxy.baseUrl}, which is the address for the front end. Others outside it are not logged`,
  ])
})

test('an exchange that does not fit into memory is passed on unjudged, and a line reports that', async () => {
  const large = Buffer.alloc(5_000_000, ' ')
  await using service = await startTestServer((request, response) => {
    response.writeHead(200, HEADERS)
    request.pipe(response)
  })
  await using proxy = await serveProxy(`${service.origin}/v1`, { memory: 1_000 })
  const echoed = async (body: string | Buffer): Promise<number> => {
    const init = { method: 'POST', headers: { ...KEY, 'Content-Type': 'application/json' }, body }
    return (await (await fetch(`${proxy.baseUrl}/pets`, init)).arrayBuffer()).byteLength
  }
  expect(await echoed(large)).toBe(large.length)
  expect(proxy.logged).toEqual(['POST /v1/pets 200: not judged: too many bodies are held at once'])
})

test('memory is freed when an exchange has ended', async () => {
  await using service = await startTestServer(answering('[]', { ...HEADERS, 'Content-Length': '2' }))
  await using proxy = await serveProxy(`${service.origin}/v1`, { memory: 2 })
  for (let at = 0; at < 3; at += 1) await (await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })).text()
  expect([proxy.counts.judged, proxy.logged]).toEqual([3, []])
})

test('an endless, highly compressed body is passed on unjudged, and a line reports that', async () => {
  const bytes = gzipSync(Buffer.alloc(50_000_000, ' '))
  await using service = await startTestServer(answering(bytes, { ...HEADERS, 'Content-Encoding': 'gzip' }))
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect((await reply.arrayBuffer()).byteLength).toBe(50_000_000)
  expect(proxy.logged).toEqual([
    'GET /v1/pets 200: not judged: its body has more than 4 MB once it is unpacked',
  ])
})

test('an exchange with many findings has few log lines', async () => {
  await using service = await startTestServer(answering(`[${Array<string>(5_000).fill('{}').join(',')}]`))
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  await reply.arrayBuffer()
  // Most are of one kind.
  expect(proxy.logged).toHaveLength(11)
  expect(proxy.logged.at(-1)).toContain('282 more findings of the same exchange')
})

test('event streams can be ended without a failure', async () => {
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/events`)
  const reader = readerOf(reply)
  await reader.read()
  proxy.endStreams()
  expect((await reader.read()).done).toBe(true)
  expect([proxy.counts.failures, proxy.logged]).toEqual([0, []])
})
