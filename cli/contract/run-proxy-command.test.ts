import { expect, test } from 'vitest'
import { startTestServer } from '../../contract-tests/opinions/testing/test-server.ts'
import { runInProcess } from '../testing/manual-environment.ts'

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
  expect(running.stdout.text).toContain('2 exchanges, 1 of them judged')
})
