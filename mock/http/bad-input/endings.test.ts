import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Mock } from '../../mock.ts'
import { TIMEOUTS } from '../listen.ts'
import type { Sleep } from '../../edge/deliver.ts'
import { expectRefusal, expectHealthy } from '../testing/expect-error.ts'
import { start, startOn } from '../testing/start.ts'
import { talk } from '../testing/talk.ts'

const KEY = 'Host: petstore.test\r\nAuthorization: Bearer free-demo-key\r\n'
const POST = `POST /v1/pets HTTP/1.1\r\n${KEY}Content-Type: application/json\r\n`
const GET = `GET /v1/pets HTTP/1.1\r\n${KEY}\r\n`
const PET = '{"name":"Rex","categoryId":1}'
// Long enough for a valid request on a busy machine. The tests that wait for the timeouts run concurrently.
const SHORT = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 50 }

/** Resolves with the status of the next creation, whether or not its client receives the reply. */
function nextCreation(mock: Mock): Promise<number> {
  return new Promise((resolve) => {
    const stop = mock.subscribe((event) => {
      if (event.kind !== 'exchange' || event.exchange.operation !== 'createPet') return
      stop()
      resolve(event.exchange.reply.status)
    })
  })
}

const halves = [
  { fact: 'a request line', says: 'GET /v1/pe' },
  { fact: 'headers', says: `GET /v1/pets HTTP/1.1\r\n${KEY}X-Half: ` },
  { fact: 'a body with its length', says: `${POST}Content-Length: 100\r\n\r\n${PET}` },
  { fact: 'chunks', says: `${POST}Transfer-Encoding: chunked\r\n\r\n1d\r\n${PET}\r\n` },
  { fact: 'a chunk', says: `${POST}Transfer-Encoding: chunked\r\n\r\nff\r\n${PET}` },
]

test.concurrent.for(halves)(
  'half of $fact without an end is answered with 408, and the connection ends',
  async ({ says }) => {
    await using mock = await startOn({ timeouts: SHORT })
    const { replies, closed } = await talk(mock.port, says, { replies: Infinity })
    expect(replies).toHaveLength(1)
    for (const reply of replies) expectRefusal(reply, [408])
    expect(closed).toBe(true)
    await expectHealthy(mock)
  },
)

test.concurrent('a body that arrives byte by byte times out', async () => {
  await using mock = await startOn({ timeouts: SHORT })
  const { replies, closed } = await talk(
    mock.port,
    (socket) => {
      socket.write(`${POST}Content-Length: 100000\r\n\r\n`)
      const drip = setInterval(() => socket.write(' '), 2)
      socket.once('close', () => {
        clearInterval(drip)
      })
    },
    { replies: Infinity },
  )
  for (const reply of replies) expectRefusal(reply, [408])
  expect(closed).toBe(true)
  await expectHealthy(mock)
})

test('a slow request has some seconds, and no request has minutes', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = TIMEOUTS
  expect(headersTimeout).toBeGreaterThanOrEqual(5_000)
  expect(requestTimeout).toBeGreaterThanOrEqual(headersTimeout)
  expect(requestTimeout + connectionsCheckingInterval).toBeLessThan(60_000)
})

test('a client that disconnects in the middle of its body adds no pet', async () => {
  await using mock = await start()
  const status = nextCreation(mock)
  const socket = connect(mock.port, '127.0.0.1')
  socket.write(`${POST}Content-Length: 29\r\n\r\n{"name":`, () => socket.destroy())
  expect(await status).toBe(400)
  await expectHealthy(mock)
})

test('a client that disconnects before its reply leaves no resources allocated', async () => {
  let awake = (): void => undefined
  const asleep = new Promise<void>((resolve) => (awake = resolve))
  let gone = false
  const sleep: Sleep = async (_milliseconds, signal) => {
    awake()
    await once(signal, 'abort')
    gone = true
  }
  await using mock = await startOn({ sleep }, { faults: [{ effect: { kind: 'delay', from: 1, to: 1 } }] })
  const socket = connect(mock.port, '127.0.0.1')
  socket.write(GET)
  await asleep
  // Ending a connection without a reset only says that no more requests follow.
  socket.resetAndDestroy()
  mock.faults.clear()
  await expectHealthy(mock)
  expect(gone).toBe(true)
})

test('a client that disconnects in the middle of its reply leaves no resources allocated', async () => {
  let drops = 0
  const sleep: Sleep = async (_milliseconds, signal) => {
    drops += 1
    if (drops === 3) await once(signal, 'abort')
  }
  await using mock = await startOn({ sleep }, { faults: [{ effect: { kind: 'trickle', over: 20 } }] })
  const socket = connect(mock.port, '127.0.0.1')
  socket.write(GET)
  await once(socket, 'data')
  socket.resetAndDestroy()
  await once(socket, 'close')
  mock.faults.clear()
  await expectHealthy(mock)
  expect(drops).toBe(3)
})

test('two hundred clients that connect and disconnect without a request have no effect', async () => {
  await using mock = await start()
  const sockets = Array.from({ length: 200 }, () => connect(mock.port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.resetAndDestroy()
  await expectHealthy(mock)
})

test.concurrent('half a body without an end is one exchange of its operation and key', async () => {
  await using mock = await startOn({ timeouts: SHORT })
  const says = `${POST}Content-Length: 100\r\n\r\n${PET}`
  await talk(mock.port, says, { replies: Infinity })
  expect(mock.journal.list().map(({ operation, key, status }) => [operation, key, status])).toEqual([
    ['createPet', 'free…ey', 408],
  ])
})

test.concurrent('a refusal that is sent before the whole body has arrived is the only reply', async () => {
  await using mock = await startOn({ timeouts: SHORT })
  const says = `POST /v1/pets HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n${PET}`
  const { replies } = await talk(mock.port, says, { replies: Infinity })
  expect(replies.map(({ status }) => status)).toEqual([401])
  expect(mock.journal.list()).toHaveLength(1)
})

test.concurrent('a connection without a request ends without a reply', async () => {
  await using mock = await startOn({ timeouts: SHORT })
  const { text, closed } = await talk(mock.port, '', { replies: Infinity })
  expect([text, closed]).toEqual(['', true])
  expect(mock.journal.list()).toEqual([])
})

test('a creation with a slow body is not early because of a refusal in the meantime', async () => {
  await using mock = await start()
  const status = nextCreation(mock)
  const socket = connect(mock.port, '127.0.0.1')
  socket.write(`${POST}Content-Length: 29\r\n\r\n{"name":`)
  await expect.poll(() => mock.keys.get('free-demo-key').windows.minute.remaining).toBe(59)
  mock.keys.setRemaining('free-demo-key', { minute: 0 })
  await talk(mock.port, GET)
  socket.end(PET.slice(8))
  expect(await status).toBe(201)
  expect(mock.report('free-demo-key')).toMatchObject({ requests: 2, refused: 1, earlyRetries: 0 })
})
