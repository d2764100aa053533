import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '../../contract-tests/opinions/testing/test-server.ts'
import { runInProcess } from '../testing/manual-environment.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }

test('a stopped proxy finishes pending requests, and ends streams', async () => {
  const asked = Promise.withResolvers<() => void>()
  await using service = await startTestServer((request, response) => {
    if (request.url === '/v1/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
      return
    }
    asked.resolve(() => {
      response.writeHead(500, { 'Content-Type': 'application/json' })
      response.end('{"code":"a","message":"b","status":500}')
    })
  })
  const running = runInProcess(`proxy ${service.origin}/v1 --port 0`)
  const baseUrl = await running.stdout.sees(/(http:\S+\/v1) passes on/)
  const stream = await fetch(`${baseUrl}/events`)
  const slow = fetch(`${baseUrl}/pets`)
  const answer = await asked.promise
  running.end('SIGTERM')
  expect(await stream.text()).toBe('data: 1\n\n')
  answer()
  const reply = await slow
  expect([reply.status, reply.headers.get('Connection')]).toEqual([500, 'close'])
  expect(await running.exitCode).toBe(0)
  expect(running.stdout.text).toMatch(
    /^2 exchanges: 1 judged \(\d+ breaches, \d+ warnings?\), 0 failures of the upstream, 1 not judged$/m,
  )
  expect(running.stdout.text).toMatch(/The tally of 1 judged exchange: \d of \d+ clauses broken/)
})

test('the tally is printed every minute in which it changes, on request, and on the page with the findings', async () => {
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
  })
  const running = runInProcess(`proxy ${service.origin}/v1 --port 0`)
  const baseUrl = await running.stdout.sees(/(http:\S+\/v1) passes on/)
  const page = await running.stdout.sees(/(http:\S+\/) shows findings/)
  running.timers.pass(60_000)
  await fetch(`${baseUrl}/pets`, { headers: { Authorization: 'Bearer a-secret-key' } })
  running.timers.pass(60_000)
  running.timers.pass(60_000)
  expect(running.stdout.text.match(/tally so far: .*/g)).toEqual([
    expect.stringMatching(/^tally so far: 1 of \d+ clauses broken, \d+ held so far, \d+ not yet seen$/),
  ])
  expect(await (await fetch(`${page}tally`)).text()).toMatch(
    /^The tally of 1 judged exchange: .*\n✗ broken +LIMIT-1 \(1 of 1\)/,
  )
  const stream = await fetch(`${page}events`)
  running.end('SIGINT')
  const events = await stream.text()
  expect(events).toContain('LIMIT-1')
  expect(events).not.toContain('a-secret-key')
  expect(await running.exitCode).toBe(0)
})

test('with --limits it says what it refuses, and where its control room is, which has the addresses', async () => {
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
  })
  const running = runInProcess(`proxy ${service.origin}/v1 --port 0 --limits free --ban`)
  const room = await running.stdout.sees(/(http:\S+\/_mock\/) is the control room/)
  const baseUrl = await running.stdout.sees(/(http:\S+\/v1) passes on/)
  expect(running.stdout.text).toContain(
    'The proxy allows each key 60 requests a minute and 1,000 a day (plan Free) and bans it for 120 s after 10 refusals in a window.',
  )
  const world = `${room}worlds/default`
  expect(await (await fetch(world)).json()).toMatchObject({
    proxied: { service: `${service.origin}/v1`, baseUrl },
    limits: true,
  })
  // No minute ends during the test.
  const frozen = { method: 'PUT', headers: JSON_TYPE, body: '{"frozen":true}' }
  expect((await fetch(`${world}/clock`, frozen)).status).toBe(200)
  const key = { headers: { Authorization: 'Bearer a-secret-key' } }
  const statuses: number[] = []
  for (let sent = 0; sent < 61; sent += 1) statuses.push((await fetch(`${baseUrl}/pets`, key)).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const page = room.replace('_mock/', '')
  expect(await (await fetch(page)).text()).toContain('<a href="/_mock/">Control room</a>')
  running.end('SIGTERM')
  expect(await running.exitCode).toBe(0)
  expect(running.stdout.text).toMatch(/GET \/v1\/pets 429 \(\S+\): answered by the proxy: LIMIT-7: plan Free/)
  expect(running.stdout.text).toMatch(
    /^61 exchanges: 60 judged \(.*\), 0 failures of the upstream, 1 answered by the proxy itself$/m,
  )
  expect(running.stdout.text).not.toContain('a-secret-key')
})

test('its address on an IPv6 host can be used as it is printed', async () => {
  await using service = await startTestServer((_request, response) => response.end())
  const running = runInProcess(`proxy ${service.origin}/v1 --port 0 --host ::1`)
  const baseUrl = await running.stdout.sees(/(http:\S+\/v1) passes on/)
  expect(baseUrl).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/)
  expect((await fetch(`${baseUrl}/pets`)).status).toBe(200)
  running.end('SIGTERM')
  expect(await running.exitCode).toBe(0)
})

test('a port of the page that is in use is reported with its flag', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const running = runInProcess(`proxy http://127.0.0.1:1/v1 --port 0 --page-port ${port}`)
  expect(await running.exitCode).toBe(2)
  expect(running.stderr.text).toBe(
    `Port ${port} is in use: stop the program that uses it, or choose another with --page-port\n`,
  )
})
