/**
 * Pet store service, interface version 1.0.0.
 *
 *   PORT=0 KEYS=free-key:free,big-key:enterprise node src/main.ts
 *
 * PORT (8080; 0 = any free one), KEYS (`key:plan,...`; an enterprise key may carry its own limits,
 * `key:enterprise:<per minute>:<per day>`), PETS (animals at the start, 40), CONTROL=1 (test control).
 *
 * Where the interface document is silent
 *  - Paging: keyset by an opaque `resume` parameter, given only in `Link: <...>; rel="next"`; no such
 *    link on the last page. Newest first; animals added meanwhile do not shift the pages.
 *  - `limit`, `status` or `resume` outside of what is allowed, empty or repeated: 422. Other query
 *    parameters are ignored.
 *  - `status` omitted on creation: the animal has none, the field is left out, no filter finds it.
 *    An explicit null is an invalid value.
 *  - `name`: any string, the empty one too, back exactly as sent; only the body is limited (64 KiB, else 413).
 *  - `categoryId`: any int64, negative ones too, no category need exist; 7.0 and 70e-1 are the integer 7.
 *  - Further fields in the body are ignored, of repeated ones the last counts. A body without
 *    Content-Type is taken as JSON; another media type is 415; anything that is not JSON in UTF-8 is 400.
 *  - `petId` that is no int64 in its plain decimal spelling: 404, as for an unknown animal.
 *  - From 5 December 2030, 00:00 UTC, the deprecated operation answers 410.
 *  - Windows: fixed, 60 s and 24 h, each opened by the key's first request after the end of the one
 *    before. Every request with a valid key counts, whatever its answer, except refused ones.
 *  - The rate-limit headers tell of the window with the fewest requests left (among equals the one
 *    that ends last); Reset is in seconds, rounded up. Without a valid key: limit 0, remaining 0, reset
 *    at the next full minute; such requests get 401, however many they are.
 *  - Retry-After is an HTTP date, the same instant as X-RateLimit-Reset. A 429 has an Error body.
 *  - The 20th refusal in a row bans the key for three minutes; meanwhile everything is 429, Retry-After
 *    tells the end of the ban (or of a window that is spent for longer), and further requests do not extend it.
 *  - Enterprise, unless the key says otherwise: 5,000 a minute, 1,000,000 a day.
 *  - Under /v1 the key comes first (401), then the limit (429), then path (404) and method (405 with
 *    Allow), then the content. HEAD works where GET does. /v1/pets/ with a trailing slash is no path.
 *  - At most 100,000 animals can be added, with 32 Mi UTF-16 units of names: then 507.
 *  - Staging is another process of the same program.
 *
 * Habits that the document does not ask for
 *  - Header names in lower case; Date comes from the service's own clock.
 *  - Ids are random positive int64, mostly beyond 2^53; a Pet also has `addedAt`.
 *  - Errors have dotted codes and also `requestId` and, where useful, `problems`.
 *  - Further headers: X-Request-Id, X-API-Version, RateLimit-Policy, Cache-Control, WWW-Authenticate,
 *    Deprecation, Sunset, Link.
 *  - Lists are sent in chunks, one element at a time and one per line; JSON ends with a line feed.
 *  - gzip when asked for; a 429 closes the connection.
 *  - Plain text for paths outside of /v1.
 */
import { createServer, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp, transportFailure, type Services } from './app.ts'
import { Clock } from './clock.ts'
import { Limiter, parseAccounts } from './limits.ts'
import { PetStore } from './pets.ts'

const HOST = '127.0.0.1'

function wholeNumber(name: string, fallback: number, most: number): number {
  const text = process.env[name] ?? ''
  if (text === '') return fallback
  if (!/^\d{1,9}$/.test(text) || Number(text) > most) throw new Error(`${name} must be an integer from 0 to ${most}`)
  return Number(text)
}

const clock = new Clock()
const services: Services = {
  clock,
  limiter: new Limiter(parseAccounts(process.env['KEYS'] ?? ''), clock.now),
  store: new PetStore(wholeNumber('PETS', 40, 100_000), clock.now),
  control: process.env['CONTROL'] === '1',
}
const port = wholeNumber('PORT', 8080, 65_535)

const listener = getRequestListener(createApp(services).fetch, {
  hostname: HOST,
  errorHandler: () => {
    const { body, headers } = transportFailure(services, 400, 'The request line or the Host header cannot be used.')
    return new Response(body, { status: 400, headers })
  },
})

const server = createServer({ requireHostHeader: false }, listener)

// Whatever is expected, the request is answered as usual, with the headers that every response has.
server.on('checkExpectation', (request, response) => server.emit('request', request, response))

server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const { body, headers } = transportFailure(services, status, 'The request is not readable as HTTP.')
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
})

server.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})

process.on('SIGTERM', () => process.exit(0))
process.on('SIGINT', () => process.exit(0))

server.listen(port, HOST, () => {
  console.log(`listening on http://${HOST}:${(server.address() as AddressInfo).port}/v1`)
})
