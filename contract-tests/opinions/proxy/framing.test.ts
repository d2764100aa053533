import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { talk } from '../../../mock/http/testing/talk.ts'
import { startRawUpstream } from './testing/raw-upstream.ts'
import { serveProxy } from './testing/serve-proxy.ts'

const judge = () => Promise.resolve([])
const HOST = 'Host: proxy.test\r\n'
const GET = `GET /v1/pets HTTP/1.1\r\n${HOST}\r\n`
const SMUGGLED = 'GET /v1/admin HTTP/1.1\r\nHost: x\r\n\r\n'
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'

const answerOk = (socket: Socket): void => void socket.write(OK)

test('a body in thousands of tiny pieces is refused', async () => {
  await using upstream = await startRawUpstream(() => undefined)
  await using proxy = await serveProxy(`${upstream.origin}/v1`, { judge })
  const head = `POST /v1/pets HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`
  const { replies } = await talk(proxy.port, head + '1\r\n \r\n'.repeat(1500))
  expect(replies.map(({ status }) => status)).toEqual([413])
  expect(proxy.counts.failures).toBe(0)
})

test('a reply in thousands of tiny pieces passes whole', async () => {
  const letters = Array.from({ length: 3000 }, (_, at) => String(at % 10))
  await using upstream = await startRawUpstream((socket) => {
    const chunks = letters.map((letter) => `1\r\n${letter}\r\n`).join('')
    socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)
  })
  await using proxy = await serveProxy(`${upstream.origin}/v1`, { judge })
  expect(await (await fetch(`${proxy.baseUrl}/pets`)).text()).toBe(letters.join(''))
})

test.for([
  { fact: 'a status that is none', line: '000 Zero', status: 502, phrase: 'Bad Gateway' },
  { fact: 'a status below all', line: '099 Low', status: 502, phrase: 'Bad Gateway' },
  { fact: 'a phrase with a control letter', line: '200 O\x1bK', status: 200, phrase: 'OK' },
])('$fact ends nothing', async ({ line, status, phrase }) => {
  await using upstream = await startRawUpstream((socket) => {
    socket.write(`HTTP/1.1 ${line}\r\nContent-Length: 2\r\n\r\n[]`)
  })
  await using proxy = await serveProxy(`${upstream.origin}/v1`, { judge })
  const reply = await fetch(`${proxy.baseUrl}/pets`)
  expect([reply.status, reply.statusText]).toEqual([status, phrase])
})

test.for([
  { fact: 'two hosts', says: `GET /v1/pets HTTP/1.1\r\n${HOST}Host: other.test\r\n\r\n`, status: 400 },
  {
    fact: 'two keys',
    says: `GET /v1/pets HTTP/1.1\r\n${HOST}Authorization: Bearer one\r\nauthorization: Bearer two\r\n\r\n`,
    status: 400,
  },
  { fact: 'another version of HTTP', says: `GET /v1/pets HTTP/2.0\r\n${HOST}\r\n`, status: 505 },
  {
    fact: 'another version of HTTP, and a body',
    says: `POST /v1/pets HTTP/2.0\r\n${HOST}Content-Length: 5\r\n\r\n12345`,
    status: 505,
  },
  { fact: 'no host', says: 'GET /v1/pets HTTP/1.1\r\n\r\n', status: 400 },
  {
    fact: 'a Connection that names the length of its body',
    says: `GET /v1/pets HTTP/1.1\r\n${HOST}Connection: x, CONTENT-LENGTH\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
    status: 400,
  },
  {
    fact: 'a Connection that names its host',
    says: `GET /v1/pets HTTP/1.1\r\n${HOST}Connection: host\r\n\r\n`,
    status: 400,
  },
  {
    fact: 'a length and chunks',
    says: `POST /v1/pets HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    status: 400,
  },
  {
    fact: 'two lengths',
    says: `POST /v1/pets HTTP/1.1\r\n${HOST}Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345`,
    status: 400,
  },
  {
    fact: 'chunks that are packed',
    says: `POST /v1/pets HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    status: 501,
  },
  {
    fact: 'chunks in HTTP/1.0',
    says: `POST /v1/pets HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    status: 400,
  },
  {
    fact: 'the address of another',
    says: `GET http://other.test/v1/pets HTTP/1.1\r\n${HOST}\r\n`,
    status: 421,
  },
  { fact: 'the address of no service', says: `GET ftp://x/v1 HTTP/1.1\r\n${HOST}\r\n`, status: 400 },
  { fact: 'a target that is no address', says: `GET * HTTP/1.1\r\n${HOST}\r\n`, status: 400 },
  {
    fact: 'a target that is no ASCII',
    says: Buffer.from(`GET /v1/p\u00ff HTTP/1.1\r\n${HOST}\r\n`, 'latin1'),
    status: 400,
  },
  { fact: 'a tunnel', says: `CONNECT other.test:443 HTTP/1.1\r\n${HOST}\r\n`, status: 501 },
  {
    fact: 'no forward left',
    says: `OPTIONS /v1/pets HTTP/1.1\r\n${HOST}Max-Forwards: 0\r\n\r\n`,
    status: 405,
  },
  {
    fact: 'ten turns behind it',
    says: `GET /v1/pets HTTP/1.1\r\n${HOST}Via: ${Array(10).fill('1.1 petstore-proxy').join(', ')}\r\n\r\n`,
    status: 508,
  },
])('a request with $fact is refused, and not passed on', async ({ says, status }) => {
  await using upstream = await startRawUpstream(answerOk)
  await using proxy = await serveProxy(`${upstream.origin}/v1`, { judge })
  const { text, closed } = await talk(
    proxy.port,
    (socket) => {
      socket.write(says)
      // A client that is refused in the middle of a body says no more.
      socket.once('data', () => socket.end())
    },
    // What Node itself refuses has no body, and no length.
    { replies: Infinity, toHead: true },
  )
  expect([text.slice(0, 12), closed]).toEqual([`HTTP/1.1 ${status}`, true])
  expect(upstream.heard()).toBe('')
})

/** The text of a request that the upstream receives. */
async function passedOn(says: (port: number) => string): Promise<string> {
  await using upstream = await startRawUpstream(answerOk)
  await using proxy = await serveProxy(`${upstream.origin}/v1`, { judge })
  const { replies } = await talk(proxy.port, says(proxy.port))
  expect(replies.map(({ status }) => status)).toEqual([200])
  return upstream.heard().replace(upstream.origin.slice('http://'.length), 'UPSTREAM')
}

describe('a request that is passed on', () => {
  const PASSED = `GET /v1/pets?limit=1 HTTP/1.1\r\nHost: UPSTREAM\r\nVia: 1.1 petstore-proxy\r\nConnection: close\r\n\r\n`

  test('has its target in origin form', async () => {
    const says = (port: number) => `GET http://localhost:${port}/v1/pets?limit=1 HTTP/1.1\r\n${HOST}\r\n`
    expect(await passedOn(says)).toBe(PASSED)
  })

  test('has no hop-by-hop headers of its own connection', async () => {
    const own =
      'Connection: te, keep-alive, x-own\r\nX-Own: 1\r\nTE: gzip\r\nKeep-Alive: 5\r\nUpgrade: h2c\r\nExpect: 100-continue\r\n'
    expect(await passedOn(() => `GET /v1/pets?limit=1 HTTP/1.1\r\n${HOST}${own}\r\n`)).toBe(PASSED)
  })

  test('has its original version in Via', async () => {
    expect(await passedOn(() => 'GET /v1/pets?limit=1 HTTP/1.0\r\n\r\n')).toBe(
      PASSED.replace('Via: 1.1', 'Via: 1.0'),
    )
  })

  test('has Max-Forwards reduced by one', async () => {
    const heard = await passedOn(() => `TRACE /v1/pets HTTP/1.1\r\n${HOST}Max-Forwards: 3\r\n\r\n`)
    expect(heard).toContain('\r\nMax-Forwards: 2\r\n')
  })

  test.for([
    { fact: 'its length', framed: `Content-Length: 5\r\n\r\n12345` },
    { fact: 'its chunks', framed: `Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n0\r\n\r\n` },
  ])('has a body with $fact, whatever the method', async ({ framed }) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const heard = await passedOn(() => `${method} /v1/pets HTTP/1.1\r\n${HOST}${framed}`)
      const [head = '', body = ''] = framed.split('\r\n\r\n')
      expect(heard.split('\r\n')).toContain(head)
      expect(heard.slice(heard.indexOf('\r\n\r\n') + 4)).toContain(body)
    }
  })
})

test.for([
  {
    fact: 'switches to another protocol',
    says: 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
  },
  { fact: 'says nothing but 100', says: 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000) },
  {
    fact: 'packs its chunks',
    says: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  },
  {
    fact: 'sends chunks in HTTP/1.0',
    says: 'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  },
  {
    fact: 'sends a length and chunks',
    says: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  },
  {
    fact: 'sends two lengths',
    says: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n123456',
  },
  { fact: 'sends no HTTP', says: 'nonsense\r\n\r\n' },
  { fact: 'sends a status of four digits', says: 'HTTP/1.1 2000 OK\r\n\r\n' },
])('a service that $fact results in a 502', async ({ says }) => {
  await using upstream = await startRawUpstream((socket) => socket.write(says))
  await using proxy = await serveProxy(`${upstream.origin}/v1`, { judge })
  const { replies, closed } = await talk(proxy.port, GET, { replies: Infinity })
  expect([replies.map(({ status }) => status), closed]).toEqual([[502], true])
  expect(proxy.counts.failures).toBe(1)
})

test('a service that ends the connection without a reply results in a 502', async () => {
  await using upstream = await startRawUpstream((socket) => socket.end())
  await using proxy = await serveProxy(`${upstream.origin}/v1`, { judge })
  const { replies } = await talk(proxy.port, GET)
  expect(replies.map(({ status }) => status)).toEqual([502])
})

test('a service that sends only interim replies results in a 504', async () => {
  await using upstream = await startRawUpstream((socket) => {
    const drip = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 10)
    socket.once('close', () => {
      clearInterval(drip)
    })
  })
  await using proxy = await serveProxy(`${upstream.origin}/v1`, { judge, timeout: 200 })
  const { replies, text } = await talk(proxy.port, GET)
  expect(replies.map(({ status }) => status)).toEqual([504])
  expect(text).toContain('sent interim replies only for 0.2 s')
})

describe('interim replies', () => {
  const INTERIM =
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\nConnection: x-own\r\nX-Own: 1\r\n\r\n'
  const expected = (version: string, lines = ''): string =>
    `GET /v1/pets HTTP/${version}\r\n${HOST}${lines}Connection: close\r\n\r\n`

  test.for([
    { fact: 'reach the client', says: expected('1.1'), statuses: ['100', '103', '200'] },
    {
      fact: 'reach one that has had its 100 without another',
      says: expected('1.1', 'Expect: 100-continue\r\n'),
      statuses: ['100', '103', '200'],
    },
    { fact: 'reach none that knows nothing of them', says: expected('1.0'), statuses: ['200'] },
  ])('$fact', async ({ says, statuses }) => {
    await using upstream = await startRawUpstream((socket) => socket.write(INTERIM + OK))
    await using proxy = await serveProxy(`${upstream.origin}/v1`, { judge })
    const { text } = await talk(proxy.port, says, { replies: Infinity })
    expect(Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)).toEqual(statuses)
    expect(text).not.toContain('X-Own')
  })
})

test('a reply whose Connection names Content-Length is passed on with new framing', async () => {
  await using upstream = await startRawUpstream((socket) =>
    socket.write('HTTP/1.1 200 OK\r\nConnection: content-length\r\nContent-Length: 2\r\n\r\n[]'),
  )
  await using proxy = await serveProxy(`${upstream.origin}/v1`, { judge })
  const reply = await fetch(`${proxy.baseUrl}/pets`)
  expect([await reply.text(), reply.headers.get('Content-Length')]).toEqual(['[]', null])
})
