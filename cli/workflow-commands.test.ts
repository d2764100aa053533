import { expect, test } from 'vitest'
import { startTestServer } from '../contract-tests/opinions/testing/test-server.ts'
import { talk } from '../mock/http/testing/talk.ts'
import { runInProcess } from './testing/manual-environment.ts'

/** What a CI runner interprets as a command: `::` at the start of a line (GitHub), `##[` anywhere (Azure, older GitHub). */
const COMMAND = /^[\s\u0085]*::|##\w*\[/m

const hostile = Array<string>(30).fill('::error::owned ::stop-commands::x ##[error]owned').join(' ')
const SHOWN = /^ +\\u003a:(?:error::owned|stop-commands::x)/m

test('a reply cannot inject a command for the runner, however the report wraps it', async () => {
  const headers = { 'Content-Type': 'application/json', 'X-RateLimit-Limit': hostile, 'Retry-After': hostile }
  await using service = await startTestServer((_request, response) => {
    response.writeHead(200, headers).end(JSON.stringify([{ id: hostile, name: hostile, status: hostile }]))
  })
  const [variables, shown] = [{ PETSTORE_API_KEY: 'some-key-0001' }, [] as string[]]
  for (const columns of [undefined, 36, 80]) {
    const running = runInProcess(`contract ${service.origin}/v1 --max-wait 0 --show-bodies`, {
      variables,
      columns,
    })
    expect(await running.exitCode).toBe(1)
    shown.push(running.stdout.text)
  }
  expect(shown.join('\n')).not.toMatch(COMMAND)
  expect(shown.join('\n')).toMatch(SHOWN)
})

test('a request or a reply cannot inject one into the lines of the proxy', async () => {
  await using service = await startTestServer((_request, response) => {
    const body = JSON.stringify([{ id: 1, name: 'a', categoryId: 1, status: '##[error]owned' }])
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
    response.writeHead(200, headers).end(body)
  })
  const running = runInProcess(`proxy ${service.origin}/v1 --port 0`)
  const origin = await running.stdout.sees(/(http:\S+)\/v1 passes on/)
  await talk(Number(new URL(origin).port), 'GET /v1/pets/##[group]x HTTP/1.1\r\nHost: a\r\n\r\n')
  await running.stdout.sees(/^GET .+(?:breach|warning)/m)
  running.end('SIGTERM')
  expect(await running.exitCode).toBe(0)
  expect(running.stdout.text).toContain('GET /v1/pets/\\u0023#[group]x 200: ')
  expect(running.stdout.text).not.toMatch(COMMAND)
})

test.for(['pretty', 'json'])(
  'a request cannot inject one into the log of the mock (%s), nor an argument into an error message',
  async (log) => {
    const running = runInProcess(`mock --port 0 --log ${log}`)
    const origin = await running.stdout.sees(/http:\/\/127\.0\.0\.1:\d+/)
    await talk(Number(new URL(origin).port), 'GET /v1/pets/##[group]x HTTP/1.1\r\nHost: a\r\n\r\n')
    running.timers.pass(1_000)
    await running.stdout.sees(/#\[group\]x/)
    running.end('SIGTERM')
    await running.exitCode
    expect(running.stdout.text).not.toMatch(COMMAND)
    const mistaken = runInProcess('mock --data ##vso[task]x')
    expect(await mistaken.exitCode).toBe(2)
    expect(mistaken.stderr.text).toBe('--data: \\u0023#vso[task]x does not exist\n')
  },
)
