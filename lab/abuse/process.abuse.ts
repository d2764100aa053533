import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { PETSTORE } from '../../cli/testing/spawn-petstore.ts'
import { freePort } from '../cluster/free-port.ts'
import { Petstore, times } from './petstore.ts'

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
