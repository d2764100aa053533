import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { KEY, Petstore, times } from './petstore.ts'

const HEAD = `Host: petstore.test\r\nAuthorization: Bearer ${KEY}\r\n`

/** Opens connections that last until the test is over. */
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

test('Idle connections, and requests that arrive letter by letter: others are served meanwhile', async ({
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

test('Clients that request much and never read: the mock stops writing to them, and serves others', async ({
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

test('Bodies in a hundred thousand chunks of a byte: they are refused, and others are served', async ({
  task,
}) => {
  await using petstore = await Petstore.start(['--limits', 'off'])
  const clients = times(50)
  const head = `POST /v1/pets HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  for (let round = 0; round < 2; round += 1) {
    for (const socket of await open(petstore.port, clients))
      socket.resume().write(head + '1\r\na\r\n'.repeat(100_000))
    await expectServes(petstore)
  }
  const { peak } = await petstore.memory()
  expect(peak).toBeLessThan(500)
  task.meta.figures = `twice ${clients} clients; peak ${peak} MB`
})

type NewFault = Parameters<Petstore['world']['faults']['add']>[0]

/** The fault of the README. */
const LATE: NewFault = { effect: { kind: 'delay', from: 500, to: 2000 } }

test.for<{ readonly fact: string; readonly memory: number; readonly faults: readonly NewFault[] }>([
  { fact: 'late', memory: 512, faults: [LATE] },
  {
    fact: 'late and empty',
    memory: 512,
    faults: [LATE, { effect: { kind: 'status', status: 204 } }],
  },
  { fact: 'ten minutes late', memory: 64, faults: [{ effect: { kind: 'delay', from: 600_000 } }] },
])(
  'Clients that send all their requests at once, where replies are $fact, with $memory MB of --memory: the mock reads them bit by bit, and SIGINT ends it',
  async ({ memory, faults }, { task }) => {
    await using petstore = await Petstore.start(['--limits', 'off', '--memory', String(memory)])
    for (const body of faults) await petstore.world.faults.add(body)
    const [clients, each] = [40, 12_000]
    for (const socket of await open(petstore.port, clients)) {
      socket.resume()
      socket.write(`GET /v1/pets?limit=20 HTTP/1.1\r\n${HEAD}\r\n`.repeat(each))
    }
    let longest = 0
    const begin = performance.now()
    while (performance.now() - begin < 3_000) {
      const before = performance.now()
      await petstore.control.request('checkHealth')
      longest = Math.max(longest, performance.now() - before)
    }
    expect(longest).toBeLessThan(2_000)
    const { peak } = await petstore.memory()
    expect(peak).toBeLessThan(300)
    const before = performance.now()
    petstore.process.kill('SIGINT')
    expect(await petstore.process.exitCode).toBe(0)
    const ending = performance.now() - before
    expect(ending).toBeLessThan(2_000)
    const answers = `health took ${Math.round(longest)} ms at most`
    task.meta.figures = `${clients} clients, ${each} requests each; ${answers}, SIGINT ${Math.round(ending)} ms; peak ${peak} MB`
  },
)
