import express from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createApp, startMock } from '../index.ts'
import { talk } from '../http/testing/talk.ts'

const statusOf = async (
  port: number,
  target: string,
  host = new URL(target).host,
): Promise<number | undefined> => {
  const { replies } = await talk(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  return replies[0]?.status
}

test('a target in absolute form reaches the control API, and its host counts', async () => {
  await using mock = await startMock({ port: 0, pets: 1 })
  const { port } = new URL(mock.origin)
  for (const [target, status] of [
    [`http://127.0.0.1:${port}/_mock/health`, 200],
    [`HTTP://localhost:${port}/_mock/worlds/default`, 200],
    [`http://localhost:${port}/_mock/none`, 404],
    [`http://evil.test:${port}/_mock/health`, 403],
    [`http://localhost@evil.test:${port}/_mock/health`, 403],
    [`http://evil.test:${port}/v1/pets`, 401],
  ] as const)
    expect([target, await statusOf(Number(port), target)]).toEqual([target, status])
  const health = `http://localhost:${port}/_mock/health`
  expect(await statusOf(Number(port), health, `LOCALHOST:${port}`)).toBe(200)
  expect(await statusOf(Number(port), health, `evil.test:${port}`)).toBe(403)
  expect(await statusOf(Number(port), `http://evil.test:${port}/_mock/health`, `localhost:${port}`)).toBe(403)
})

test('in an app in which the mock is mounted, too', async () => {
  const server = express()
    .use('/api', (await createApp({ pets: 1 })).app)
    .get('/other', (_request, response) => void response.sendStatus(204))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const [path, status] of [
    ['/api/_mock/health', 200],
    ['/api/v1/pets', 401],
    ['/other', 204],
  ] as const)
    expect([path, await statusOf(port, `http://localhost:${port}${path}`)]).toEqual([path, status])
  server.close()
})
