import { once } from 'node:events'
import { request as sendRequest, type IncomingMessage, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { KEY, LIST, listing, STAGING, START, startGated } from './testing/gated.ts'

function rateLimit({ headers }: Response): readonly (string | null)[] {
  return ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => headers.get(name))
}

test('a key is served as far as its plan allows, and then refused with 429, which the service never sees', async () => {
  await using proxy = await startGated({ limits: 'free' })
  const first = await proxy.send()
  expect(rateLimit(first)).toEqual(['60', '59', String(START / 1000 + 40)])
  expect(await first.text()).toBe(LIST)
  expect(first.headers.has('Proxy-Status')).toBe(false)
  for (let sent = 1; sent < 60; sent += 1) await (await proxy.send()).text()
  const refused = await proxy.send()
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '40'])
  expect(rateLimit(refused)).toEqual(['60', '0', String(START / 1000 + 40)])
  expect(await refused.json()).toMatchObject({ code: 'rate_limit_exceeded', status: 429 })
  const why =
    'LIMIT-7: plan Free is allowed 60 requests a minute; the window opened 12:00:00 and resets in 40 s'
  expect(refused.headers.get('Proxy-Status')).toBe(
    `petstore-proxy; error=http_request_denied; details="${why}"`,
  )
  expect(proxy.logged).toEqual([
    expect.stringMatching(
      /^GET \/v1\/pets 429 \(stag-[0-9a-f]{10}\): answered by the proxy: LIMIT-7: plan Free/,
    ),
  ])
  expect([proxy.requests.length, proxy.counts.own]).toEqual([60, 1])
  proxy.now += 40_000
  expect((await proxy.send()).status).toBe(200)
})

test('the judge sees what the service itself answered, its own rate-limit headers too', async () => {
  await using proxy = await startGated({ limits: 'free', fault: [{ effect: { kind: 'not-json' } }] })
  const reply = await proxy.send()
  expect(await reply.text()).toContain('<!doctype html>')
  expect(reply.headers.get('Content-Type')).toBe('text/html')
  expect(reply.headers.get('X-RateLimit-Remaining')).toBe('59')
  expect(proxy.judged).toMatchObject([
    { status: 200, body: LIST, headers: { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4999' } },
  ])
})

test('a 429 of the service itself keeps its own headers, and is not said to be ours', async () => {
  await using proxy = await startGated({ limits: 'free' }, (_request, response) => {
    response.writeHead(429, { ...STAGING, 'X-RateLimit-Remaining': '0', 'Retry-After': '7' }).end('{}')
  })
  const reply = await proxy.send()
  expect([reply.status, reply.headers.get('Retry-After'), reply.headers.get('Proxy-Status')]).toEqual([
    429,
    '7',
    null,
  ])
  expect(rateLimit(reply)).toEqual(['5000', '0', '1893499260'])
  expect(proxy.judged).toHaveLength(1)
})

test('the Proxy-Status of a proxy before the service stays, and that of this one follows it', async () => {
  const fault = [{ effect: { kind: 'not-json' } }] as const
  await using proxy = await startGated({ fault }, (_request, response) => {
    response.writeHead(200, { ...STAGING, 'Proxy-Status': 'cache.test; received-status=200' }).end(LIST)
  })
  expect((await proxy.send()).headers.get('Proxy-Status')).toBe(
    'cache.test; received-status=200, petstore-proxy; details="a fault sends a page in its place"',
  )
})

test('without limits, the rate-limit headers are those of the service', async () => {
  await using proxy = await startGated({ readOnly: true })
  for (let sent = 0; sent < 70; sent += 1) await (await proxy.send()).text()
  expect(rateLimit(await proxy.send())).toEqual(['5000', '4999', '1893499260'])
  expect(rateLimit(await proxy.send({ method: 'POST', body: '{}' }))).toEqual([null, null, null])
})

test('each key has a quota of its own, and requests without one share that of their address', async () => {
  await using proxy = await startGated({ limits: 'pro' })
  const left = async (headers: Record<string, string>) =>
    (await proxy.send({ headers })).headers.get('X-RateLimit-Remaining')
  expect([await left(KEY), await left(KEY)]).toEqual(['299', '298'])
  expect(await left({ Authorization: 'bearer another-staging-key' })).toBe('299')
  expect([await left({}), await left({ Authorization: 'Basic abc' })]).toEqual(['59', '58'])
})

test('a key that keeps sending requests after a 429 is banned only with --ban', async () => {
  for (const ban of [true, false]) {
    await using proxy = await startGated({ limits: 'free', ban })
    for (let sent = 0; sent < 60; sent += 1) await (await proxy.send()).text()
    for (let sent = 0; sent < 10; sent += 1) await (await proxy.send()).text()
    const reply = await proxy.send()
    expect([reply.status, reply.headers.get('Retry-After')]).toEqual([429, ban ? '120' : '40'])
    expect((await reply.json()) as object).toMatchObject({
      code: ban ? 'api_key_banned' : 'rate_limit_exceeded',
    })
  }
})

test('what may change something is held back with --read-only, whatever its path', async () => {
  await using proxy = await startGated({ readOnly: true })
  const post = {
    method: 'POST',
    headers: { ...KEY, 'Content-Type': 'application/json' },
    body: '{"name":"Rex"}',
  }
  const reply = await proxy.send(post)
  expect(await reply.json()).toEqual({
    code: 'read_only',
    message:
      'This proxy only lets requests through that change nothing: POST /v1/pets was not sent to the service',
    status: 403,
  })
  expect(reply.headers.get('Proxy-Status')).toBe(
    'petstore-proxy; error=http_request_denied; details="--read-only holds POST back; the service was not asked"',
  )
  expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('*')
  for (const method of ['PUT', 'DELETE', 'PATCH'])
    expect((await proxy.send({ method }, '/orders/1')).status).toBe(403)
  expect(proxy.requests).toEqual([])
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect((await proxy.send({ method })).status).toBe(200)
  expect(proxy.requests).toEqual(['GET /v1/pets', 'HEAD /v1/pets', 'OPTIONS /v1/pets'])
})

test('a read that asks the service to take it for a write is held back with --read-only', async () => {
  await using proxy = await startGated({ readOnly: true })
  for (const name of [
    'X-HTTP-Method-Override',
    'X-HTTP-Method',
    'X-Method-Override',
    'X_HTTP_Method_Override',
  ])
    expect((await proxy.send({ headers: { ...KEY, [name]: 'delete' } })).status).toBe(403)
  const reply = await proxy.send({}, '/pets?limit=1&_method=POST')
  expect([reply.status, reply.headers.get('Proxy-Status')]).toEqual([
    403,
    'petstore-proxy; error=http_request_denied; details="--read-only holds GET with another method in it back; the service was not asked"',
  ])
  for (const query of [
    'a;_method=DELETE',
    '_METHOD=DELETE',
    '%20_method=DELETE',
    '_method[]=DELETE',
    '_method=GET&_method=DELETE',
  ])
    expect((await proxy.send({}, `/pets?${query}`)).status, query).toBe(403)
  expect(proxy.requests).toEqual([])
  expect((await proxy.send({ headers: { ...KEY, 'X-HTTP-Method-Override': 'GET' } })).status).toBe(200)
})

test('a write passes with its body, digit for digit', async () => {
  const sent = '{"name":"Zoë","categoryId":9007199254740993}'
  let received = ''
  await using proxy = await startGated({ limits: 'free' }, (request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.toString()))
    request.on('end', () => response.writeHead(201, STAGING).end(LIST.slice(1, -1)))
  })
  const reply = await proxy.send({ method: 'POST', body: sent })
  expect([reply.status, await reply.text(), received]).toEqual([201, LIST.slice(1, -1), sent])
})

test('a status fault answers in place of the service', async () => {
  await using proxy = await startGated({ fault: [{ effect: { kind: 'status', status: 503 }, times: 1 }] })
  const broken = await proxy.send()
  expect([broken.status, await broken.json()]).toMatchObject([503, { code: 'injected_fault', status: 503 }])
  expect(broken.headers.get('Proxy-Status')).toContain('a fault answers 503; nothing was done')
  expect([proxy.requests, proxy.judged]).toEqual([[], []])
  expect((await proxy.send()).status).toBe(200)
  expect(proxy.logged).toContain('faults: fault 1 healed after 1 hit')
})

test('a delay holds the reply of the service back, on every path', async () => {
  await using proxy = await startGated({ fault: [{ effect: { kind: 'delay', from: 700 } }] })
  const replies = [await proxy.send(), await proxy.send({}, '/orders')]
  for (const reply of replies) {
    expect(reply.headers.get('Proxy-Status')).toBe('petstore-proxy; details="a fault delays it by 700 ms"')
    expect(await reply.text()).toBe(LIST)
  }
  expect(proxy.slept).toEqual([700, 700])
})

test('a compressed body passes as it is, and the journal has its text', async () => {
  const zipped = gzipSync(LIST)
  await using proxy = await startGated(
    { limits: 'free', fault: [{ effect: { kind: 'trickle', over: 20 } }] },
    (_request, response) => {
      response.writeHead(200, { ...STAGING, 'Content-Encoding': 'gzip' }).end(zipped)
    },
  )
  expect(await (await proxy.send()).text()).toBe(LIST)
  expect(proxy.slept.length).toBeGreaterThan(10)
  const [entry] = (await (await fetch(`${proxy.control}/_mock/worlds/default/journal`)).json()) as [object]
  expect(entry).toMatchObject({ reply: { body: LIST }, reason: { step: 'forward' } })
})

test.for(['before-reply', 'mid-body'] as const)('a connection is cut %s', async (at) => {
  await using proxy = await startGated({ fault: [{ effect: { kind: 'cut', at } }] })
  await expect(proxy.send().then((reply) => reply.text())).rejects.toThrow()
  expect(proxy.requests).toEqual(['GET /v1/pets'])
})

test('a large body streams through a delay, and is cut whole', async () => {
  const large = Buffer.alloc(2_000_000, ' ')
  const answer: RequestListener = (_request, response) => void response.writeHead(200, STAGING).end(large)
  await using slow = await startGated({ fault: [{ effect: { kind: 'delay', from: 5 } }] }, answer)
  expect((await (await slow.send()).arrayBuffer()).byteLength).toBe(2_000_000)
  expect(slow.slept).toEqual([5])
  await using cut = await startGated({ fault: [{ effect: { kind: 'cut', at: 'mid-body' } }] }, answer)
  await expect(cut.send().then((reply) => reply.arrayBuffer())).rejects.toThrow()
})

test('a service that cannot be reached is said to be so, with the limits of the proxy', async () => {
  await using proxy = await startGated({ limits: 'free' }, (request) => request.socket.destroy())
  const reply = await proxy.send()
  expect([reply.status, await reply.json()]).toMatchObject([
    502,
    { code: 'upstream_unreachable', status: 502 },
  ])
  expect(reply.headers.get('X-RateLimit-Remaining')).toBe('59')
  expect(reply.headers.get('Proxy-Status')).toContain('error=destination_unavailable')
  expect(proxy.counts).toMatchObject({ own: 0, failures: 1 })
  expect(proxy.logged).toHaveLength(1)
})

test('pages of any origin read whose answer it is', async () => {
  await using proxy = await startGated({ limits: 'free', fault: [{ effect: { kind: 'delay', from: 1 } }] })
  const preflight = await proxy.send({
    method: 'OPTIONS',
    headers: { Origin: 'http://page.test', 'Access-Control-Request-Method': 'POST' },
  })
  expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('POST')
  const reply = await proxy.send({ headers: { ...KEY, Origin: 'http://page.test' } })
  expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('*')
  for (const name of ['Proxy-Status', 'X-RateLimit-Remaining'])
    expect(reply.headers.get('Access-Control-Expose-Headers')).toContain(name)
  // A preflight is free.
  expect(reply.headers.get('X-RateLimit-Remaining')).toBe('59')
})

test('a client that leaves is charged, and its request is in the journal', async () => {
  const asked = Promise.withResolvers<undefined>()
  const closed = Promise.withResolvers<undefined>()
  await using proxy = await startGated({ limits: 'free' }, (request) => {
    request.socket.once('close', () => {
      closed.resolve(undefined)
    })
    asked.resolve(undefined)
  })
  const leaving = new AbortController()
  const left = proxy.send({ signal: leaving.signal }).catch(() => 'left')
  await asked.promise
  leaving.abort()
  expect(await left).toBe('left')
  await closed.promise
  const world = `${proxy.control}/_mock/worlds/default`
  expect(await (await fetch(`${world}/journal`)).json()).toMatchObject([
    { status: 499, reason: { step: 'forward', sentence: 'the client left before the service had answered' } },
  ])
  expect(await (await fetch(`${world}/keys`)).json()).toMatchObject([
    { windows: { minute: { remaining: 59 } } },
  ])
})

test('a delayed reply occupies its place until it is sent, so that no more are under way than the bound', async () => {
  const wake: (() => void)[] = []
  await using proxy = await startGated({ fault: [{ effect: { kind: 'delay', from: 1 } }] }, listing, {
    bounds: { inAll: 2 },
  })
  const asleep = Promise.withResolvers<undefined>()
  proxy.sleep = () =>
    new Promise((resolve) => {
      wake.push(resolve)
      if (wake.length === 2) asleep.resolve(undefined)
    })
  const replies = Promise.all(Array.from({ length: 3 }, () => proxy.send().then((reply) => reply.text())))
  await asleep.promise
  expect(proxy.requests).toHaveLength(2)
  proxy.sleep = () => Promise.resolve()
  for (const end of wake) end()
  expect(await replies).toEqual([LIST, LIST, LIST])
})

test('the control room shows keys by a name, never the key, and where proxy and service are', async () => {
  await using proxy = await startGated({ limits: 'business' }, (_request, response) => {
    response.writeHead(401, STAGING).end(`{"code":"x","message":"no staging-secret-key","status":401}`)
  })
  await (
    await proxy.send({ method: 'POST', body: '{"name":"Rex"}' }, '/pets?api_key=staging-secret-key')
  ).text()
  const world = `${proxy.control}/_mock/worlds/default`
  const read = async (path: string) => (await fetch(world + path)).text()
  const shown = [await read(''), await read('/keys'), await read('/journal'), await read('/report')]
  expect(shown[0]).toContain('"baseUrl": "http://proxy.test/v1"')
  expect(shown[1]).toMatch(/"key": "stag-[0-9a-f]{10}",[^]*"plan": "business"/)
  expect(shown[2]).toContain('"body": "{\\"name\\":\\"Rex\\"}"')
  expect(shown[2]).toMatch(/"authorization": "Bearer stag…[0-9a-f]{2}"/)
  expect(shown.join('')).not.toContain('secret')
})

test('a body that nobody reads does not hold up a refusal', async () => {
  await using proxy = await startGated({ readOnly: true })
  const sent = sendRequest(`${proxy.baseUrl}/pets`, { method: 'POST', headers: KEY })
  sent.on('error', () => undefined)
  sent.write(Buffer.alloc(1_000_000))
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  expect(reply.statusCode).toBe(403)
  reply.resume()
  sent.destroy()
})
