import { expect, test } from 'vitest'
import { ask } from '../testing/test-world.ts'
import { keptBody, keptFields, keptRequest } from './kept.ts'

test('of a long body the start is kept, and how long it was', () => {
  const body = 'x'.repeat(16_384)
  expect(keptBody(body)).toBe(body)
  expect(keptBody(`${body}y`)).toBe(`${body}… (16385 characters, of which the first 16384 are kept)`)
})

test('so it is of a header, a path and a query', () => {
  const long = 'x'.repeat(5_000)
  const start = `${'x'.repeat(2_048)}… (5000 characters, of which the first 2048 are kept)`
  const request = { ...ask({ path: long, query: long }), headers: { 'x-a': long, 'x-b': 'short' } }
  const kept = { path: start, query: start, headers: { 'x-a': start, 'x-b': 'short' } }
  expect(keptRequest(request)).toMatchObject(kept)
  expect(keptFields(['Link', long, 'Date', 'now'])).toEqual(['Link', start, 'Date', 'now'])
})

test('a request and a reply with short headers alone are kept as they are', () => {
  const request = ask()
  const fields = ['Date', 'now']
  expect([keptRequest(request).headers, keptFields(fields)]).toEqual([request.headers, fields])
  expect(keptRequest(request).headers).toBe(request.headers)
  expect(keptFields(fields)).toBe(fields)
})

test.each([
  [{ host: 'a', accept: 'b' }, true],
  [{ host: 'a' }, false],
  [{ host: 'a', accept: 'b', te: 'c' }, false],
  [{ host: 'a', accept: 'c' }, false],
  [{ host: 'a', te: 'b' }, false],
  [{}, false],
])('headers such as %j are shared with those before, if they are the same: %s', (headers, isShared) => {
  const before = keptRequest({ ...ask({ path: '/pets' }), headers: { host: 'a', accept: 'b' } })
  const kept = keptRequest({ ...ask({ path: '/pets/1' }), headers }, before)
  expect(kept).toMatchObject({ path: '/pets/1', headers })
  expect(kept.headers === before.headers).toBe(isShared)
})

test.each([
  [{}, true],
  [{ method: 'POST' }, false],
  [{ base: '/staging/v1' }, false],
  [{ path: '/pets/1' }, false],
  [{ query: 'limit=2' }, false],
  [{ address: '::1' }, false],
])('a request that differs by %j from the one before is shared with it: %s', (difference, isShared) => {
  const request = ask({ path: '/pets', query: 'limit=1', address: '127.0.0.1' })
  const before = keptRequest(request)
  const kept = keptRequest({ ...request, ...difference }, before)
  expect(kept).toEqual(keptRequest({ ...request, ...difference }))
  expect(kept === before).toBe(isShared)
})
