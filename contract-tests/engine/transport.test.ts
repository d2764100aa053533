import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { socketTransport, Unreachable, type Request, type Transport } from './transport.ts'

/** A server that handles each connection by the next step of the script; the last step is repeated. */
async function serve(
  ...script: readonly (
    | 'reset'
    | 'hang'
    | 'drip'
    | 'endless'
    | 'headers'
    | 'no http'
    | 'tls'
    | 'switch'
    | 'ok'
  )[]
) {
  let connections = 0
  let asked = 0
  const server = createServer((socket) => {
    connections += 1
    const act = script[Math.min(connections, script.length) - 1]
    socket.on('error', () => undefined)
    socket.once('data', () => {
      asked += 1
      if (act === 'reset') socket.resetAndDestroy()
      if (act === 'drip') socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[')
      if (act === 'endless') socket.write('HTTP/1.1 200 OK\r\n\r\n[')
      if (act === 'headers') socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`)
      if (act === 'no http') socket.end('SSH-2.0-OpenSSH\r\n\r\n')
      if (act === 'tls') socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 70]))
      if (act === 'switch')
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
      if (act === 'ok')
        socket.end('HTTP/1.1 201 Created\r\nX-Two: a\r\nX-Two: b\r\nContent-Length: 2\r\n\r\n{}')
    })
  })
  const url = await listen(server)
  return {
    url,
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends for as long as anybody reads. */
function pour(response: ServerResponse): void {
  if (response.destroyed) return
  response.write(Buffer.alloc(65_536), () => {
    pour(response)
  })
}

const request = (url: string): Request => ({ method: 'GET', url, headers: {}, body: undefined })

/** A transport whose pauses do not wait, and how long they would have been. */
function impatient(timeout = 5000): { transport: Transport; pauses: readonly number[] } {
  const pauses: number[] = []
  const transport = socketTransport(timeout, 1000, (milliseconds) =>
    Promise.resolve(void pauses.push(milliseconds)),
  )
  return { transport, pauses }
}

describe('the transport', () => {
  test('returns a reply, with header lines of the same name joined', async () => {
    await using server = await serve('ok')
    const { transport } = impatient()
    expect(await transport(request(server.url))).toMatchObject({
      status: 201,
      headers: { 'x-two': 'a, b' },
      body: '{}',
    })
  })

  test('returns the headers in alphabetical order', async () => {
    await using server = await serve('ok')
    const { transport } = impatient()
    const { headers } = await transport(request(server.url))
    expect(Object.keys(headers)).toEqual(['content-length', 'x-two'])
  })

  test('retries after a connection reset', async () => {
    await using server = await serve('reset', 'reset', 'ok')
    const { transport, pauses } = impatient()
    expect(await transport(request(server.url))).toMatchObject({
      status: 201,
      tries: 3,
      failed: { late: 0, broken: 2 },
    })
    expect(pauses).toEqual([250, 500])
  })

  test('gives up after three tries', async () => {
    await using server = await serve('reset')
    const { transport } = impatient()
    await expect(transport(request(server.url))).rejects.toThrow(
      `${server.url} cannot be reached: it ended the connection`,
    )
    expect(server.asked()).toBe(3)
  })

  test.for(['hang', 'drip', 'endless'] as const)('waits no longer than it may: %s', async (act) => {
    await using server = await serve(act)
    const { transport, pauses } = impatient(50)
    await expect(transport(request(server.url))).rejects.toThrow(
      `${server.url} does not answer GET / within 0.05 s`,
    )
    expect(pauses).toEqual([250, 500])
  })

  test('counts the tries that timed out apart from those whose connection broke', async () => {
    await using server = await serve('hang', 'reset', 'ok')
    expect(await impatient(50).transport(request(server.url))).toMatchObject({
      status: 201,
      failed: { late: 1, broken: 1 },
    })
    await using silent = await serve('hang')
    await expect(impatient(50).transport(request(silent.url))).rejects.toMatchObject({
      failed: { late: 3, broken: 0 },
    })
  })

  test('reports headers that are too long', async () => {
    await using server = await serve('headers')
    await expect(impatient().transport(request(server.url))).rejects.toThrow('more than 16 kB')
  })

  test('reports a server that does not speak HTTP', async () => {
    await using server = await serve('no http')
    await expect(impatient().transport(request(server.url))).rejects.toThrow('it does not speak HTTP')
  })

  test('reports a server that speaks TLS, whose alert it gets once', async () => {
    await using server = await serve('tls')
    await expect(impatient().transport(request(server.url))).rejects.toThrow(
      `${server.url} cannot be reached: it speaks TLS: did you mean https://?`,
    )
    expect(server.asked()).toBe(1)
  })

  test('reports a server that switches to another protocol, and leaves it', async () => {
    await using server = await serve('switch')
    await expect(impatient().transport(request(server.url))).rejects.toThrow(
      'it switches to another protocol (101)',
    )
  })

  test('reports a server without TLS, without a retry', async () => {
    await using server = await serve('no http')
    const { transport, pauses } = impatient()
    await expect(transport(request(server.url.replace('http', 'https')))).rejects.toThrow(
      'is it http:// rather than https://?',
    )
    expect(pauses).toEqual([])
  })

  test.for<[what: string, answer: RequestListener]>([
    [
      'that does not end',
      (_request, response) => {
        pour(response)
      },
    ],
    ['that ends', (_request, response) => response.end(Buffer.alloc(1001))],
    [
      'that is small until it is unpacked',
      (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': 'br' }).end(brotliCompressSync(Buffer.alloc(1_000_000)))
      },
    ],
  ])('reads a body %s up to the limit, and continues', async ([_what, answer]) => {
    let asked = 0
    const server = createHttpServer((request, response) => {
      asked += 1
      if (asked === 1) answer(request, response)
      else response.end('[]')
    })
    const url = await listen(server)
    const { transport } = impatient()
    expect(await transport(request(url))).toMatchObject({
      status: 200,
      body: '',
      unread: 'it has more than 0.001 MB (--max-body)',
      tries: 1,
    })
    expect((await transport(request(url))).body).toBe('[]')
    server.close()
  })

  test('returns a body without its byte order mark', async () => {
    const server = createHttpServer((_request, response) => response.end('\uFEFF[]'))
    const url = await listen(server)
    expect((await impatient().transport(request(url))).body).toBe('[]')
    server.close()
  })

  test('does not follow redirects', async () => {
    const server = createHttpServer((_request, response) => {
      response.writeHead(308, { Location: 'http://127.0.0.1:1/' }).end()
    })
    const url = await listen(server)
    expect(await impatient().transport(request(url))).toMatchObject({ status: 308 })
    server.close()
  })

  test('does not retry after a reply of any status', async () => {
    let asked = 0
    const server = createHttpServer((_request, response) => {
      asked += 1
      response.writeHead(503).end()
    })
    const url = await listen(server)
    expect((await impatient().transport(request(url))).status).toBe(503)
    expect(asked).toBe(1)
    server.close()
  })
})

describe('an unreachable service', () => {
  test.for([
    ['ENOTFOUND', 'its host name cannot be resolved: check the spelling, or the network', true],
    ['EAI_AGAIN', 'its host name cannot be looked up now', false],
    ['ECONNREFUSED', 'nothing listens there', false],
    ['ECONNRESET', 'it ended the connection', false],
    ['UND_ERR_SOCKET', 'it ended the connection', false],
    ['EPIPE', 'it ended the connection', false],
    ['ETIMEDOUT', 'it does not answer', false],
    ['UND_ERR_CONNECT_TIMEOUT', 'it does not answer', false],
    ['CERT_HAS_EXPIRED', 'its TLS certificate has expired', true],
    ['CERT_NOT_YET_VALID', 'its TLS certificate is not valid yet', true],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'its TLS certificate is self-signed: name the authority in NODE_EXTRA_CA_CERTS',
      true,
    ],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'its TLS certificate cannot be verified: name the authority in NODE_EXTRA_CA_CERTS',
      true,
    ],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its TLS certificate is for another host', true],
    ['ENEW', 'ENEW', false],
  ] as const)('%s', ([code, why, lasting]) => {
    const cause = Object.assign(new Error('what Node says'), { code })
    for (const deep of [cause, new Error('socket', { cause }), new AggregateError([cause, cause])]) {
      const error = Unreachable.from(
        new TypeError('fetch failed', { cause: deep }),
        { method: 'GET', url: 'https://pets.test/v1/pets' },
        10,
      )
      expect([error.message, error.lasting]).toEqual([`https://pets.test cannot be reached: ${why}`, lasting])
    }
  })

  test('is reported with the message of the error if that has no code', () => {
    const error = new TypeError('fetch failed', { cause: new Error('bad port') })
    expect(Unreachable.from(error, { method: 'GET', url: 'http://pets.test:1/v1' }, 10).message).toBe(
      'http://pets.test:1 cannot be reached: bad port',
    )
  })
})
