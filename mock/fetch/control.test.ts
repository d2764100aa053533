import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ControlClient } from '../client/control-client.ts'
import { refused, W } from '../control/testing/refused.ts'
import { ask, NOON, start } from '../control/testing/start.ts'
import type { Mock } from '../mock.ts'
import { createMock, type FetchMock } from './index.ts'

const HOST = 'http://127.0.0.1:4010'

let served: Mock
let mock: FetchMock
beforeAll(async () => {
  served = await start()
  mock = createMock({ time: () => NOON, control: true })
})
afterAll(async () => {
  await served.stop()
  await mock.stop()
})

/** Sends a request to both mocks, and expects the same reply apart from the headers of the connection. */
async function compare(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<number> {
  // The document of the control API names the host.
  const atHost = { Host: new URL(HOST).host, ...headers }
  const real = await ask(served, method, path, { headers: atHost, ...(body !== undefined && { body }) })
  const reply = await mock.fetch(HOST + path, { method, headers, ...(body !== undefined && { body }) })
  expect([reply.status, withoutIds(await reply.text())]).toEqual([real.status, withoutIds(real.text)])
  const { date: _date, connection: _connection, 'keep-alive': _alive, ...fields } = real.headers
  expect(Object.fromEntries(reply.headers)).toEqual(fields)
  return reply.status
}

// Each mock derives key ids from its own secret.
function withoutIds(text: string): string {
  return text.replaceAll(/("keyId": ?)"[0-9a-f]{16}"/g, '$1"…"')
}

describe('the control API gives the same replies as over HTTP', () => {
  const json = { 'Content-Type': 'application/json' }
  test.for([
    ['GET', '/_mock/health'],
    ['GET', '/_mock/openapi/control.yaml'],
    ['GET', '/_mock/worlds/'],
    ['HEAD', W],
    ['OPTIONS', `${W}/reset`],
    ['GET', `${W}/keys/free%2Ddemo-key`],
    ['GET', `${W}/journal?limit=3`],
    ['POST', `${W}/clock/advance`, '{"minutes":1}'],
    ['PUT', `${W}/limits`, '{"on":false}'],
    ['POST', '/_mock/worlds', '{"name":"zoo","pets":[{"name":"Rex","categoryId":9007199254740993}]}'],
    ['GET', '/_mock/worlds/zoo/pets'],
    ['DELETE', '/_mock/worlds/zoo'],
    ['POST', `${W}/reset`],
  ])('%s %s', async ([method = '', path = '', body]) => {
    const given = body === undefined ? {} : { headers: json, body }
    expect(await compare(method, path, given)).toBeLessThan(300)
  })

  // Without the refusals of the connection, which fetch cannot cause.
  test.for(refused.filter(([, { headers }]) => !Object.hasOwn(headers ?? {}, 'Transfer-Encoding')))(
    '%s is refused',
    async ([request, { headers = {}, body }]) => {
      const [method = '', path = ''] = request.split(' ')
      const fields = Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      )
      const given = { headers: Object.fromEntries(fields) as Record<string, string> }
      expect(await compare(method, path, body === undefined ? given : { ...given, body })).toBeGreaterThan(
        399,
      )
    },
  )
})

test('it is off by default', async () => {
  const closed = createMock()
  expect((await closed.fetch(`${HOST}/_mock/health`)).status).toBe(401)
  expect([closed.answers(`${HOST}/_mock/health`), mock.answers(`${HOST}/_mock/health`)]).toEqual([
    false,
    true,
  ])
})

test('its path is next to the base address', async () => {
  const shop = createMock({ baseUrl: 'https://shop.example/api/v1', control: true })
  const index = await shop.fetch('https://shop.example/api/_mock/')
  expect(await index.text()).toContain('"path": "/api/_mock/health"')
  expect((await shop.fetch('https://shop.example/_mock/health')).status).toBe(401)
})

test('a page of another origin is refused unless it is allowed; with a token every request needs it', async () => {
  const guarded = createMock({
    control: true,
    controlToken: 'a-secret-of-16-letters',
    allowOrigins: ['https://a.example/'],
  })
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await guarded.fetch(`${HOST}/_mock/health`, { headers })).status
  const Authorization = 'Bearer a-secret-of-16-letters'
  expect(await status({ Authorization })).toBe(200)
  expect(await status({ Authorization, Origin: 'https://a.example' })).toBe(200)
  expect(await status({ Authorization, Origin: 'https://b.example' })).toBe(403)
  expect(await status({ Origin: 'https://a.example' })).toBe(401)
  expect(await status({ Authorization: 'Bearer a-secret-of-16-letter' })).toBe(401)
})

test('a form is refused, because a page of any origin can send one to a service worker', async () => {
  const served = createMock({ control: true })
  const form = new Request(`${HOST}${W}/reset`, { method: 'POST' })
  Object.defineProperty(form, 'mode', { value: 'navigate' })
  expect((await served.fetch(form)).status).toBe(403)
})

test('its client streams events until the mock stops', async () => {
  const followed = createMock({ control: true })
  const client = new ControlClient(`${HOST}/_mock`, (url, init) => followed.fetch(url, init))
  const stream = await client.follow('default', new AbortController().signal)
  followed.clock.advance({ minutes: 1 })
  await followed.fetch(`${HOST}/v1/pets`)
  await followed.stop()
  const events = []
  for await (const batch of stream) events.push(...batch)
  expect(events.map(({ kind }) => kind)).toEqual(['change', 'exchange'])
})

test('a client that disconnects frees its event stream', async () => {
  const left = createMock({ control: true })
  const leaving = new AbortController()
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => left.fetch(`${HOST}/_mock/events`, { signal: leaving.signal })),
  )
  expect((await left.fetch(`${HOST}/_mock/events`)).status).toBe(503)
  await replies[0]?.body?.cancel()
  expect((await left.fetch(`${HOST}/_mock/events`)).status).toBe(200)
  leaving.abort()
  expect((await left.fetch(`${HOST}/_mock/events`)).status).toBe(200)
  await left.stop()
})
