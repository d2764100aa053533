import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Writable } from 'node:stream'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const MB = 1024 * 1024
const KEY = process.env['PETSTORE_API_KEY'] ?? ''

/** Answers a request in one bad way. */
type Hostile = (response: ServerResponse) => void

/** Writes as fast as the client reads, until it stops reading; other work of this process runs in between. */
function pour(response: Writable, piece: Buffer): void {
  const more = (): void => {
    if (!response.destroyed && response.write(piece)) setImmediate(more)
  }
  response.on('drain', () => setImmediate(more))
  more()
}

const answering =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Hostile =>
  (response) => {
    response.writeHead(200, { ...JSON_TYPE, ...headers }).end(body)
  }

/** Answers in a form that Node's server does not write. */
const raw =
  (text: string): Hostile =>
  ({ socket }) => {
    socket?.write(text)
  }

/** The same of a reply that ends, after which Node's server would wait for its own. */
const rawWhole =
  (text: string): Hostile =>
  ({ socket }) => {
    socket?.end(text)
  }

/** Hostile services, by what they answer. Each is made on demand, because some are large. */
export const services: Readonly<Record<string, () => Hostile>> = {
  'a body without end': () => (response) => {
    pour(response.writeHead(200, JSON_TYPE), Buffer.alloc(64 * 1024, ' '))
  },
  'a body without end in chunks of one byte':
    () =>
    ({ socket }) => {
      socket?.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n')
      if (socket) pour(socket, Buffer.from('1\r\n \r\n'.repeat(10_000)))
    },
  '500 MB in a few bytes of gzip': () => {
    // Concatenated members are read as one (RFC 1952 §2.2), and are made in a fraction of the time.
    const member = gzipSync(Buffer.alloc(10 * MB, ' '))
    return answering(Buffer.concat(Array.from({ length: 50 }, () => member)), { 'Content-Encoding': 'gzip' })
  },
  '500 MB in a few bytes of brotli': () =>
    answering(
      brotliCompressSync(Buffer.alloc(500 * MB, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      { 'Content-Encoding': 'br' },
    ),
  '33,001 pets of nothing': () => answering(JSON.stringify(Array.from({ length: 33_001 }, () => ({})))),
  'arrays that nest 3,000 deep': () => answering('['.repeat(3_000) + ']'.repeat(3_000)),
  'objects that nest 20,000 deep': () => answering('{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)),
  'arrays that nest without end': () => answering('['.repeat(100_000)),
  'ids that are not JavaScript numbers': () =>
    answering('[{"id":1e400,"name":"a","categoryId":1.1234567890123456789,"status":"sold"}]'),
  'the key in every field': () =>
    answering(
      JSON.stringify([
        {
          id: KEY,
          name: KEY.toUpperCase(),
          categoryId: Buffer.from(KEY).toString('hex'),
          status: Buffer.from(KEY).toString('base64url'),
        },
      ]),
      { 'X-Key': encodeURIComponent(KEY), [KEY]: KEY },
    ),
  'parts of the key, spelled otherwise in each field': () =>
    answering(
      JSON.stringify([
        {
          id: JSON.stringify(Buffer.from(KEY)),
          name: KEY.slice(0, -3),
          categoryId: Array.from(KEY),
          status: Array.from(KEY).join('\u200b'),
          code: Buffer.from(KEY, 'utf16le').toString('base64'),
          message: encodeURIComponent(
            Array.from(KEY, (char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
          ),
        },
      ]),
      { 'X-Key': Array.from(KEY).toReversed().join('.'), [KEY.slice(2)]: KEY.slice(2) },
    ),
  'control characters and direction marks': () =>
    answering('[{"id":"\u009b31m","name":"\u202eabc\u0085","categoryId":1,"status":"\u2066"}]'),
  'commands for GitHub Actions': () =>
    answering(
      JSON.stringify([
        {
          id: '::error::a',
          name: `${'b '.repeat(60)}::stop-commands::c`,
          categoryId: '##[error]d',
          status: '\n::add-mask::e',
        },
      ]),
      { 'X-RateLimit-Remaining': '::add-mask::f', 'X-RateLimit-Reset': '##[group]g' },
    ),
  'ten thousand digits in a header': () =>
    answering('[]', {
      'X-RateLimit-Remaining': '9'.repeat(10_000),
    }),
  'a switch to another protocol': () =>
    raw('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  'a status that is none': () => rawWhole('HTTP/1.1 000 Zero\r\nContent-Length: 2\r\n\r\n[]'),
  'a control letter beside its status': () => rawWhole('HTTP/1.1 200 O\x1bK\r\nContent-Length: 2\r\n\r\n[]'),
  'interim replies without end':
    () =>
    ({ socket }) => {
      if (socket) pour(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n'.repeat(1000)))
    },
  'a million trailers': () => {
    const trailers = Array.from({ length: 1_000_000 }, (_none, at) => `X-${at}: a\r\n`).join('')
    return raw(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n${trailers}\r\n`)
  },
  'names that every object inherits': () =>
    answering('[{"__proto__":"a","constructor":"b","id":1,"name":"c","categoryId":1}]', {
      ['__proto__']: 'a',
      Constructor: 'b',
    }),
  nothing: () => () => undefined,
  'one byte at a time': () => (response) => {
    response.writeHead(200, JSON_TYPE)
    const drip = setInterval(() => response.write(' '), 100)
    response.on('close', () => {
      clearInterval(drip)
    })
  },
}

// Run as `node lab/abuse/hostile-services.ts NAME`: in a process of its own it stays fast while the trials are busy.
const hostile = import.meta.main ? services[process.argv[2] ?? '']?.() : undefined
if (hostile) {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/v1/pets?limit=1') answering('[]')(response)
    else hostile(response)
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
  })
}
