import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startMock } from '../../../mock/index.ts'
import { startTestServer } from '../testing/test-server.ts'
import type { Finding } from '../judge.ts'
import type { ReportedFinding } from './judge-traffic.ts'
import { answering, HEADERS, KEY, serveProxy } from './testing/serve-proxy.ts'

const NO_NAME = '[{"id":1,"categoryId":2}]'
const BREACH = "body.0: Response body property 0 must have required property 'name'"

test('traffic with the mock flows unchanged', async () => {
  await using mock = await startMock({ port: 0, time: () => Date.UTC(2026, 0, 15) })
  await using proxy = await serveProxy(mock.baseUrl)
  const both = async (path: string, init: RequestInit = {}) => {
    const answers = [mock.baseUrl, proxy.baseUrl].map(async (base) => {
      const reply = await fetch(base + path, { headers: KEY, ...init })
      const headers = Object.fromEntries(reply.headers)
      const { date: _date, 'keep-alive': _hop, 'x-ratelimit-remaining': _remaining, ...same } = headers
      return { status: reply.status, headers: same, body: await reply.text() }
    })
    const [straight, through] = await Promise.all(answers)
    expect(through).toEqual(straight)
    return straight?.status
  }
  expect(await both('/pets?limit=2&status=sold')).toBe(200)
  expect(await both('/pets/1')).toBe(200)
  expect(await both('/pets/999999')).toBe(404)
  expect(await both('/pets', { method: 'HEAD' })).toBe(200)
  expect(
    await both('/pets', {
      method: 'OPTIONS',
      headers: { Origin: 'http://a.test', 'Access-Control-Request-Method': 'POST' },
    }),
  ).toBe(204)
  expect(await both('/pets', { method: 'PUT' })).toBe(405)
  expect(
    await both('/pets', {
      method: 'POST',
      headers: { ...KEY, 'Content-Type': 'application/json' },
      body: '{}',
    }),
  ).toBe(400)
  expect(await both('/pets', { headers: {} })).toBe(401)
  expect(proxy.counts).toEqual({ exchanges: 8, judged: 8, breaches: 0, warnings: 0, failures: 0, own: 0 })
  expect(proxy.logged).toEqual([])
})

test('an added pet retains every digit on its way', async () => {
  await using mock = await startMock({ port: 0 })
  await using proxy = await serveProxy(mock.baseUrl)
  const body = '{"name":"Biscuit","categoryId":9007199254740993}'
  const reply = await fetch(`${proxy.baseUrl}/pets`, {
    method: 'POST',
    headers: { ...KEY, 'Content-Type': 'application/json' },
    body,
  })
  expect(await reply.text()).toContain('9007199254740993')
  expect(proxy.logged).toEqual([])
})

const PAGE = { Origin: 'http://front-end.test' }

test('a page of any origin can call a service without CORS, and read the whole reply', async () => {
  const headers = { ...HEADERS, 'Access-Control-Allow-Origin': 'https://www.pets.test' }
  await using service = await startTestServer((request, response) => {
    if (request.method === 'OPTIONS') response.writeHead(405, HEADERS).end()
    else response.writeHead(200, headers).end('[]')
  })
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const asked = {
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type',
  }
  const preflight = await fetch(`${proxy.baseUrl}/pets`, {
    method: 'OPTIONS',
    headers: { ...PAGE, ...asked },
  })
  expect(preflight.status).toBe(204)
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization,content-type',
  })
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: { ...KEY, ...PAGE } })
  expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(reply.headers.get('Access-Control-Expose-Headers')).toContain('X-RateLimit-Remaining')
})

test('a breach is shown in a header, logged and counted', async () => {
  await using service = await startTestServer(answering(NO_NAME))
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/pets?api_key=secret`, { headers: KEY })
  expect(reply.headers.get('X-Contract-Breach')).toBe(BREACH)
  expect(reply.headers.get('Access-Control-Expose-Headers')).toBe('X-Contract-Breach')
  expect(await reply.text()).toBe(NO_NAME)
  expect(proxy.logged).toEqual([`GET /v1/pets 200: breach: ${BREACH}`])
  expect(proxy.counts).toMatchObject({ exchanges: 1, judged: 1, breaches: 1 })
})

test.for(['[]', 'x'.repeat(2_000_000)])(
  'a breach that the service itself says it has is not passed on',
  async (body) => {
    const headers = { ...HEADERS, 'X-Contract-Breach': 'fake', 'Proxy-Status': 'cache.test; error=dns_error' }
    await using service = await startTestServer(answering(body, headers))
    await using proxy = await serveProxy(`${service.origin}/v1`)
    const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
    expect(reply.headers.get('X-Contract-Breach')).toBeNull()
    // Of a proxy between (RFC 9209 §2).
    expect(reply.headers.get('Proxy-Status')).toBe('cache.test; error=dns_error')
    await reply.text()
  },
)

test('a breach is answered with 502 with --fail', async () => {
  await using service = await startTestServer(answering(NO_NAME))
  await using proxy = await serveProxy(`${service.origin}/v1`, { fail: true })
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect(reply.status).toBe(502)
  expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const message = `The service broke its contract: ${BREACH}`
  expect(await reply.json()).toEqual({ code: 'contract_breach', message, status: 502 })
})

test.for([
  ['as it is', 'no free-demo-key', 'no {key}'],
  ['in capitals', 'no FREE-DEMO-KEY', 'no {key}'],
  ['in percents', 'no free%2Ddemo%2Dkey', '{part-of-the-key, in 20 characters}'],
] as const)(
  'a key that the service quotes %s is not logged, nor where it stands',
  async ([_how, says, redacted]) => {
    await using service = await startTestServer(answering(NO_NAME))
    const finding = { message: says, path: 'body.free-demo-key', severity: 'error' as const }
    await using proxy = await serveProxy(`${service.origin}/v1`, { judge: () => Promise.resolve([finding]) })
    const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
    expect(reply.headers.get('X-Contract-Breach')).toBe(`body.{key}: ${redacted}`)
    expect(proxy.logged).toEqual([`GET /v1/pets 200: breach: body.{key}: ${redacted}`])
  },
)

test('a finding is reported without the keys of other clients, and without that in a path', async () => {
  await using service = await startTestServer(answering(NO_NAME))
  const finding = { message: 'as pro-demo-key saw', severity: 'error', clause: 'GET-1' } as const
  const reported: ReportedFinding[] = []
  await using proxy = await serveProxy(`${service.origin}/v1`, {
    judge: ({ method }) => Promise.resolve(method === 'GET' ? [finding] : []),
    onFinding: (one) => void reported.push(one),
  })
  await fetch(`${proxy.baseUrl}/pets`, { method: 'POST', headers: { Authorization: 'Bearer pro-demo-key' } })
  await fetch(`${proxy.baseUrl}/pets/free-demo-key?limit=1`, { headers: KEY })
  expect(reported).toEqual([
    {
      at: expect.any(Number) as unknown,
      request: 'GET /v1/pets/{key}',
      status: 200,
      finding: { ...finding, message: 'as {key} saw' },
      kind: { id: 1, times: 1 },
    },
  ])
})

test('a breach that is taken back counts no more, and the reply that shows it has none', async () => {
  await using service = await startTestServer(answering('[]'))
  const found: Finding[][] = [
    [{ message: 'GET-1: oh', severity: 'error', clause: 'GET-1' }],
    [{ message: '1 earlier breach taken back', severity: 'correction', takesBack: 1 }],
  ]
  await using proxy = await serveProxy(`${service.origin}/v1`, {
    fail: true,
    judge: () => Promise.resolve(found.shift() ?? []),
  })
  const replies = [await fetch(`${proxy.baseUrl}/pets`), await fetch(`${proxy.baseUrl}/pets`)]
  expect(replies.map(({ status }) => status)).toEqual([502, 200])
  expect(replies[1]?.headers.get('X-Contract-Breach')).toBeNull()
  expect(proxy.counts).toMatchObject({ judged: 2, breaches: 0, warnings: 0 })
  expect(proxy.logged.at(-1)).toBe('GET /v1/pets 200: correction: 1 earlier breach taken back')
})

test('a key in a path is not logged where no reply comes, nor where none is judged', async () => {
  await using service = await startTestServer((request, response) => {
    if (request.url?.endsWith('-gone')) request.socket.destroy()
    else response.writeHead(200, HEADERS).end('[]')
  })
  const judge = () => Promise.reject(new Error('oh'))
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge })
  await fetch(`${proxy.baseUrl}/pets/free-demo-key`, { headers: KEY })
  await fetch(`${proxy.baseUrl}/pets/free-demo-key-gone`, { headers: KEY })
  expect(proxy.logged).toEqual([
    'GET /v1/pets/{key} 200: not judged: Error: oh',
    expect.stringMatching(/^GET \/v1\/pets\/\{key\}-gone: /),
  ])
})

test('a reply cannot forge log lines or headers', async () => {
  await using service = await startTestServer(answering(NO_NAME))
  const judge = () => Promise.resolve([{ message: 'a\n\u001b[2Jé', severity: 'error' as const }])
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge })
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect(reply.headers.get('X-Contract-Breach')).toBe('a\\u000a\\u001b[2J\\u00e9')
  expect(proxy.logged).toEqual(['GET /v1/pets 200: breach: a\\u000a\\u001b[2Jé'])
})

test('a warning has a header of its own, and no header needs more than ASCII', async () => {
  await using service = await startTestServer(answering('[]'))
  const findings: Finding[] = [
    { message: 'PET-4: a service’s −1 → 2', severity: 'error', clause: 'PET-4' },
    {
      message: 'AUTH-6: expected WWW-Authenticate: Bearer …; actual none',
      severity: 'warning',
      clause: 'AUTH-6',
    },
  ]
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge: () => Promise.resolve(findings) })
  const { headers } = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect(headers.get('X-Contract-Breach')).toBe("PET-4: a service's -1 -> 2")
  expect(headers.get('X-Contract-Warning')).toBe('AUTH-6: expected WWW-Authenticate: Bearer ...; actual none')
  expect(headers.get('Access-Control-Expose-Headers')).toBe('X-Contract-Breach, X-Contract-Warning')
})

test('a warning alone is no breach, also with --fail', async () => {
  await using service = await startTestServer(answering('[]'))
  const warning = { message: 'AUTH-6: oh', severity: 'warning', clause: 'AUTH-6' } as const
  await using proxy = await serveProxy(`${service.origin}/v1`, {
    fail: true,
    judge: () => Promise.resolve([warning]),
  })
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect([reply.status, reply.headers.get('X-Contract-Breach')]).toEqual([200, null])
})

test('a finding that comes again and again does not hide another one', async () => {
  await using service = await startTestServer(answering('[]'))
  let asked = 0
  await using proxy = await serveProxy(`${service.origin}/v1`, {
    judge: () => {
      asked += 1
      const often = { message: `PET-4: [${asked}].categoryId is "${asked}"`, severity: 'error' as const }
      return Promise.resolve(asked === 7 ? [often, { message: 'ERROR-1: oh', severity: 'error' }] : [often])
    },
  })
  for (let sent = 0; sent < 12; sent += 1) await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  const often = (count: number) => `GET /v1/pets 200: breach: PET-4: [${count}].categoryId is "${count}"`
  expect(proxy.logged).toEqual([
    often(1),
    often(2),
    `${often(3)} (3 times: more of this kind are counted)`,
    'GET /v1/pets 200: breach: ERROR-1: oh',
    `${often(10)} (10 times so far)`,
  ])
  expect(proxy.kinds.repeated).toEqual([
    expect.stringMatching(/^GET \/v1\/pets 200: breach: PET-4: .* \(12 times, last at \d\d:\d\d:\d\d\)$/),
  ])
  expect(proxy.counts.breaches).toBe(13)
})

test('a judge that fails does not stop the traffic', async () => {
  await using service = await startTestServer(answering('[]'))
  const judge = () => Promise.reject(new Error('oh'))
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge })
  expect(await (await fetch(`${proxy.baseUrl}/pets`)).text()).toBe('[]')
  expect(proxy.logged).toEqual(['GET /v1/pets 200: not judged: Error: oh'])
})

test('a compressed body is judged, and passed on compressed', async () => {
  const bytes = gzipSync(NO_NAME)
  await using service = await startTestServer(answering(bytes, { ...HEADERS, 'Content-Encoding': 'gzip' }))
  await using proxy = await serveProxy(`${service.origin}/v1`)
  const reply = await fetch(`${proxy.baseUrl}/pets`, { headers: KEY })
  expect(reply.headers.get('Content-Encoding')).toBe('gzip')
  expect(reply.headers.get('X-Contract-Breach')).toBe(BREACH)
  expect(await reply.text()).toBe(NO_NAME)
})

test('headers are passed on unchanged in both directions, except hop-by-hop headers', async () => {
  let heard: readonly string[] = []
  await using service = await startTestServer((request, response) => {
    heard = request.rawHeaders
    response.writeHead(200, [
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2',
      'X-Odd',
      'é',
      'Connection',
      'X-Hop',
      'X-Hop',
      '1',
    ])
    response.end('[]')
  })
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge: () => Promise.resolve([]) })
  const socket = connect(proxy.port, '127.0.0.1')
  socket.write(
    'GET /v1/pets HTTP/1.1\r\nHost: proxy\r\nX-CaSe: 1\r\nX-Twice: 1\r\nX-Twice: 2\r\nConnection: close, X-Gone\r\nX-Gone: 1\r\nTE: trailers\r\n\r\n',
  )
  const text = (await socket.toArray()).map((chunk: Buffer) => chunk.toString('latin1')).join('')
  expect(heard).toEqual([
    'Host',
    service.origin.slice('http://'.length),
    'X-CaSe',
    '1',
    'X-Twice',
    '1',
    'X-Twice',
    '2',
    'Via',
    '1.1 petstore-proxy',
    'Connection',
    'close',
  ])
  expect(text).toMatch(/Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Odd: é\r\n/)
  expect(text).not.toContain('X-Hop')
})
