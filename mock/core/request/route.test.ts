import { describe, expect, test } from 'vitest'
import { defaultChoices } from '../../../spec/choices.ts'
import type { Request } from '../message/request.ts'
import { ask } from '../testing/test-world.ts'
import { answerOptions, findRoute } from './route.ts'

const as405 = { ...defaultChoices, 'method-not-allowed': '405' } as const
const as404 = { ...defaultChoices, 'method-not-allowed': '404' } as const

test.for<[asked: Partial<Request>, allowed: string, message: string]>([
  [{ method: 'PUT', path: '/pets' }, 'GET, HEAD, POST, OPTIONS', 'PUT is not allowed on /v1/pets'],
  [{ method: 'DELETE', path: '/pets/1' }, 'GET, HEAD, OPTIONS', 'DELETE is not allowed on /v1/pets/1'],
  // A target that is no path is below no base address.
  [{ method: 'CONNECT', path: '', base: '' }, 'GET, HEAD, OPTIONS', 'CONNECT is not allowed on '],
])(
  'a method that a path does not have is refused with those that it has: %j',
  ([asked, allowed, message]) => {
    const reason = {
      step: 'route',
      rule: 'method-not-allowed',
      sentence: `the document has no ${asked.method} for this path`,
    }
    expect(findRoute({ ...ask(), ...asked }, as405)).toEqual({
      status: 405,
      code: 'method_not_allowed',
      message: `${message}: it answers ${allowed}`,
      headers: ['Allow', allowed],
      reason,
    })
    expect(findRoute({ ...ask(), ...asked }, as404)).toEqual({
      status: 404,
      code: 'method_not_found',
      message: message.replace(/^(\w+) is not allowed on/, 'There is no $1'),
      reason,
    })
  },
)

test.for<[asked: Partial<Request>, message: string]>([
  [{ path: '/pet' }, 'There is no /v1/pet. Did you mean /v1/pets?'],
  [{ path: '/pet', base: '/staging/v1' }, 'There is no /staging/v1/pet. Did you mean /staging/v1/pets?'],
  [{ path: '/pets/1/' }, 'There is no /v1/pets/1/. Did you mean /v1/pets/1?'],
  [{ path: '/v2/pets', base: '' }, 'There is no /v2/pets. Did you mean /v1/pets?'],
  [{ path: '/pets', base: '', mount: '/app' }, 'There is no /app/pets. Did you mean /app/v1/pets?'],
  [
    { path: '/a-place-without-animals', base: '', mount: '/app' },
    'There is no /app/a-place-without-animals. The paths are /app/v1/pets and /app/v1/pets/{petId}',
  ],
  [
    { path: `/${'o'.repeat(200)}` },
    `There is no /v1/${'o'.repeat(96)}. The paths are /v1/pets and /v1/pets/{petId}`,
  ],
])('a path that there is not is refused with what resembles it, or with all: %j', ([asked, message]) => {
  expect(findRoute({ ...ask(), ...asked }, as405)).toEqual({
    status: 404,
    code: 'path_not_found',
    message,
    reason: { step: 'route', sentence: message },
  })
})

describe('OPTIONS', () => {
  test.for([
    ['/pets', 'GET, HEAD, POST, OPTIONS'],
    ['/pets/1', 'GET, HEAD, OPTIONS'],
    ['/owners', 'GET, HEAD, OPTIONS'],
  ] as const)('lists the methods of %s, without a body', ([path, allowed]) => {
    expect(answerOptions(ask({ method: 'OPTIONS', path }))).toEqual({
      status: 204,
      json: '',
      headers: ['Allow', allowed],
      reason: { step: 'route', sentence: 'listed the allowed methods; this counts against no limit' },
    })
  })
})
