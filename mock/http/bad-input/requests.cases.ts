import type { Says } from '../testing/talk.ts'

const KEY = 'Host: petstore.test\r\nAuthorization: Bearer free-demo-key\r\n'
const JSON_TYPE = `${KEY}Content-Type: application/json\r\n`
const PET = '{"name":"Rex","categoryId":1}'
const GET = `GET /v1/pets?limit=1 HTTP/1.1\r\n${KEY}\r\n`

/** A request that is bad, or looks so. If it has a key, it is `free-demo-key`. */
export interface BadRequest {
  readonly fact: string
  readonly says: Says
  /** The lawful statuses; with none, the connection is closed without a reply. */
  readonly lawful: readonly number[]
  /** The number of pets that it may add. */
  readonly adds?: number
}

const requestLines: readonly BadRequest[] = [
  { fact: 'no HTTP at all', says: 'hello\r\n\r\n', lawful: [400] },
  { fact: 'a TLS handshake', says: Buffer.from('16030100f1010000ed0303', 'hex'), lawful: [400] },
  { fact: 'an HTTP/2 preface', says: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', lawful: [400] },
  { fact: 'HTTP/1.0', says: `GET /v1/pets HTTP/1.0\r\n${KEY}\r\n`, lawful: [200] },
  { fact: 'HTTP/1.0 without a host', says: 'GET /v1/pets HTTP/1.0\r\n\r\n', lawful: [401] },
  { fact: 'HTTP/0.9', says: 'GET /v1/pets\r\n\r\n', lawful: [400, 401] },
  { fact: 'HTTP/1.2', says: `GET /v1/pets HTTP/1.2\r\n${KEY}\r\n`, lawful: [400] },
  { fact: 'HTTP/2.0', says: `GET /v1/pets HTTP/2.0\r\n${KEY}\r\n`, lawful: [505] },
  {
    fact: 'HTTP/2.0 with a pet',
    says: `POST /v1/pets HTTP/2.0\r\n${JSON_TYPE}Content-Length: ${PET.length}\r\n\r\n${PET}`,
    lawful: [505],
  },
  { fact: 'HTTP/9.9', says: `GET /v1/pets HTTP/9.9\r\n${KEY}\r\n`, lawful: [400] },
  { fact: 'empty lines before the request', says: `\r\n\r\n${GET}`, lawful: [200] },
  { fact: 'bare line feeds', says: GET.replaceAll('\r\n', '\n'), lawful: [400] },
  { fact: 'OPTIONS *', says: `OPTIONS * HTTP/1.1\r\n${KEY}\r\n`, lawful: [204] },
  { fact: 'CONNECT', says: `CONNECT petstore.test:443 HTTP/1.1\r\n${KEY}\r\n`, lawful: [405] },
  ...['PROPFIND', 'TRACE', 'QUERY', 'PURGE', 'M-SEARCH', 'LINK'].map((method) => ({
    fact: `the method ${method}`,
    says: `${method} /v1/pets HTTP/1.1\r\n${KEY}\r\n`,
    lawful: [405],
  })),
  ...['BREW', 'get', 'GETT', '__proto__', 'G\0T'].map((method) => ({
    fact: `the method ${JSON.stringify(method)}, which is unknown`,
    says: `${method} /v1/pets HTTP/1.1\r\n${KEY}\r\n`,
    lawful: [400],
  })),
]

const headers: readonly BadRequest[] = [
  withHeader('a header of 100 kB', `X: ${'x'.repeat(100_000)}`, [431]),
  withHeader('a key of 100 kB', `Authorization: Bearer ${'x'.repeat(100_000)}`, [431]),
  withHeader('10,000 headers', 'a:\r\n'.repeat(9_999) + 'a:', [431]),
  withHeader('900 headers', 'a:\r\n'.repeat(899) + 'a:', [200]),
  withHeader('a header in two lines', 'X: a\r\n b', [400]),
  withHeader('a header without a colon', 'X', [400]),
  withHeader('a header without a name', ': x', [400]),
  withHeader('a space before the colon', 'X : x', [400]),
  withHeader('a NUL in a header', 'X: a\0b', [400]),
  withHeader('a header in UTF-8', 'X: Zoë', [200]),
  withHeader('a header __proto__', '__proto__: x', [200]),
  withHeader('a second host', 'Host: elsewhere.test', [400]),
  withHeader('a second key', 'Authorization: Bearer pro-demo-key', [401]),
  withHeader(
    'an upgrade to WebSocket',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    [200],
  ),
  withHeader(
    'an upgrade to HTTP/2',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
    [200],
  ),
  { fact: 'no host', says: 'GET /v1/pets HTTP/1.1\r\n\r\n', lawful: [400] },
  {
    fact: 'no host and no end of the body',
    says: 'POST /v1/pets HTTP/1.1\r\nContent-Length: 9\r\n\r\n',
    lawful: [400],
  },
]

const framing: readonly BadRequest[] = [
  posted('Expect: 100-continue', `Expect: 100-continue\r\nContent-Length: ${PET.length}`, PET, [201], 1),
  posted('an unknown expectation', `Expect: 200-ok\r\nContent-Length: ${PET.length}`, PET, [201, 417], 1),
  posted(
    'Content-Length and chunks',
    `Content-Length: 4\r\nTransfer-Encoding: chunked`,
    `1d\r\n${PET}\r\n0\r\n\r\n`,
    [400],
  ),
  posted(
    'chunks and Content-Length',
    `Transfer-Encoding: chunked\r\nContent-Length: 4`,
    `1d\r\n${PET}\r\n0\r\n\r\n`,
    [400],
  ),
  posted('two lengths', 'Content-Length: 29\r\nContent-Length: 28', PET, [400]),
  posted('the same length twice', 'Content-Length: 29\r\nContent-Length: 29', PET, [400]),
  posted('two lengths in one header', 'Content-Length: 29, 28', PET, [400]),
  posted('a negative length', 'Content-Length: -1', PET, [400]),
  posted('a length with a plus sign', 'Content-Length: +29', PET, [400]),
  posted('a length in hex', 'Content-Length: 0x1d', PET, [400]),
  posted('a length of 24 digits', `Content-Length: ${'9'.repeat(24)}`, PET, [400]),
  posted('chunks twice over', 'Transfer-Encoding: chunked, chunked', `1d\r\n${PET}\r\n0\r\n\r\n`, [400]),
  posted(
    'chunks that are compressed',
    'Transfer-Encoding: gzip, chunked',
    `1d\r\n${PET}\r\n0\r\n\r\n`,
    [400],
  ),
  posted('an unknown transfer encoding', 'Transfer-Encoding: xchunked', `1d\r\n${PET}\r\n0\r\n\r\n`, [400]),
  posted(
    'chunks that are not the last encoding',
    'Transfer-Encoding: chunked, gzip',
    `1d\r\n${PET}\r\n0\r\n\r\n`,
    [400],
  ),
  posted('a chunk of no size', 'Transfer-Encoding: chunked', `zz\r\n${PET}\r\n0\r\n\r\n`, [400]),
  posted('a chunk of a negative size', 'Transfer-Encoding: chunked', `-1d\r\n${PET}\r\n0\r\n\r\n`, [400]),
  posted('a chunk of an enormous size', 'Transfer-Encoding: chunked', `${'f'.repeat(20)}\r\n${PET}`, [400]),
  posted(
    'a chunk that is longer than its size',
    'Transfer-Encoding: chunked',
    `1\r\n${PET}\r\n0\r\n\r\n`,
    [400],
  ),
  posted('chunks of one byte', 'Transfer-Encoding: chunked', inChunks(PET), [201], 1),
  posted(
    'chunks with extensions and trailers',
    'Transfer-Encoding: chunked',
    `1d;x="y"\r\n${PET}\r\n0\r\nX: y\r\n\r\n`,
    [201],
    1,
  ),
  posted('chunks of nothing', 'Transfer-Encoding: chunked', '0\r\n\r\n', [400]),
  posted('a length that cuts the body short', 'Content-Length: 20', PET, [400]),
  {
    fact: 'a body that ends before its length',
    says: (socket) => socket.end(`POST /v1/pets HTTP/1.1\r\n${JSON_TYPE}Content-Length: 100\r\n\r\n${PET}`),
    lawful: [400],
  },
  {
    fact: 'chunks that end before the last one',
    says: (socket) =>
      socket.end(`POST /v1/pets HTTP/1.1\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n1d\r\n${PET}\r\n`),
    lawful: [400],
  },
  {
    fact: 'a body with GET',
    says: `GET /v1/pets?limit=1 HTTP/1.1\r\n${JSON_TYPE}Content-Length: 29\r\n\r\n${PET}`,
    lawful: [200],
  },
]

function withHeader(fact: string, header: string, lawful: readonly number[]): BadRequest {
  return { fact, says: `GET /v1/pets?limit=1 HTTP/1.1\r\n${KEY}${header}\r\n\r\n`, lawful }
}

function posted(fact: string, fields: string, body: string, lawful: readonly number[], adds = 0): BadRequest {
  return { fact, says: `POST /v1/pets HTTP/1.1\r\n${JSON_TYPE}${fields}\r\n\r\n${body}`, lawful, adds }
}

function inChunks(text: string): string {
  return `${Array.from(text, (char) => `1\r\n${char}\r\n`).join('')}0\r\n\r\n`
}

/** Request lines, headers and framing that a server must handle. */
export const badRequests: readonly BadRequest[] = [...requestLines, ...headers, ...framing]
