import { describe, expect, test } from 'vitest'
import type { ClauseId } from '../../spec/clauses.ts'
import { replyRules } from './reply-rules.ts'
import type { Scene } from './testing/story.ts'
import { exchangeOf } from './testing/findings.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }

function scene(ask: string, more: Partial<Scene> = {}): Scene {
  return { ask, quota: [60, 59, 40], ...more, headers: { ...JSON_TYPE, ...more.headers } }
}

function error(ask: string, status: number, more: Partial<Scene> = {}): Scene {
  return scene(ask, { status, json: { code: 'a', message: 'b', status }, ...more })
}

const ALL = ['BASE-3', 'LIMIT-1', 'LIMIT-3', 'LIMIT-4']
const OF_PETS = ['PET-1', 'PET-3', 'PET-4', 'PET-5']
const OF_ERRORS = ['ERROR-1', 'ERROR-2', 'ERROR-3']

describe('the rules of one reply that concern', () => {
  test.for<[what: string, scene: Scene, clauses: readonly string[]]>([
    ['a list', scene('GET /pets', { json: [rex] }), [...ALL, ...OF_PETS]],
    ['an empty list', scene('GET /pets'), ALL],
    [
      'a page that its limit fills',
      scene('GET /pets?limit=1&status=sold', { json: [rex] }),
      [...ALL, ...OF_PETS, 'LIST-2', 'LIST-5'],
    ],
    ['one that it does not', scene('GET /pets?limit=2', { json: [rex] }), [...ALL, ...OF_PETS, 'LIST-3']],
    ['a page of two', scene('GET /pets', { json: [rex, rex] }), [...ALL, ...OF_PETS, 'PET-2']],
    ['an unlawful limit', scene('GET /pets?limit=101'), ALL],
    [
      'a filter of two statuses',
      scene('GET /pets?status=sold&status=sold', { json: [rex] }),
      [...ALL, ...OF_PETS],
    ],
    ['a lawful limit that is refused', error('GET /pets?limit=1', 400), [...ALL, ...OF_ERRORS, 'LIST-3']],
    ['one with another parameter', error('GET /pets?limit=1&x=y', 400), [...ALL, ...OF_ERRORS]],
    [
      'one in lower case, which may be refused for its key',
      error('GET /pets?limit=1', 400, { sends: { Authorization: 'bearer a' } }),
      [...ALL, ...OF_ERRORS],
    ],
    ['a list in the place of a pet', scene('GET /pets/7', { json: [rex] }), ALL],
    ['a read', scene('GET /pets/7', { json: rex }), [...ALL, ...OF_PETS]],
    [
      'a pet without a status',
      scene('GET /pets/7', { json: { ...rex, status: undefined } }),
      [...ALL, 'PET-1', 'PET-3', 'PET-4'],
    ],
    ['a read that no pet answers', scene('GET /pets/7', { json: 7 }), ALL],
    ['a creation', scene('POST /pets', { status: 201, json: rex }), [...ALL, ...OF_PETS]],
    ['a creation of a list', scene('POST /pets', { status: 201, json: [rex] }), ALL],
    [
      '204, which has no body',
      scene('POST /pets', { status: 204, json: undefined }),
      ['LIMIT-1', 'LIMIT-3', 'LIMIT-4'],
    ],
    ['a key that is refused', error('GET /pets', 401), [...ALL, ...OF_ERRORS, 'AUTH-6']],
    [
      'an error that is no Error',
      scene('GET /pets/7', { status: 404, json: { status: '404', code: 7 } }),
      [...ALL, 'ERROR-1'],
    ],
    [
      'a refusal over the limit',
      scene('GET /pets', { status: 429, json: {}, retryAfter: '40' }),
      [...ALL, 'LIMIT-13', 'LIMIT-16', 'LIMIT-8'],
    ],
    ['one without a wait', scene('GET /pets', { status: 429, json: {} }), [...ALL, 'LIMIT-13', 'LIMIT-8']],
    ['what a gateway answers', error('GET /pets', 503), ALL],
    ['a crash', error('GET /pets', 500), [...ALL, ...OF_ERRORS]],
    ['a reply without figures', { ask: 'GET /pets' }, ['BASE-3', 'LIMIT-1']],
    ['what is no id, refused', error('GET /pets/abc', 400), ['ERROR-1']],
    ['what is no id, not found', error('GET /pets/abc', 404), []],
    ['what is no id, gone', error('GET /pets/abc', 410), []],
    ['what is no id, before the service', error('GET /pets/abc', 405), []],
    ['another path', error('GET /cats', 400), []],
    ['HEAD', scene('HEAD /pets'), ['LIMIT-1', 'LIMIT-3', 'LIMIT-4']],
    ['HEAD of another path', scene('HEAD /cats'), []],
    ['HEAD, refused', error('HEAD /pets', 405), []],
  ])('%s', ([_what, one, clauses]) => {
    const exchange = exchangeOf(one)
    const concerned = replyRules.filter(({ concerns }) => concerns(exchange)).map(({ clause }) => clause)
    expect(concerned.toSorted()).toEqual(clauses.toSorted())
  })

  test('a body that was not read are those of its status and headers', () => {
    const exchange = { ...exchangeOf(error('GET /pets', 400)), unread: 'it has more than 4 MB' }
    const concerned = replyRules.filter(({ concerns }) => concerns(exchange)).map(({ clause }) => clause)
    expect(concerned).toEqual(ALL)
  })

  test('getPet are none from its removal on', () => {
    const read = exchangeOf(scene('GET /pets/7', { json: rex }))
    const at = (sent: number): number =>
      replyRules.filter(({ concerns }) => concerns({ ...read, sent, received: sent })).length
    const removal = Date.UTC(2030, 11, 5)
    expect([at(removal - 6000) > 0, at(removal - 5000), at(removal)]).toEqual([true, 0, 0])
    const list = exchangeOf(scene('GET /pets'))
    expect(replyRules.some(({ concerns }) => concerns({ ...list, sent: removal }))).toBe(true)
  })
})

describe('a rule says what came:', () => {
  const PAST = { 'X-RateLimit-Reset': '40' }

  test.for<[actual: string, clause: ClauseId, scene: Scene]>([
    ['Content-Type none', 'BASE-3', { ask: 'GET /pets' }],
    ['Content-Type text/html', 'BASE-3', scene('GET /pets', { headers: { 'Content-Type': 'text/html' } })],
    ['2 pets, where `limit` is 1', 'LIST-2', scene('GET /pets?limit=1', { json: [rex, rex] })],
    ['status 400', 'LIST-3', error('GET /pets?limit=1', 400)],
    [
      'a pet that is pending',
      'LIST-5',
      scene('GET /pets?status=sold', { json: [rex, { ...rex, status: 'pending' }] }),
    ],
    ['7 twice', 'PET-2', scene('GET /pets', { json: [rex, { ...rex, id: 8 }, rex] })],
    ['invalid: [1].id is missing', 'PET-1', scene('GET /pets', { json: [rex, { name: 'Rex' }] })],
    ['invalid: [0].name is missing', 'PET-3', scene('GET /pets', { json: [{ ...rex, name: undefined }] })],
    ['invalid: categoryId is missing', 'PET-4', scene('GET /pets/7', { json: { id: 7, name: 'Rex' } })],
    [
      'invalid: categoryId must be an integer from -2^63 to 2^63 - 1, not 9223372036854775808',
      'PET-4',
      scene('GET /pets/7', { json: { ...rex, categoryId: JSON.rawJSON('9223372036854775808') } }),
    ],
    [
      `invalid: [0].categoryId must be an integer from -2^63 to 2^63 - 1, not 1${'0'.repeat(39)}…`,
      'PET-4',
      scene('GET /pets', { json: [{ ...rex, categoryId: JSON.rawJSON(`1${'0'.repeat(99)}`) }] }),
    ],
    [
      'invalid: categoryId must be an integer from -2^63 to 2^63 - 1',
      'PET-4',
      scene('GET /pets/7', { json: { ...rex, categoryId: '7' } }),
    ],
    [
      'invalid: status must be a string, not 7',
      'PET-5',
      scene('GET /pets/7', { json: { ...rex, status: 7 } }),
    ],
    ['none', 'AUTH-6', error('GET /pets', 401)],
    ['an empty one', 'AUTH-6', error('GET /pets', 401, { headers: { 'WWW-Authenticate': '' } })],
    ['Basic', 'AUTH-6', error('GET /pets', 401, { headers: { 'WWW-Authenticate': 'Basic' } })],
    ['Forbearer', 'AUTH-6', error('GET /pets', 401, { headers: { 'WWW-Authenticate': 'Forbearer' } })],
    ['invalid: code is missing', 'ERROR-1', error('GET /pets/7', 404, { json: {} })],
    [
      'invalid: status must be an integer',
      'ERROR-1',
      error('GET /pets/7', 404, { json: { status: '404', code: 'not_found', message: 'No pet 7' } }),
    ],
    ['invalid: the whole must be an object', 'ERROR-1', error('GET /pets/7', 404, { json: [] })],
    [
      '`status` is 400 in a reply with status 404',
      'ERROR-2',
      error('GET /pets/7', 404, { json: { status: 400 } }),
    ],
    ['an empty one', 'ERROR-3', error('GET /pets/7', 404, { json: { code: '', message: 'b' } })],
    ['an empty one', 'ERROR-3', error('GET /pets/7', 404, { json: { code: 'a', message: '' } })],
    ['no x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset', 'LIMIT-1', { ask: 'GET /pets' }],
    ['no x-ratelimit-limit, x-ratelimit-remaining', 'LIMIT-1', { ask: 'GET /pets', headers: PAST }],
    ['X-RateLimit-Remaining 61', 'LIMIT-3', scene('GET /pets', { quota: [60, 61, 40] })],
    ['X-RateLimit-Remaining -1', 'LIMIT-3', scene('GET /pets', { quota: [60, -1, 40] })],
    [
      'X-RateLimit-Remaining many',
      'LIMIT-3',
      scene('GET /pets', { headers: { 'X-RateLimit-Remaining': 'many' } }),
    ],
    ['X-RateLimit-Reset 40', 'LIMIT-4', scene('GET /pets', { headers: PAST })],
    ['X-RateLimit-Reset soon', 'LIMIT-4', scene('GET /pets', { headers: { 'X-RateLimit-Reset': 'soon' } })],
    ['no Retry-After', 'LIMIT-8', scene('GET /pets', { status: 429 })],
    ['Retry-After: soon', 'LIMIT-8', scene('GET /pets', { status: 429, retryAfter: 'soon' })],
    ['Retry-After: ""', 'LIMIT-8', scene('GET /pets', { status: 429, retryAfter: '' })],
    [
      'Cache-Control: public',
      'LIMIT-13',
      scene('GET /pets', { status: 429, headers: { 'Cache-Control': 'public' } }),
    ],
    [
      'Retry-After: 42s, which is read as: duration with a unit',
      'LIMIT-16',
      scene('GET /pets', { status: 429, retryAfter: '42s' }),
    ],
    [
      'Retry-After: in 5 minutes',
      'LIMIT-16',
      scene('GET /pets', { status: 429, retryAfter: 'in 5 minutes' }),
    ],
  ])('%s, which breaks %s', ([actual, clause, one]) => {
    const exchange = exchangeOf(one)
    const faults = replyRules.filter((rule) => rule.clause === clause).map(({ fault }) => fault(exchange))
    expect(faults.filter((fault) => fault !== undefined)).toEqual([actual])
  })

  test('of a body that is no JSON its beginning', () => {
    const body = `<h1>${'x'.repeat(100)}`
    const exchange = { ...exchangeOf(scene('GET /pets')), body, json: undefined }
    const [rule] = replyRules
    expect(rule?.fault(exchange)).toBe(
      `Content-Type application/json, and a body that is no JSON: <h1>${'x'.repeat(56)}`,
    )
    expect(rule?.fault({ ...exchange, unread: 'it has more than 4 MB' })).toBeUndefined()
  })

  test('of a page without a lawful limit the number of its pets, where that is over 100', () => {
    const pets = Array.from({ length: 101 }, (_, at) => ({ ...rex, id: at }))
    const rule = replyRules.find(({ clause }) => clause === 'LIST-2')
    const faultOf = (count: number): string | undefined => {
      const page = exchangeOf(scene('GET /pets?limit=1000', { json: pets.slice(0, count) }))
      return rule?.concerns(page) === true ? rule.fault(page) : 'nothing to judge'
    }
    expect([faultOf(99), faultOf(100), faultOf(101)]).toEqual(['nothing to judge', undefined, '101 pets'])
  })

  test('nothing of a pet that an invalid body has left, unless a valid one created it', () => {
    const rule = replyRules.find(({ clause }) => clause === 'PET-1')
    const odd = { name: 'run-odd-id', categoryId: 1 }
    const faultOf = (ask: string, status: number, json: unknown): string | undefined =>
      rule?.fault(exchangeOf(scene(ask, { status, json })))
    expect([faultOf('GET /pets', 200, [odd]), faultOf('GET /pets', 200, [odd, {}])]).toEqual([
      undefined,
      'invalid: [1].id is missing',
    ])
    expect(faultOf('POST /pets', 201, odd)).toBe('invalid: id is missing')
    const list = exchangeOf(scene('GET /pets', { json: [{}] }))
    expect(rule?.fault(list, () => true)).toBeUndefined()
  })
})

test('each rule says what it expects, and which side of its clause it is about', () => {
  const texts = replyRules.map(({ clause, aspect, expected }) => [clause, aspect, expected].join(' | '))
  expect(texts).toEqual([
    'BASE-3 | every response body is application/json | Content-Type: application/json, in UTF-8, and a body that is JSON',
    'LIST-2 | no page is longer than its limit | at most as many pets as `limit` says, and never more than 100',
    'LIST-3 | no lawful limit is refused | a list',
    'LIST-5 | each filtered list has the pets of its status, and no other | pets of that status only',
    'PET-2 | no list shows an id twice | each id once',
    'PET-1 |  | a valid `id` in each pet',
    'PET-3 |  | a valid `name` in each pet',
    'PET-4 |  | a valid `categoryId` in each pet',
    'PET-5 |  | a valid `status` in each pet',
    'AUTH-6 | every 401 has a challenge | WWW-Authenticate: Bearer …',
    'ERROR-1 |  | an Error body',
    'ERROR-2 |  | the HTTP status of the reply in the member `status`',
    'ERROR-3 |  | a code and a message',
    'LIMIT-1 |  | X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset',
    'LIMIT-3 | Remaining is a whole number from 0 to the limit | a whole number from 0 to X-RateLimit-Limit',
    'LIMIT-4 |  | X-RateLimit-Reset: a Unix time in whole seconds, not past and at most a day ahead',
    'LIMIT-8 |  | a Retry-After that says when to retry',
    'LIMIT-13 |  | Cache-Control: no-store, or nothing that lets a cache answer with it again',
    'LIMIT-16 |  | Retry-After: whole seconds, or an HTTP date such as Fri, 20 Nov 2026 10:00:42 GMT',
  ])
  const ofRefusals = replyRules.filter(({ shownBy }) => shownBy === 'going over the limit')
  expect(ofRefusals.map(({ clause }) => clause)).toEqual(['LIMIT-8', 'LIMIT-13', 'LIMIT-16'])
  const ofBodies = replyRules.filter(({ ofBody }) => ofBody === true).map(({ clause }) => clause)
  expect(ofBodies).toEqual([...OF_PETS, 'ERROR-2', 'ERROR-3'])
})
