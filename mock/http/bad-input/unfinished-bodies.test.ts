import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startMock, type Mock } from '../../index.ts'

const TO_CONTROL = 'POST /_mock/worlds HTTP/1.1'
const LARGE = `Content-Length: 1000000\r\n\r\n${'x'.repeat(999_999)}`

function connectTo(mock: Mock, clients: DisposableStack): Socket {
  const client = clients.adopt(connect(mock.port, '127.0.0.1'), (one) => one.destroy())
  return client.on('error', () => undefined)
}

/** Sends a request. Resolves once all of it is sent; `closed` resolves once the server has ended the connection. */
async function send(
  client: Socket,
  head: string,
  body: string,
): Promise<{ readonly closed: Promise<unknown> }> {
  client.resume()
  // `once` would reject for a reset.
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => {
      resolve()
    })
  })
  await new Promise<void>((sent) => {
    client.write(`${head}\r\nHost: localhost\r\nContent-Type: application/json\r\n${body}`, () => {
      sent()
    })
  })
  return { closed }
}

describe('bodies that never end', () => {
  test('large ones: what has come of them is bounded, and one ends for the last', async () => {
    // An eighth of 32 MB holds four of them.
    await using mock = await startMock({ port: 0, memory: 32 })
    // They are closed before the mock stops, which would wait for their requests.
    using clients = new DisposableStack()
    const { messages } = mock.worlds.memory
    // The control API is already loaded, so that they are read one after the other.
    await fetch(`${mock.origin}/_mock/health`)
    const closed: Promise<unknown>[] = []
    for (let sent = 0; sent < 6; sent += 1) {
      closed.push((await send(connectTo(mock, clients), TO_CONTROL, LARGE)).closed)
    }
    // The largest one: the system splits each body into chunks of its own.
    await Promise.race(closed)
    expect(messages.allocated).toBeLessThanOrEqual(messages.bytes)
    const { status } = await fetch(`${mock.baseUrl}/pets`)
    expect(status).toBe(401)
  })

  test.for([
    ['the service', 'POST /v1/pets HTTP/1.1\r\nAuthorization: Bearer free-demo-key', 413],
    ['the control API', TO_CONTROL, 400],
  ] as const)('those in thousands of tiny pieces are refused at once by %s', async ([, head, status]) => {
    await using mock = await startMock({ port: 0 })
    using clients = new DisposableStack()
    const client = connectTo(mock, clients)
    const answered = new Promise<string>((resolve) => {
      client.setEncoding('latin1').once('data', resolve)
    })
    await send(client, head, `Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(15_000)}`)
    expect(await answered).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(mock.worlds.memory.messages.allocated).toBe(0)
  })

  test('one that ends releases all its memory', async () => {
    await using mock = await startMock({ port: 0 })
    const headers = { Authorization: 'Bearer free-demo-key', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ name: 'x'.repeat(90_000), categoryId: 1 })
    const { status } = await fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers, body })
    expect([status, mock.worlds.memory.messages.allocated]).toEqual([201, 0])
  })
})
