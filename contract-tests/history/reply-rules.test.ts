import { describe, expect, test } from 'vitest'
import type { ClauseId } from '../../spec/clauses.ts'
import type { OperationId } from '../../spec/operations.ts'
import { readJson, type Exchange } from '../engine/exchange.ts'
import { replyRules } from './reply-rules.ts'

const NOW = Date.UTC(2026, 0, 15, 10, 30, 20)
const SECONDS = NOW / 1000

const PET = { id: 1, name: 'Rex', categoryId: 2, status: 'sold' }
const ERROR = { code: 'not_found', message: 'There is none', status: 404 }

interface Case {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  readonly operation?: OperationId | undefined
  readonly method?: string
  readonly path?: string
}

/** A healthy list, and what a case has otherwise; a header that is undefined stays away. */
function exchangeOf(one: Case): Exchange {
  const { status = 200, body = [PET], headers, method = 'GET', path = '/pets' } = one
  const operation = 'operation' in one ? one.operation : 'listPets'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all: Readonly<Record<string, string | undefined>> = {
    'content-type': 'application/json',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '59',
    'x-ratelimit-reset': String(SECONDS + 40),
    ...headers,
  }
  return {
    id: 1,
    after: 0,
    probe: { method, path, caller: 'key', headers: {}, operation },
    status,
    headers: Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    body: text,
    json: readJson(text),
    sent: NOW,
    received: NOW,
  }
}

/** The clauses whose rules find fault. */
function faulty(exchange: Exchange): readonly ClauseId[] {
  const found = replyRules.filter(
    ({ concerns, fault }) => concerns(exchange) && fault(exchange) !== undefined,
  )
  return found.map(({ clause }) => clause)
}

const LATIN = { 'content-type': 'application/json; charset=iso-8859-1' }
const WAIT = { 'retry-after': '1' }
const LATER = new Date(Date.UTC(2030, 0)).toUTCString()
const cached = (control: string) => ({ status: 429, headers: { ...WAIT, 'cache-control': control } }) as const
const refused = { status: 429, headers: { 'retry-after': '40', 'cache-control': 'no-store' } } as const

const retriedAfter = (value: string): Case => ({
  ...refused,
  headers: { ...refused.headers, 'retry-after': value },
})

/** What a gateway answers by itself. */
const page = {
  status: 404,
  body: '<h1>404</h1>',
  headers: {
    'content-type': 'text/html',
    'x-ratelimit-limit': undefined,
    'x-ratelimit-remaining': undefined,
    'x-ratelimit-reset': undefined,
  },
} as const

describe('nothing is wrong with', () => {
  test.for<[what: string, one: Case]>([
    ['a list', {}],
    ['an empty list', { body: [] }],
    ['a pet', { body: PET, operation: 'getPet' }],
    ['a new pet', { status: 201, body: PET, operation: 'createPet' }],
    ['the pet that an Error in its place is none of', { body: ERROR, operation: 'getPet' }],
    ['a pet without status and with a field more', { body: [{ ...PET, status: undefined, age: 3 }] }],
    [
      'the greatest int64',
      { body: '[{"id":9223372036854775807,"name":"","categoryId":-9223372036854775808}]' },
    ],
    ['a charset', { headers: { 'content-type': 'Application/JSON; charset=utf-8' } }],
    ['an error', { status: 404, body: ERROR }],
    ['an error with a field more', { status: 404, body: { ...ERROR, field: 'id' } }],
    ['HEAD', { method: 'HEAD', body: '', headers: { 'content-type': undefined } }],
    [
      'a 429 without a body',
      { ...refused, body: '', headers: { ...refused.headers, 'content-type': undefined } },
    ],
    ['a 429 with a body of its own', { ...refused, body: { error: 'slow down' } }],
    [
      'a date to retry after',
      { ...refused, headers: { ...refused.headers, 'retry-after': 'Thu, 15 Jan 2026 10:31:00 GMT' } },
    ],
    ['a status that the document does not know', { status: 503, body: {} }],
    ['a Retry-After in seconds or milliseconds, which does not show', retriedAfter('5000')],
    ['a Retry-After as an HTTP date', retriedAfter('Thu, 15 Jan 2026 10:31:00 GMT')],
    [
      'a router’s page for a path that it does not know',
      { ...page, path: '/pets/abc', operation: undefined },
    ],
    ['a 200 of a path that the document does not name', { body: {}, operation: undefined }],
    [
      'an HTML page for a method that the document does not name',
      { ...page, method: 'PATCH', operation: undefined },
    ],
    ['an HTML page for HEAD', { ...page, method: 'HEAD' }],
    [
      'HEAD of one pet that is refused',
      { method: 'HEAD', path: '/pets/7', operation: undefined, status: 400, body: '' },
    ],
    [
      'a charset that is spelt without its hyphen',
      { headers: { 'content-type': 'application/json;charset=utf8' } },
    ],
    ['another charset, where all is ASCII', { headers: LATIN }],
    [
      'a limit with a zero before it that is refused',
      { status: 400, path: '/pets?limit=05', body: { ...ERROR, status: 400 } },
    ],
    ['one that is ignored', { path: '/pets?limit=01', body: [PET, { ...PET, id: 2 }] }],
    ['a page whose limit is there twice', { path: '/pets?limit=1&limit=2', body: [PET, { ...PET, id: 2 }] }],
    ['pets of another status than the first of two', { path: '/pets?status=pending&status=sold' }],
    ['nothing left', { headers: { 'x-ratelimit-remaining': '0' } }],
    ['a reset that was a moment ago', { headers: { 'x-ratelimit-reset': String(SECONDS - 4) } }],
    ['a reset in a day', { headers: { 'x-ratelimit-reset': String(SECONDS + 86_400) } }],
  ])('%s', ([_what, one]) => {
    expect(faulty(exchangeOf(one))).toEqual([])
  })
})

describe('the clause is named of', () => {
  test.for<[what: string, one: Case, clauses: readonly ClauseId[]]>([
    ['no content type', { headers: { 'content-type': undefined } }, ['BASE-3']],
    ['HTML', { headers: { 'content-type': 'text/html' } }, ['BASE-3']],
    ['letters in another charset', { headers: LATIN, body: [{ ...PET, name: 'Zoë' }] }, ['BASE-3']],
    [
      'a charset in which ASCII is other bytes',
      { headers: { 'content-type': 'application/json; charset=utf-16' } },
      ['BASE-3'],
    ],
    ['another JSON', { headers: { 'content-type': 'application/json5' } }, ['BASE-3']],
    [
      'pets without a status among those of one',
      { path: '/pets?status=sold', body: [PET, { ...PET, id: 2, status: undefined }] },
      ['LIST-5'],
    ],
    ['a Remaining with a fraction', { headers: { 'x-ratelimit-remaining': '7.0' } }, ['LIMIT-3']],
    ['a page longer than its limit', { path: '/pets?limit=1', body: [PET, { ...PET, id: 2 }] }, ['LIST-2']],
    ['an id that is text', { body: [{ ...PET, id: '1' }] }, ['PET-1']],
    ['a pet without id', { body: { ...PET, id: undefined }, operation: 'getPet' }, ['PET-1']],
    ['an id beyond int64', { body: '[{"id":9223372036854775808,"name":"","categoryId":1}]' }, ['PET-1']],
    ['the second pet without name', { body: [PET, { ...PET, id: 2, name: undefined }] }, ['PET-3']],
    ['a name that is null', { status: 201, body: { ...PET, name: null }, operation: 'createPet' }, ['PET-3']],
    ['a category with a fraction', { body: [{ ...PET, categoryId: 1.5 }] }, ['PET-4']],
    ['an unknown status', { body: [{ ...PET, status: 'lost' }] }, ['PET-5']],
    ['a status that is null', { body: [{ ...PET, status: null }] }, ['PET-5']],
    ['an error that is a JSON text', { status: 404, body: '"no"' }, ['ERROR-1']],
    ['an error that is no JSON', { status: 404, body: 'no' }, ['BASE-3', 'ERROR-1']],
    ['a list that is no JSON', { body: '<h1>Pets</h1>' }, ['BASE-3']],
    [
      'a 422 with a body of its own for a limit of 0',
      { status: 422, path: '/pets?limit=0', body: { detail: [] } },
      ['ERROR-1'],
    ],
    [
      'the same for an id that is no number',
      { status: 422, path: '/pets/abc', operation: undefined, body: { detail: [] } },
      ['ERROR-1'],
    ],
    [
      'a page of HTML for a crash',
      { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Internal Server Error</h1>' },
      ['BASE-3', 'ERROR-1'],
    ],
    ['an error without message', { status: 404, body: { ...ERROR, message: undefined } }, ['ERROR-1']],
    ['an error with a code that is a number', { status: 404, body: { ...ERROR, code: 7 } }, ['ERROR-1']],
    [
      'an Error of another status before any operation',
      { status: 415, body: { ...ERROR, status: 400 } },
      ['ERROR-2'],
    ],
    [
      'the same to what the document does not speak of',
      { status: 415, operation: undefined, body: { ...ERROR, status: 400 } },
      ['ERROR-2'],
    ],
    [
      'an Error to that, with its own status',
      { status: 415, operation: undefined, body: { ...ERROR, status: 415 } },
      [],
    ],
    [
      'a 429 of another status, whose body is open',
      {
        status: 429,
        headers: { 'retry-after': '9', 'cache-control': 'no-store' },
        body: { ...ERROR, status: 400 },
      },
      [],
    ],
    ['what is no Error, before any operation', { status: 415, body: { status: 400 } }, []],
    ['an error of another status', { status: 404, body: { ...ERROR, status: 400 } }, ['ERROR-2']],
    ['a status that is text', { status: 404, body: { ...ERROR, status: '404' } }, ['ERROR-1']],
    ['an error with an empty message', { status: 404, body: { ...ERROR, message: '' } }, ['ERROR-3']],
    ['no limit', { headers: { 'x-ratelimit-limit': undefined } }, ['LIMIT-1']],
    [
      'no limit on an unknown status',
      { status: 503, headers: { 'x-ratelimit-reset': undefined } },
      ['LIMIT-1'],
    ],
    ['more left than there were', { headers: { 'x-ratelimit-remaining': '61' } }, ['LIMIT-3']],
    ['less than nothing left', { headers: { 'x-ratelimit-remaining': '-1' } }, ['LIMIT-3']],
    ['a fraction left', { headers: { 'x-ratelimit-remaining': '1.5' } }, ['LIMIT-3']],
    ['a word for what is left', { headers: { 'x-ratelimit-remaining': 'many' } }, ['LIMIT-3']],
    ['a reset that is past', { headers: { 'x-ratelimit-reset': String(SECONDS - 60) } }, ['LIMIT-4']],
    ['a reset as a wait', { headers: { 'x-ratelimit-reset': '40' } }, ['LIMIT-4']],
    ['a reset in milliseconds', { headers: { 'x-ratelimit-reset': String(NOW) } }, ['LIMIT-4']],
    ['a reset as a date', { headers: { 'x-ratelimit-reset': new Date(NOW).toISOString() } }, ['LIMIT-4']],
    ['a 429 without Retry-After', { status: 429, headers: { 'cache-control': 'no-store' } }, ['LIMIT-8']],
    [
      'a Retry-After that is no time',
      { ...refused, headers: { ...refused.headers, 'retry-after': 'soon' } },
      ['LIMIT-8'],
    ],
    ['a Retry-After with a unit', retriedAfter('42s'), ['LIMIT-16']],
    ['a Retry-After with a fraction', retriedAfter('40.5'), ['LIMIT-16']],
    ['a Retry-After in milliseconds', retriedAfter('40000'), ['LIMIT-16']],
    ['a Retry-After as an ISO date', retriedAfter('2026-01-15T10:31:00Z'), ['LIMIT-16']],
    ['a Retry-After as a Unix time', retriedAfter(String(SECONDS + 40)), ['LIMIT-16']],
    ['a Retry-After of which only a person can say when', retriedAfter('in 5 minutes'), ['LIMIT-16']],
    ['a 429 that any cache may keep', cached('public'), ['LIMIT-13']],
    ['a 429 to be kept for a minute', cached('private, max-age=60'), ['LIMIT-13']],
    ['a 429 for shared caches to keep', cached('max-age=0, s-maxage=5'), ['LIMIT-13']],
    ['a 429 that expires later', { status: 429, headers: { ...WAIT, expires: LATER } }, ['LIMIT-13']],
    ['a 429 that says nothing to caches', { status: 429, headers: WAIT }, []],
    ['a 429 to be asked for again', cached('private, max-age=0, must-revalidate'), []],
    ['a 429 that is no longer fresh', { status: 429, headers: { ...WAIT, expires: '0' } }, []],
  ])('%s', ([_what, one, clauses]) => {
    expect(faulty(exchangeOf(one))).toEqual(clauses)
  })
})

test.for<[what: string, value: number, actual: string]>([
  ['past', SECONDS - 60, `X-RateLimit-Reset ${SECONDS - 60}, 60 s ago`],
  ['too far ahead', SECONDS + 200_000, `X-RateLimit-Reset ${SECONDS + 200_000}, 200,000 s ahead`],
  ['no time of these days', 40, 'X-RateLimit-Reset 40'],
])('a Reset that is %s is shown with how far away it is', ([_what, value, actual]) => {
  const rule = replyRules.find(({ clause }) => clause === 'LIMIT-4')
  expect(rule?.fault(exchangeOf({ headers: { 'x-ratelimit-reset': String(value) } }))).toBe(actual)
})
