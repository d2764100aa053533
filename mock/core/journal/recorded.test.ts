import { expect, test } from 'vitest'
import { ask } from '../testing/test-world.ts'
import { entryBytes, recordedBody, recordedFields, recordedRequest, requestBytes } from './recorded.ts'

test('a long body is truncated, and its length is recorded', () => {
  const body = 'x'.repeat(16_384)
  expect(recordedBody(body)).toBe(body)
  expect(recordedBody(`${body}y`)).toBe(`${body}… (16385 characters, of which the first 16384 are kept)`)
})

test('a long header, path and query are truncated too', () => {
  const long = 'x'.repeat(5_000)
  const start = `${'x'.repeat(2_048)}… (5000 characters, of which the first 2048 are kept)`
  const request = { ...ask({ path: long, query: long }), headers: { 'x-a': long, 'x-b': 'short' } }
  const recorded = { path: start, query: start, headers: { 'x-a': start, 'x-b': 'short' } }
  expect(recordedRequest(request)).toMatchObject(recorded)
  expect(recordedFields(['Link', long, 'Date', 'now'])).toEqual(['Link', start, 'Date', 'now'])
})

test('short headers of a request and a reply are recorded without a copy', () => {
  const request = ask()
  const fields = ['Date', 'now']
  expect([recordedRequest(request).headers, recordedFields(fields)]).toEqual([request.headers, fields])
  expect(recordedRequest(request).headers).toBe(request.headers)
  expect(recordedFields(fields)).toBe(fields)
})

test.each([
  [{ host: 'a', accept: 'b' }, true],
  [{ host: 'a' }, false],
  [{ host: 'a', accept: 'b', te: 'c' }, false],
  [{ host: 'a', accept: 'c' }, false],
  [{ host: 'a', te: 'b' }, false],
  [{}, false],
])('headers such as %j share the recorded ones if they are equal: %s', (headers, isShared) => {
  const before = recordedRequest({ ...ask({ path: '/pets' }), headers: { host: 'a', accept: 'b' } })
  const recorded = recordedRequest({ ...ask({ path: '/pets/1' }), headers }, before)
  expect(recorded).toMatchObject({ path: '/pets/1', headers })
  expect(recorded.headers === before.headers).toBe(isShared)
})

test.each([
  [{}, true],
  [{ method: 'POST' }, false],
  [{ base: '/staging/v1' }, false],
  [{ path: '/pets/1' }, false],
  [{ query: 'limit=2' }, false],
  [{ address: '::1' }, false],
])('a request that differs by %j from the one before shares its record: %s', (difference, isShared) => {
  const request = ask({ path: '/pets', query: 'limit=1', address: '127.0.0.1' })
  const before = recordedRequest(request)
  const recorded = recordedRequest({ ...request, ...difference }, before)
  expect(recorded).toEqual(recordedRequest({ ...request, ...difference }))
  expect(recorded === before).toBe(isShared)
})

test('the bytes of an entry are those of its texts, its headers, and itself', () => {
  const request = {
    ...ask({ path: '/pets', query: 'limit=5' }),
    headers: { host: 'abc', te: ['a', 'b'], via: undefined },
  }
  // 64 for each header beside its name and value; two lines of one count as two characters.
  expect(requestBytes(request)).toBe(5 + 7 + (64 + 4 + 3) + (64 + 2 + 2) + (64 + 3))
  const reply = { status: 200, headers: ['Date', 'now'], body: '[]' }
  const entry = {
    id: 1,
    world: 'a',
    time: 0,
    request,
    body: 'abcd',
    key: undefined,
    reply,
    operation: undefined,
    reason: { step: 'act', sentence: '' },
  } as const
  expect(entryBytes(entry, 100)).toBe(1200 + 100 + 4 + 2 + (64 + 4 + 3))
  expect(entryBytes({ ...entry, body: undefined })).toBe(1200 + requestBytes(request) + 2 + (64 + 4 + 3))
})

test('a field of as many characters as are kept is whole', () => {
  const text = 'x'.repeat(2048)
  expect(recordedFields(['A', text])).toEqual(['A', text])
  expect(recordedFields(['A', `${text}y`])).not.toEqual(['A', `${text}y`])
})
