import type { OutgoingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mock } from '../../mock.ts'
import { ask, start, TOKEN, type Reply } from '../testing/start.ts'
import { judgeAccess, type Arrival } from './guard.ts'

let mock: Mock

beforeAll(async () => {
  mock = await start()
})
afterAll(() => mock.stop())

const PATHS = [
  '/_mock',
  '/_mock/health',
  '/_mock/worlds/default/keys',
  '/_mock/events',
  '/_mock/no-such-path',
]

function cors(reply: Reply): string[] {
  return Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))
}

describe('the control API', () => {
  it.each<[fact: string, headers: OutgoingHttpHeaders, status: number, code: string]>([
    ['a page of another origin', { Origin: 'http://evil.example' }, 403, 'foreign_origin'],
    ['a page without an origin', { Origin: 'null' }, 403, 'foreign_origin'],
    ['a page of another port', { 'Sec-Fetch-Site': 'same-site' }, 403, 'foreign_origin'],
    ['an image of another page', { 'Sec-Fetch-Site': 'cross-site' }, 403, 'foreign_origin'],
    ['a rebound name', { Host: 'evil.example' }, 403, 'foreign_host'],
    ['what comes through a proxy', { 'X-Forwarded-For': '203.0.113.7' }, 401, 'token_required'],
  ])('refuses %s on every path, without CORS headers', async (_fact, headers, status, code) => {
    for (const path of PATHS) {
      const reply = await ask(mock, 'GET', path, { headers })
      expect([reply.status, reply.json], path).toMatchObject([status, { code, status }])
      expect(cors(reply)).toEqual([])
    }
  })

  it('changes nothing when it refuses', async () => {
    const headers = { Origin: 'http://evil.example', 'Content-Type': 'application/json' }
    await ask(mock, 'PUT', '/_mock/worlds/default/limits', { headers, body: '{"on":false}' })
    await ask(mock, 'POST', '/_mock/worlds/default/clock/advance', { headers, body: '{"days":1}' })
    expect(mock.limits.on).toBe(true)
    expect(mock.journal.list()).toEqual([])
  })

  it('does not allow a preflight', async () => {
    const asked = { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'content-type' }
    for (const origin of ['http://evil.example', `http://127.0.0.1:${mock.port}`]) {
      const reply = await ask(mock, 'OPTIONS', '/_mock/worlds/default/limits', {
        headers: { Origin: origin, ...asked },
      })
      expect(cors(reply)).toEqual([])
    }
  })

  it('answers its own pages, curl, and every client with the token', async () => {
    const origin = `http://127.0.0.1:${mock.port}`
    const authorization = `Bearer ${TOKEN}`
    for (const headers of [
      {},
      { Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
      { Host: 'mock.intern', Authorization: authorization },
      { 'X-Forwarded-For': '203.0.113.7', Authorization: authorization },
    ]) {
      const reply = await ask(mock, 'GET', '/_mock/health', { headers })
      expect(reply.status).toBe(200)
      expect(cors(reply)).toEqual([])
      expect(reply.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })

  it('cannot be reached by another spelling of its path', async () => {
    const absolute = `http://127.0.0.1:${mock.port}/_mock/health`
    for (const path of [
      '/_MOCK/health',
      '/%5fmock/health',
      '//_mock/health',
      '/v1/../_mock/health',
      absolute,
    ]) {
      const reply = await ask(mock, 'GET', path, { headers: { Host: 'evil.example' } })
      expect([path, reply.text.includes('uptimeSeconds')]).toEqual([path, false])
    }
  })
})

describe('with --allow-origin http://localhost:5173', () => {
  const PAGE = { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'same-site' }
  const path = '/_mock/worlds/default/clock/advance'

  it('a page of that origin can change the clock, and read the reply and every refusal', async () => {
    await using allowing = await start({ allowOrigins: ['http://LOCALHOST:5173/'] })
    const preflight = await ask(allowing, 'OPTIONS', path, {
      headers: {
        ...PAGE,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    expect([preflight.status, preflight.headers]).toMatchObject([
      204,
      {
        'access-control-allow-origin': PAGE.Origin,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type',
        vary: 'Origin',
      },
    ])
    const headers = { ...PAGE, 'Content-Type': 'application/json' }
    const moved = await ask(allowing, 'POST', path, { headers, body: '{"minutes":1}' })
    const refused = await ask(allowing, 'POST', path, { headers, body: '{"minute":1}' })
    expect([moved.status, refused.status]).toEqual([200, 400])
    for (const reply of [moved, refused]) {
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': PAGE.Origin,
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
  })

  it('other origins, similar origins and rebound names are refused', async () => {
    await using allowing = await start({ allowOrigins: ['http://localhost:5173'] })
    for (const headers of [
      { Origin: 'http://localhost:5174' },
      { Origin: 'https://localhost:5173' },
      { Origin: 'http://localhost:5173.evil.example' },
      { 'Sec-Fetch-Site': 'same-site' },
      { ...PAGE, Host: 'evil.example' },
    ]) {
      const reply = await ask(allowing, 'GET', '/_mock/health', { headers })
      expect(reply.status).toBe(403)
    }
  })
})

const LOCAL: Arrival = {
  localAddress: '127.0.0.1',
  remoteAddress: '127.0.0.1',
  headers: { host: '127.0.0.1:4010' },
}
const REMOTE: Arrival = {
  localAddress: '192.168.1.5',
  remoteAddress: '192.168.1.77',
  headers: { host: '192.168.1.5:4010' },
}

function judge(arrival: Arrival, headers: Arrival['headers'] = {}, token = TOKEN): string {
  return judgeAccess({ ...arrival, headers: { ...arrival.headers, ...headers } }, token)?.code ?? 'let in'
}

describe('on this machine', () => {
  it.each(['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1'])('%s is loopback', (address) => {
    expect(judge({ ...LOCAL, localAddress: address, remoteAddress: address })).toBe('let in')
  })

  it.each([
    'localhost',
    'LocalHost:4010',
    'localhost.:4010',
    'petstore.localhost:4010',
    '127.0.0.1',
    '127.1.2.3:80',
    '[::1]:4010',
    '[0:0:0:0:0:0:0:1]:4010',
    // A URL parser, and so a browser, turns it into 127.0.0.1.
    '2130706433:4010',
  ])('the name %s is accepted', (host) => {
    expect(judge(LOCAL, { host })).toBe('let in')
  })

  it.each([
    'evil.example:4010',
    'localhost.evil.example',
    'evillocalhost',
    '127.0.0.1.evil.example',
    '128.0.0.1:4010',
    '0.0.0.0:4010',
    '192.168.1.5:4010',
    '[::2]:4010',
    '[::]:4010',
    'localhost:4010, evil.example',
    'localhost:4010@evil.example',
    'evil.example#localhost',
    'localhost/evil.example',
    'localhost:port',
    '',
  ])('the name "%s" may have been rebound and is refused', (host) => {
    expect(judge(LOCAL, { host })).toBe('foreign_host')
  })

  it('a request without Host is refused', () => {
    expect(judge({ ...LOCAL, headers: {} })).toBe('foreign_host')
  })

  it('the right token allows any Host, and a wrong one changes nothing', () => {
    expect(judge(LOCAL, { host: 'petstore.test', authorization: `Bearer ${TOKEN}` })).toBe('let in')
    expect(judge(LOCAL, { host: 'petstore.test', authorization: 'Bearer wrong' })).toBe('foreign_host')
    expect(judge(LOCAL, { authorization: 'Bearer free-demo-key' })).toBe('let in')
  })
})

describe('from elsewhere', () => {
  it('the token is required, under any name', () => {
    expect(judge(REMOTE)).toBe('token_required')
    expect(judge(REMOTE, { host: 'localhost:4010' })).toBe('token_required')
    expect(judge(REMOTE, { authorization: `Bearer ${TOKEN}` })).toBe('let in')
    expect(judge(REMOTE, { host: 'mock.intern', authorization: `bearer  ${TOKEN}` })).toBe('let in')
  })

  it.each([
    'Bearer wrong',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
    TOKEN,
    'Bearer',
    'Bearer ',
    `Bearer ${TOKEN}, Bearer other`,
  ])('"%s" is rejected', (authorization) => {
    expect(judge(REMOTE, { authorization })).toBe('token_required')
  })

  it('an empty token admits nobody', () => {
    expect(judge(REMOTE, { authorization: 'Bearer ' }, '')).toBe('token_required')
    expect(judge(REMOTE, {}, '')).toBe('token_required')
  })

  it.each([
    ['the remote end alone', { localAddress: '192.168.1.5', remoteAddress: '127.0.0.1' }],
    ['the local end alone', { localAddress: '127.0.0.1', remoteAddress: '192.168.1.77' }],
    ['neither end', { localAddress: undefined, remoteAddress: undefined }],
    ['an address that only begins alike', { localAddress: '127.0.0.1', remoteAddress: '127.0.0.1.5' }],
  ])('a connection with %s on loopback needs the token', (_fact, ends) => {
    expect(judge({ ...LOCAL, ...ends })).toBe('token_required')
  })

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
  ])('%s is a sign of a proxy, and admits nobody', (name, value) => {
    expect(judge(LOCAL, { [name]: value })).toBe('token_required')
    expect(judge(REMOTE, { [name]: value })).toBe('token_required')
  })

  it('the refusal says how to send the token', () => {
    const refusal = judgeAccess(REMOTE, TOKEN)
    expect(refusal?.headers).toEqual(['WWW-Authenticate', 'Bearer realm="petstore-control"'])
    expect(refusal?.message).toContain('Authorization: Bearer <token>')
    expect(refusal?.message).not.toContain(TOKEN)
  })
})

describe('a page', () => {
  it.each([
    ['http://127.0.0.1:4010', '127.0.0.1:4010'],
    ['http://localhost:4010', 'LOCALHOST:4010'],
    ['http://[::1]:4010', '[::1]:4010'],
    ['http://localhost', 'localhost:80'],
    ['https://localhost', 'localhost:443'],
  ])('of our own origin %s at %s is accepted', (origin, host) => {
    expect(judge(LOCAL, { origin, host })).toBe('let in')
  })

  it.each([
    'http://localhost:3000',
    'http://127.0.0.1:4011',
    'http://localhost:4010',
    'https://127.0.0.1',
    'http://evil.example',
    'http://127.0.0.1:4010.evil.example',
    'http://127.0.0.1:4010@evil.example',
    'http://user@127.0.0.1:4010',
    'http://127.0.0.1:4010/',
    'http://127.0.0.1:4010, http://127.0.0.1:4010',
    'file://127.0.0.1:4010',
    'null',
    '',
  ])('of the origin "%s" is refused, whatever token it has', (origin) => {
    expect(judge(LOCAL, { origin })).toBe('foreign_origin')
    expect(judge(LOCAL, { origin, authorization: `Bearer ${TOKEN}` })).toBe('foreign_origin')
  })

  it.each(['same-origin', 'none'])('with Sec-Fetch-Site %s is accepted', (site) => {
    expect(judge(LOCAL, { 'sec-fetch-site': site })).toBe('let in')
  })

  it.each(['cross-site', 'same-site', 'something-new', ''])('with Sec-Fetch-Site "%s" is refused', (site) => {
    expect(judge(LOCAL, { 'sec-fetch-site': site })).toBe('foreign_origin')
  })

  it('under a rebound name is refused, although its origin matches', () => {
    const rebound = { host: 'evil.example:4010', origin: 'http://evil.example:4010' }
    expect(judge(LOCAL, { ...rebound, 'sec-fetch-site': 'same-origin' })).toBe('foreign_host')
  })
})
