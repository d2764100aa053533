import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { KEY, Petstore, times } from './petstore.ts'

const HEAD = `Host: petstore.test\r\nAuthorization: Bearer ${KEY}\r\n`

/** Opens connections that last until the test is over, and end as they like. */
async function open(port: number, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

async function expectServes(petstore: Petstore): Promise<void> {
  const { status } = await petstore.client().list('?limit=1')
  expect(status).toBe(200)
}

test('Connections on which nothing is said, and requests that come in drops: others are served meanwhile', async ({
  task,
}) => {
  await using petstore = await Petstore.start()
  const [idle, slow] = [times(2000), times(500)]
  await open(petstore.port, idle)
  const dripping = await open(petstore.port, slow)
  for (const letter of `POST /v1/pets HTTP/1.1\r\n${HEAD}Content-Type: app`) {
    for (const socket of dripping) socket.write(letter)
    await expectServes(petstore)
  }
  const { peak } = await petstore.memory()
  expect(peak).toBeLessThan(300)
  task.meta.figures = `${idle} idle, ${slow} slow connections; peak ${peak} MB`
})

test('Clients that ask for much and never read: they are not written to without end, and others are served', async ({
  task,
}) => {
  await using petstore = await Petstore.start([
    ...['--limits', 'off', '--memory', '128', '--pets', '0', '--choice', 'longest-name=any'],
  ])
  for (let pet = 0; pet < 100; pet += 1)
    await petstore.client().create({ name: 'x'.repeat(16_000), categoryId: pet })
  const [clients, each] = [times(200), 700]
  const unread = await open(petstore.port, clients)
  for (const socket of unread) {
    socket.pause()
    socket.write(`GET /v1/pets?limit=100 HTTP/1.1\r\n${HEAD}\r\n`.repeat(each))
  }
  for (let round = 0; round < times(100); round += 1) await expectServes(petstore)
  const { peak } = await petstore.memory()
  expect(peak).toBeLessThan(700)
  task.meta.figures = `${clients} clients, ${each} requests of 1.6 MB each; peak ${peak} MB`
})
