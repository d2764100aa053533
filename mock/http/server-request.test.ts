import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ServerRequest } from './server-request.ts'

function requestWith(headers: Readonly<Record<string, string>>): ServerRequest {
  const request = new ServerRequest(new Socket())
  Object.assign(request.headers, headers)
  return request
}

/** Begins a request. Returns the bodies that it had each time when it began. */
function begin(request: ServerRequest): (string | undefined)[] {
  const seen: (string | undefined)[] = []
  request.beginWithBody(() => {
    seen.push(request.wholeBody?.toString())
  })
  return seen
}

const endOfTick = (): Promise<void> =>
  new Promise((resolve) => {
    process.nextTick(resolve)
  })

const endOfTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('a request without a body begins at once', () => {
  expect(begin(requestWith({}))).toEqual([undefined])
  expect(begin(requestWith({ 'content-length': '0' }))).toEqual([undefined])
})

test('a request begins once, with the whole body that arrived together with the headers', async () => {
  const request = requestWith({ 'content-length': '5' })
  const seen = begin(request)
  expect(seen).toEqual([])
  request.push(Buffer.from('whole'))
  expect(seen).toEqual(['whole'])
  await endOfTick()
  expect(seen).toEqual(['whole'])
})

test('the stream of a request whose body is whole does not end: that would cost several ticks', async () => {
  const request = requestWith({ 'content-length': '5' })
  const seen = begin(request)
  let events = 0
  for (const event of ['data', 'end', 'close']) request.on(event, () => (events += 1))
  request.push(Buffer.from('whole'))
  request.push(null)
  await endOfTurn()
  expect([seen, events, request.readableLength]).toEqual([['whole'], 0, 0])
})

test.each([
  ['later', { 'content-length': '5' }, [], ['later']],
  ['in pieces', { 'content-length': '9' }, ['in '], ['pieces']],
  ['in chunks', { 'transfer-encoding': 'chunked' }, ['in', ' chunks'], []],
])('a body that arrives %s is a stream', async (body, headers, before, after) => {
  const request = requestWith(headers)
  const seen = begin(request)
  for (const piece of before) request.push(Buffer.from(piece))
  await endOfTick()
  expect(seen).toEqual([undefined])
  for (const piece of after) request.push(Buffer.from(piece))
  request.push(null)
  expect(await text(request)).toBe(body)
})

test('a body in thousands of tiny pieces is given up, one with some small pieces is whole', async () => {
  const shredded = requestWith({ 'transfer-encoding': 'chunked' })
  const letters = requestWith({ 'transfer-encoding': 'chunked' })
  for (let at = 0; at < 1500; at += 1) shredded.push(Buffer.from('a'))
  for (let at = 0; at < 900; at += 1) letters.push(Buffer.from('a'))
  expect([shredded, letters].map((one) => ServerRequest.isShredded(one))).toEqual([true, false])
  letters.push(null)
  expect(await text(letters)).toBe('a'.repeat(900))
})
