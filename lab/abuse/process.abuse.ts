import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { PETSTORE, spawnPetstore, type Spawned } from '../../cli/testing/spawn-petstore.ts'
import { counted } from '../../spec/wording.ts'
import { freePort } from '../cluster/free-port.ts'
import { services } from './hostile-services.ts'
import { HostileService, KEY, Petstore, place, times } from './petstore.ts'

test('Every file descriptor occupied for a while: everything is served again afterwards, including what loads late', async ({
  task,
}) => {
  await using petstore = await Petstore.start([], { descriptors: 64 })
  const sockets = Array.from({ length: times(1000) }, () =>
    connect(petstore.port, '127.0.0.1').on('error', () => undefined),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await petstore.client().create()).status).toBe(201)
  expect(await petstore.world.read()).toMatchObject({ pets: 101 })
  for (const page of ['/_mock/', '/_mock/docs/', '/_mock/openapi/service.yaml'])
    expect([page, (await fetch(petstore.origin + page)).status]).toEqual([page, 200])
  task.meta.figures = `${sockets.length} connections, 64 descriptors`
})

test('SIGTERM under load: connected clients are answered, no connection is reset, and the exit code is 0', async ({
  task,
}) => {
  const stops = times(10)
  let answered = 0
  for (let stop = 0; stop < stops; stop += 1) {
    await using petstore = await Petstore.start(['--limits', 'off'])
    const failures: string[] = []
    const workers = Array.from({ length: 50 }, async () => {
      for (;;) {
        try {
          await petstore.client().list('?limit=100')
          answered += 1
        } catch (error) {
          failures.push(String((error as NodeJS.ErrnoException).code ?? error))
          return
        }
      }
    })
    await petstore.client().list()
    petstore.process.kill('SIGTERM')
    expect(await petstore.process.exitCode).toBe(0)
    await Promise.all(workers)
    expect(failures.filter((code) => code !== 'ECONNREFUSED')).toEqual([])
  }
  task.meta.figures = `${stops} stops, ${answered} requests answered`
})

test('SIGTERM beside connections with half a header or half a body: it ends within two seconds, and the exit code is 0', async ({
  task,
}) => {
  const head = `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${KEY}\r\n`
  const json = `${head}Content-Type: application/json\r\n`
  const halves = [
    '',
    head,
    `${json}Content-Length: 50\r\n\r\n{`,
    `${json}Transfer-Encoding: chunked\r\n\r\n5\r\na`,
  ]
  await using petstore = await Petstore.start()
  const sockets = Array.from({ length: times(200) }, () =>
    connect(petstore.port, '127.0.0.1').on('error', () => undefined),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const [at, socket] of sockets.entries()) socket.resume().write(halves[at % halves.length] ?? '')
  await petstore.client().list()
  const begun = performance.now()
  petstore.process.kill('SIGTERM')
  expect(await petstore.process.exitCode).toBe(0)
  const took = (performance.now() - begun) / 1000
  expect(took).toBeLessThan(2)
  task.meta.figures = `${sockets.length} connections; it ended after ${took.toFixed(1)} s`
})

test('SIGTERM to the suite, whatever it is doing with a hostile service: it ends within two seconds', async ({
  task,
}) => {
  const waits = [300, 600, 1200, 2400].slice(0, times(4))
  let longest = 0
  for (const name of Object.keys(services)) {
    await using service = await HostileService.start(name)
    for (const wait of waits) {
      await using suite = spawnPetstore(['contract', service.baseUrl], place())
      await new Promise((resume) => setTimeout(resume, wait))
      longest = Math.max(longest, await ending(suite))
    }
  }
  expect(longest).toBeLessThan(2000)
  task.meta.figures = `${Object.keys(services).length} services, ${counted(waits.length, 'stop')} each; the longest end took ${longest} ms`
})

test('SIGTERM to a mock that restores large snapshots: it answers what it has begun, and ends within ten seconds', async ({
  task,
}) => {
  const pets = times(400_000)
  await using petstore = await Petstore.start(['--pets', String(pets)])
  const place = `${petstore.origin}/_mock/worlds/default/snapshot`
  const body = await (await fetch(place)).text()
  const headers = { 'Content-Type': 'application/json' }
  const restored = Array.from({ length: 2 }, () => fetch(place, { method: 'PUT', headers, body }))
  const statuses = Promise.allSettled(restored)
  await petstore.client().list('?limit=1')
  const milliseconds = await ending(petstore.process)
  expect(await petstore.process.exitCode).toBe(0)
  expect(milliseconds).toBeLessThan(10_000)
  await statuses
  task.meta.figures = `twice ${Math.round(body.length / 1e6)} MB; the end took ${milliseconds} ms`
})

/** Sends SIGTERM; resolves with the milliseconds until the process has ended, 0 if it had before. */
async function ending(process: Spawned): Promise<number> {
  const begin = performance.now()
  process.kill('SIGTERM')
  await process.exitCode
  return Math.round(performance.now() - begin)
}

test('Its log on a full disk, and on a closed pipe: it goes on', async ({ task }) => {
  const count = times(2000)
  for (const out of ['/dev/full', 'a pipe']) {
    const port = await freePort()
    const [node = '', ...cli] = PETSTORE
    await using full = await open('/dev/full', 'w')
    const mock = spawn(node, [...cli, 'mock', '--port', String(port)], {
      stdio: ['ignore', out === 'a pipe' ? 'pipe' : full.fd, 'ignore'],
    })
    mock.stdout?.once('data', () => mock.stdout?.destroy())
    const status = (): Promise<number> =>
      fetch(`http://127.0.0.1:${port}/v1/pets`).then(
        (reply) => reply.status,
        () => 0,
      )
    await expect.poll(status).toBe(401)
    for (let request = 0; request < count; request += 1) expect([401, 429]).toContain(await status())
    mock.kill('SIGTERM')
    expect(await once(mock, 'exit')).toEqual([0, null])
  }
  task.meta.figures = `${count} requests each`
})
