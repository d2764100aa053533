import { describe, expect, test } from 'vitest'
import { type PassingRequest, Recorder } from './recorder.ts'

const REPLY = { status: 200, headers: { 'Content-Type': 'application/json', ETag: 'a' }, body: '[]' }
const LIST: PassingRequest = { method: 'GET', path: '/pets', headers: {} }

function recorded(request: Partial<PassingRequest>, body = '[]') {
  const place = { id: 1, after: 0, sent: 5, received: 6 }
  return new Recorder().record(place, { ...LIST, ...request }, { ...REPLY, body })
}

test('an exchange is recorded whole', () => {
  const headers = { AUTHORIZATION: 'Bearer a', Accept: '*/*' }
  const request = { method: 'POST', base: 'staging', path: '/pets', headers, body: '{}' }
  expect(recorded(request, '{"id":9007199254740993}')).toEqual({
    id: 1,
    after: 0,
    sent: 5,
    received: 6,
    probe: {
      method: 'POST',
      path: '/pets',
      base: 'staging',
      caller: 'key 1',
      headers: { Authorization: 'Bearer a', Accept: '*/*' },
      body: '{}',
      operation: 'createPet',
    },
    status: 200,
    headers: { 'content-type': 'application/json', etag: 'a' },
    body: '{"id":9007199254740993}',
    json: { id: 9007199254740993n },
  })
  expect(Object.keys(recorded({}).probe)).toEqual(['method', 'path', 'caller', 'headers', 'operation'])
})

test.for<[body: string, json: unknown]>([
  ['', undefined],
  ['<h1>', undefined],
  ['7', 7],
  ['null', null],
])('the body %j is the JSON %j', ([body, json]) => {
  expect(recorded({}, body).json).toEqual(json)
})

test.for<[method: string, path: string, operation: string | undefined]>([
  ['GET', '/pets?limit=5', 'listPets'],
  ['GET', '/pets/7', 'getPet'],
  ['GET', '/pets/9223372036854775807', 'getPet'],
  ['GET', '/pets/9223372036854775808', undefined],
  ['GET', '/pets/07', undefined],
  ['GET', '/pets/abc', undefined],
  ['GET', '/pets/7?x=y', 'getPet'],
  ['PATCH', '/pets/7', undefined],
  ['GET', '/cats', undefined],
])('%s %s asks for %s', ([method, path, operation]) => {
  expect(recorded({ method, path }).probe.operation).toBe(operation)
})

test.for<[type: string | undefined, status: number, operation: string | undefined]>([
  ['application/json', 415, 'createPet'],
  ['application/json;charset=UTF-8', 400, 'createPet'],
  ['application/json; charset="utf-8"', 415, 'createPet'],
  ['application/json; charset=utf8', 415, undefined],
  ['application/json; profile=pet', 415, undefined],
  ['APPLICATION/JSON', 400, undefined],
  ['APPLICATION/JSON', 201, 'createPet'],
  ['text/plain', 415, undefined],
  [undefined, 415, undefined],
])('a body of type %s that is answered %i asks for %s', ([type, status, operation]) => {
  const headers = type === undefined ? {} : { 'Content-Type': type }
  const request = { method: 'POST', path: '/pets', headers, body: '{}' }
  const place = { id: 1, after: 0, sent: 5, received: 6 }
  const { probe } = new Recorder().record(place, request, { ...REPLY, status })
  expect(probe.operation).toBe(operation)
})

test('a creation of which no body and no type is recorded is one, unless its type is refused', () => {
  const place = { id: 1, after: 0, sent: 5, received: 6 }
  const operations = [401, 415].map((status) => {
    const request = { method: 'POST', path: '/pets', headers: {} }
    return new Recorder().record(place, request, { ...REPLY, status }).probe.operation
  })
  expect(operations).toEqual(['createPet', undefined])
})

describe('callers are named in the order of their first requests', () => {
  test('by the key, in whatever form it is sent; without one they are nobody', () => {
    const recorder = new Recorder()
    const callers = [
      'Bearer a',
      undefined,
      'Bearer b',
      'bearer a',
      'Bearer  a ',
      'Basic a',
      'Bearer a b',
      'a',
    ].map((value) => {
      const headers = value === undefined ? {} : { authorization: value }
      return recorder.begin({ ...LIST, headers }, 0)(REPLY, 1).probe.caller
    })
    expect(callers).toEqual(['key 1', 'nobody', 'key 2', 'key 1', 'key 1', 'nobody', 'nobody', 'nobody'])
  })

  test('one that returns after a thousand others counts as another', () => {
    const recorder = new Recorder()
    const callerOf = (key: number): string => {
      const headers = { Authorization: `Bearer ${key}` }
      return recorder.begin({ ...LIST, headers }, 0)(REPLY, 1).probe.caller
    }
    const first = Array.from({ length: 1000 }, (_, key) => callerOf(key))
    expect(first.at(-1)).toBe('key 1000')
    expect(callerOf(0)).toBe('key 1')
    expect([callerOf(1000), callerOf(0), callerOf(2)]).toEqual(['key 1001', 'key 1002', 'key 3'])
  })
})

test('exchanges count in the order of their replies; each knows the last reply before it was sent', () => {
  const recorder = new Recorder()
  const slow = recorder.begin(LIST, 1)
  recorder.begin(LIST, 2)(REPLY, 3)
  slow(REPLY, 4)
  recorder.begin(LIST, 5)(REPLY, 6)
  expect(recorder.exchanges.map(({ id, after, sent, received }) => [id, after, sent, received])).toEqual([
    [1, 0, 2, 3],
    [2, 0, 1, 4],
    [3, 2, 5, 6],
  ])
})
