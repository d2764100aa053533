import { expect, test } from 'vitest'
import { Client } from './testing/client.ts'
import { everyStatus } from './testing/every-status.ts'
import { start } from './testing/start.ts'

const KEY = 'free-demo-key'

/** Headers that a browser hides from pages unless they are exposed (Fetch, CORS-safelisted response-header name). */
const USEFUL = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Deprecation',
  'Sunset',
  'Link',
  'Location',
  'WWW-Authenticate',
  'Date',
]

function listed(value: string): readonly string[] {
  return value.split(/ *, */)
}

function preflight(method: string, headers: string, origin = 'http://localhost:5173') {
  return {
    Origin: origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': headers,
  }
}

test.for([
  { path: '/pets', method: 'GET', asked: 'authorization' },
  { path: '/pets', method: 'POST', asked: 'authorization,content-type' },
  { path: '/pets/1', method: 'GET', asked: 'authorization' },
  { path: '/pets', method: 'GET', asked: 'authorization,x-request-id,traceparent' },
])('a preflight for $method $path with $asked is answered 204, before any key', async (row) => {
  await using mock = await start()
  const headers = preflight(row.method, row.asked)
  const reply = await new Client(mock.baseUrl).send('OPTIONS', row.path, { headers })
  expect([reply.status, reply.text]).toEqual([204, ''])
  expect(reply.header('Access-Control-Allow-Origin')).toBe('*')
  expect(listed(reply.header('Access-Control-Allow-Methods'))).toContain(row.method)
  expect(listed(reply.header('Access-Control-Allow-Headers'))).toEqual(row.asked.split(','))
  expect(Number(reply.header('Access-Control-Max-Age'))).toBeGreaterThan(0)
  expect(reply.header('Access-Control-Allow-Private-Network')).toBe('true')
})

test('a preflight without headers gets the headers that the service accepts', async () => {
  await using mock = await start()
  const headers = { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET' }
  const reply = await new Client(mock.baseUrl).send('OPTIONS', '/pets', { headers })
  expect(listed(reply.header('Access-Control-Allow-Headers'))).toEqual(['Authorization', 'Content-Type'])
})

test('a preflight spends no quota', async () => {
  await using mock = await start()
  const nobody = new Client(mock.baseUrl)
  const headers = preflight('GET', 'authorization')
  for (let sent = 0; sent < 70; sent += 1) {
    expect((await nobody.send('OPTIONS', '/pets', { headers })).status).toBe(204)
  }
  expect((await nobody.list()).rateLimit.remaining).toBe(59)
})

test('a preflight is answered over the limit and during a ban', async () => {
  await using mock = await start()
  const headers = preflight('GET', 'authorization')
  const client = new Client(mock.baseUrl, KEY)
  expect((await new Client(mock.baseUrl).listTimes(61)).status).toBe(429)
  mock.keys.ban(KEY, 600)
  expect((await client.list()).status).toBe(429)
  expect((await client.send('OPTIONS', '/pets', { headers })).status).toBe(204)
  expect((await new Client(mock.baseUrl).send('OPTIONS', '/pets', { headers })).status).toBe(204)
})

test('OPTIONS without a preflight only lists the allowed methods', async () => {
  await using mock = await start()
  const reply = await new Client(mock.baseUrl).send('OPTIONS', '/pets')
  expect([reply.status, reply.header('Allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
  expect(reply.headers.has('Access-Control-Allow-Methods')).toBe(false)
})

test.for(everyStatus)(
  'a page of any origin can read a $status and its headers, when $when',
  async ({ ask }) => {
    const reply = await ask()
    expect(reply.header('Access-Control-Allow-Origin')).toBe('*')
    expect(listed(reply.header('Access-Control-Expose-Headers'))).toEqual(USEFUL)
  },
)

test.for(['http://localhost:5173', 'https://shop.example', 'null', 'chrome-extension://abc'])(
  'the origin %s is allowed',
  async (origin) => {
    await using mock = await start()
    const client = new Client(mock.baseUrl, KEY)
    const asked = await client.send('OPTIONS', '/pets', {
      headers: preflight('GET', 'authorization', origin),
    })
    const reply = await client.send('GET', '/pets', { headers: { Origin: origin } })
    expect([asked.status, reply.status]).toEqual([204, 200])
    for (const { headers } of [asked, reply]) expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  },
)
