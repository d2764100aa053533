import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { expectRefusal, expectHealthy } from '../testing/expect-error.ts'
import { start } from '../testing/start.ts'
import { talk } from '../testing/talk.ts'

const KEY = 'Host: petstore.test\r\nAuthorization: Bearer free-demo-key\r\n'
const POST = `POST /v1/pets HTTP/1.1\r\n${KEY}Content-Type: application/json\r\n`
const HUNDRED_MB = 100 * 1024 * 1024

/** Sends chunks as fast as they are accepted, until 100 MB are sent or the connection has ended. */
function pour(socket: Socket, piece: string): { sent: number } {
  const progress = { sent: 0 }
  const more = (): void => {
    while (progress.sent < HUNDRED_MB && socket.writable) {
      progress.sent += piece.length
      if (!socket.write(piece)) return
    }
  }
  socket.on('drain', more)
  more()
  return progress
}

const hundredMegabytes = [
  {
    fact: 'with their length',
    head: `${POST}Content-Length: ${HUNDRED_MB}\r\n\r\n`,
    piece: ' '.repeat(65_536),
    lawful: [413],
  },
  {
    fact: 'in chunks',
    head: `${POST}Transfer-Encoding: chunked\r\n\r\n`,
    piece: `10000\r\n${' '.repeat(65_536)}\r\n`,
    lawful: [413],
  },
  {
    fact: 'in chunks of one byte',
    head: `${POST}Transfer-Encoding: chunked\r\n\r\n`,
    piece: '1\r\n \r\n'.repeat(10_000),
    lawful: [413],
  },
  {
    fact: 'of a type that is not accepted',
    head: `POST /v1/pets HTTP/1.1\r\n${KEY}Content-Type: text/plain\r\nContent-Length: ${HUNDRED_MB}\r\n\r\n`,
    piece: ' '.repeat(65_536),
    lawful: [415],
  },
  {
    fact: 'without a key',
    head: `POST /v1/pets HTTP/1.1\r\nHost: x\r\nContent-Length: ${HUNDRED_MB}\r\n\r\n`,
    piece: ' '.repeat(65_536),
    lawful: [401],
  },
]

test.for(hundredMegabytes)(
  '100 MB $fact are refused before they are read',
  async ({ head, piece, lawful }) => {
    await using mock = await start()
    let progress = { sent: 0 }
    const { replies, closed } = await talk(
      mock.port,
      (socket) => {
        socket.write(head)
        progress = pour(socket, piece)
      },
      { replies: Infinity },
    )
    expect(replies).toHaveLength(1)
    for (const reply of replies) expectRefusal(reply, lawful)
    expect(closed).toBe(true)
    expect(progress.sent).toBeLessThan(HUNDRED_MB)
    await expectHealthy(mock)
  },
)

test.for(['PUT', 'DELETE', 'GET'])('100 MB with %s are refused or discarded', async (method) => {
  await using mock = await start()
  const { replies } = await talk(mock.port, (socket) => {
    socket.write(`${method} /v1/pets HTTP/1.1\r\n${KEY}Content-Length: ${HUNDRED_MB}\r\n\r\n`)
    pour(socket, ' '.repeat(65_536))
  })
  for (const reply of replies) expectRefusal(reply, [200, 405])
  await expectHealthy(mock)
})

test('a Content-Length of 100 MB is refused at once', async () => {
  await using mock = await start()
  const { replies } = await talk(
    mock.port,
    `${POST}Content-Length: ${HUNDRED_MB}\r\n\r\n{"name":"Rex","categoryId":1}`,
  )
  for (const reply of replies) expectRefusal(reply, [413])
  expect(replies[0]?.header('Connection')).toBe('close')
  await expectHealthy(mock)
})

test('a Content-Length of 100 MB with Expect: 100-continue is refused', async () => {
  await using mock = await start()
  const { replies } = await talk(
    mock.port,
    `${POST}Expect: 100-continue\r\nContent-Length: ${HUNDRED_MB}\r\n\r\n`,
  )
  for (const reply of replies) expectRefusal(reply, [413])
  await expectHealthy(mock)
})
