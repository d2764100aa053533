import { describe, expect, test } from 'vitest'
import { targetOf, viewEntry } from './entry-view.ts'
import type { JournalEntry } from './journal.ts'

const ENTRY: JournalEntry = {
  id: 7,
  world: 'test',
  time: Date.UTC(2026, 0, 15, 10, 30, 20),
  request: { method: 'GET', base: '/v1', path: '/pets', query: 'limit=5', headers: {}, address: '::1' },
  body: undefined,
  key: undefined,
  reply: { status: 200, headers: [], body: '[]' },
  operation: 'listPets',
  reason: { step: 'act', sentence: 'listed 0 of 0 pets' },
}
const keyId = (key: string): string => `id of ${key}`

test('an exchange is shown as plain data', () => {
  expect(viewEntry(ENTRY, keyId)).toEqual({
    id: 7,
    world: 'test',
    time: '2026-01-15T10:30:20.000Z',
    method: 'GET',
    target: '/v1/pets?limit=5',
    operation: 'listPets',
    key: null,
    keyId: null,
    address: '::1',
    status: 200,
    reason: { step: 'act', rule: null, sentence: 'listed 0 of 0 pets' },
    request: { headers: {}, body: null },
    reply: { headers: {}, body: '[]' },
  })
})

test('with its key cut, its body and its rule', () => {
  const reason = { step: 'act', rule: 'CREATE-1', sentence: 'created' } as const
  const entry = { ...ENTRY, key: 'free-demo-key', body: '{}', operation: undefined, reason }
  expect(viewEntry(entry, keyId)).toMatchObject({
    key: 'free…ey',
    keyId: 'id of free-demo-key',
    operation: null,
    reason: { rule: 'CREATE-1' },
    request: { body: '{}' },
  })
})

test('a target has no question mark without a query', () => {
  expect(targetOf({ request: { ...ENTRY.request, query: '' } })).toBe('/v1/pets')
})

describe('of a request is shown', () => {
  test.for<[name: string, value: string | string[] | undefined, shown: string]>([
    ['accept', 'application/json', 'application/json'],
    ['accept', ['a', 'b'], 'a, b'],
    ['accept', undefined, ''],
    ['authorization', 'Bearer free-demo-key', 'Bearer free…ey'],
    ['proxy-authorization', 'Basic free-demo-key', 'Basic free…ey'],
    ['cookie', 'free-demo-key', '…'],
    ['x-api-key', 'free-demo-key', '…'],
    ['key', 'free-demo-key', '…'],
    ['apikey', 'free-demo-key', '…'],
    ['x-auth', 'free-demo-key', '…'],
    ['x-csrf-token', 'free-demo-key', '…'],
    ['x-password', 'free-demo-key', '…'],
    ['sec-websocket-protocol', 'free-demo-key', '…'],
    ['x-sec-websocket-protocol', 'free-demo-key', 'free-demo-key'],
    ['keyboard', 'free-demo-key', 'free-demo-key'],
    ['monkey', 'free-demo-key', 'free-demo-key'],
    ['author', 'free-demo-key', 'free-demo-key'],
    ['referer', '/a?key=free-demo-key', '/a?key=free…ey'],
    ['x-original-uri', '/a?key=free-demo-key', '/a?key=free…ey'],
    ['x-original-url', '/a?key=free-demo-key', '/a?key=free…ey'],
    ['x-referer', '/a?key=free-demo-key', '/a?key=free-demo-key'],
    ['referer-policy', '/a?key=free-demo-key', '/a?key=free-demo-key'],
  ])('the header %s: %j as %s', ([name, value, shown]) => {
    const { request } = viewEntry(
      { ...ENTRY, request: { ...ENTRY.request, headers: { [name]: value } } },
      keyId,
    )
    expect(request.headers).toEqual({ [name]: shown })
  })
})

test('of a reply are shown its headers, in pairs, with the targets in them cut', () => {
  const headers = ['Date', 'now', 'Link', '</a?key=free-demo-key>', 'ETag', '']
  expect(viewEntry({ ...ENTRY, reply: { ...ENTRY.reply, headers } }, keyId).reply.headers).toEqual({
    Date: 'now',
    Link: '</a?key=free…y>',
    ETag: '',
  })
  const odd = viewEntry({ ...ENTRY, reply: { ...ENTRY.reply, headers: ['Date', 'now', 'Lost'] } }, keyId)
  expect(odd.reply.headers).toEqual({ Date: 'now' })
})
