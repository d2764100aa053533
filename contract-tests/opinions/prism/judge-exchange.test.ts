import { expect, test } from 'vitest'
import { inProcess, type PlainRequest } from '../../../mock/edge/in-process.ts'
import { startMock } from '../../../mock/index.ts'
import { createWorlds } from '../../../mock/options.ts'
import { lowerCaseNames, type Finding, type ObservedExchange } from '../judge.ts'
import { judgeExchange } from './judge-exchange.ts'
import { lawfulTraffic } from './testing/traffic.ts'

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1)

/** The findings on exchanges, each with its exchange, so that a false alarm explains itself. */
async function alarms(exchanges: readonly ObservedExchange[]): Promise<readonly object[]> {
  const judged = await Promise.all(
    exchanges.map(async (exchange) => ({ exchange, findings: await judgeExchange(exchange) })),
  )
  return judged.filter(({ findings }) => findings.length > 0)
}

test('Prism finds no problems in the mock', async () => {
  await using mock = await startMock({ port: 0 })
  const exchanges = await lawfulTraffic(mock, async ({ method, url, headers, body }) => {
    const response = await fetch(mock.baseUrl + url, { method, headers, ...(body !== undefined && { body }) })
    const fields = Object.fromEntries(response.headers)
    return { status: response.status, headers: fields, body: await response.text() }
  })
  expect(await alarms(exchanges)).toEqual([])
  const statuses = new Set(exchanges.map(({ status }) => status))
  expect([...statuses].sort((one, other) => one - other)).toEqual([
    200, 201, 204, 400, 401, 404, 405, 410, 413, 415, 429,
  ])
})

test.for(SEEDS)('Prism finds nothing wrong with a conforming service that is varied by %i', async (vary) => {
  const worlds = await createWorlds({ vary })
  const send = inProcess(worlds)
  const below = (request: PlainRequest) => send({ ...request, url: `/v1${request.url}` })
  expect(await alarms(await lawfulTraffic(worlds.default, below))).toEqual([])
})

const LIMITS = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1893456060' }
const HEADERS = { 'Content-Type': 'application/json', ...LIMITS }
const KEY = { Authorization: 'Bearer free-demo-key' }
const PET = '{"id":1,"name":"Biscuit","categoryId":2,"status":"sold"}'
const ERROR = '{"code":"x","message":"y","status":400}'

const list: ObservedExchange = {
  method: 'GET',
  path: '/pets?limit=1',
  requestHeaders: KEY,
  requestBody: undefined,
  status: 200,
  headers: HEADERS,
  body: `[${PET}]`,
}
const get: ObservedExchange = { ...list, path: '/pets/1', body: PET }
const create: ObservedExchange = {
  ...list,
  method: 'POST',
  path: '/pets',
  requestHeaders: { ...KEY, 'Content-Type': 'application/json' },
  requestBody: '{"name":"Biscuit","categoryId":2}',
  status: 201,
  body: PET,
}
const refused: ObservedExchange = {
  ...list,
  status: 429,
  headers: { ...HEADERS, 'Retry-After': '17' },
  body: '{}',
}

/** Judges an exchange whose headers are written as people write them. */
function judge(exchange: ObservedExchange): Promise<readonly Finding[]> {
  const { requestHeaders, headers } = exchange
  return judgeExchange({
    ...exchange,
    requestHeaders: lowerCaseNames(requestHeaders),
    headers: lowerCaseNames(headers),
  })
}

function without(headers: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name))
}

const sound: readonly (readonly [string, ObservedExchange])[] = [
  ['a list', list],
  ['an empty list', { ...list, body: '[]' }],
  ['a pet', get],
  ['a pet without a status', { ...get, body: '{"id":1,"name":"Biscuit","categoryId":2}' }],
  ['a pet with more fields', { ...get, body: PET.replace('}', ',"weight":18446744073709551616}') }],
  ['a pet whose id is beyond 2^53', { ...get, body: PET.replace('1', '9007199254740993') }],
  ['a pet with the greatest id', { ...get, body: PET.replace('1', '9223372036854775807') }],
  ['a pet with the least category', { ...get, body: PET.replace('2', '-9223372036854775808') }],
  ['an added pet', create],
  [
    'an added pet, its status sent as null',
    { ...create, requestBody: '{"name":"B","categoryId":2,"status":null}' },
  ],
  ['a refusal of a pet', { ...create, status: 400, body: ERROR }],
  ['a refusal over the limit', refused],
  [
    'a refusal over the limit without a body',
    { ...refused, headers: without(refused.headers, 'Content-Type'), body: '' },
  ],
  [
    'a refusal over the limit with a date',
    { ...refused, headers: { ...refused.headers, 'Retry-After': 'Tue, 01 Jan 2030 00:01:00 GMT' } },
  ],
  ['a charset', { ...list, headers: { ...HEADERS, 'Content-Type': 'application/json; charset=utf-8' } }],
  [
    'an empty parameter of the content type',
    { ...list, headers: { ...HEADERS, 'Content-Type': 'application/json;' } },
  ],
  ['a reply to HEAD', { ...list, method: 'HEAD', body: '' }],
  ['a preflight', { ...list, method: 'OPTIONS', status: 204, headers: {}, body: '' }],
  ['a path that is not documented', { ...list, path: '/owners', status: 404, headers: {}, body: 'no' }],
  ['a method that is not documented', { ...list, method: 'PATCH', status: 405, headers: {}, body: '' }],
  ['not modified', { ...list, requestHeaders: { ...KEY, 'If-None-Match': '"x"' }, status: 304, body: '' }],
  ['an unlawful limit that is ignored', { ...list, path: '/pets?limit=0' }],
  ['an unlawful limit that is refused', { ...list, path: '/pets?limit=0', status: 400, body: ERROR }],
  ['a banned key', { ...list, status: 403, body: ERROR }],
]

test.for(sound)('%s is sound', async ([, exchange]) => {
  expect(await judge(exchange)).toEqual([])
})

const defects: readonly (readonly [string, ObservedExchange, Partial<Finding>])[] = [
  ['a missing field', { ...get, body: '{"id":1,"categoryId":2}' }, { path: 'body' }],
  ['a missing id', { ...create, body: '{"name":"Biscuit","categoryId":2}' }, { path: 'body' }],
  ['a missing field in a list', { ...list, body: `[${PET},{"id":1,"name":"B"}]` }, { path: 'body.1' }],
  ['a wrong type', { ...get, body: PET.replace('1', '"1"') }, { path: 'body.id' }],
  ['a fraction', { ...get, body: PET.replace('2', '2.5') }, { path: 'body.categoryId' }],
  ['an id beyond int64', { ...get, body: PET.replace('1', '9223372036854775808') }, { path: 'body.id' }],
  ['a wrong enum', { ...get, body: PET.replace('sold', 'lost') }, { path: 'body.status' }],
  ['a null status', { ...get, body: PET.replace('"sold"', 'null') }, { path: 'body.status' }],
  ['an envelope', { ...list, body: `{"pets":[${PET}]}` }, { path: 'body' }],
  ['no body', { ...list, body: '' }, { path: 'body' }],
  ['text that is no JSON', { ...list, body: '<html>' }, { path: 'body' }],
  ...Object.keys(LIMITS).map(
    (name) => [`no ${name}`, { ...list, headers: without(HEADERS, name) }, { path: 'header' }] as const,
  ),
  [
    'a limit in words',
    { ...list, headers: { ...HEADERS, 'X-RateLimit-Limit': 'sixty' } },
    { path: 'header.x-ratelimit-limit' },
  ],
  [
    'a reset as a date',
    { ...list, headers: { ...HEADERS, 'X-RateLimit-Reset': '2030-01-01' } },
    { path: 'header.x-ratelimit-reset' },
  ],
  ['no Retry-After', { ...refused, headers: HEADERS }, { path: 'header' }],
  [
    'an error without a message',
    { ...create, status: 400, body: '{"code":"x","status":400}' },
    { path: 'body' },
  ],
  [
    'an error whose status is text',
    { ...create, status: 400, body: ERROR.replace('400', '"400"') },
    { path: 'body.status' },
  ],
  ['an undocumented success', { ...create, status: 200 }, { severity: 'error' }],
  ['a success without a body', { ...get, status: 204, body: '' }, { severity: 'error' }],
  ['an undocumented refusal', { ...list, status: 418, body: ERROR }, { severity: 'error' }],
  ['a plainly lawful list refused', { ...list, status: 400, body: ERROR }, { severity: 'error' }],
  ['a plainly lawful id refused', { ...get, status: 400, body: ERROR }, { severity: 'error' }],
  [
    'an operation removed too early',
    { ...get, status: 410, body: ERROR, headers: { ...HEADERS, 'X-RateLimit-Reset': '1790000000' } },
    { severity: 'error' },
  ],
  ['a bug', { ...list, status: 500, body: ERROR }, { severity: 'error' }],
  ['a service that is away', { ...list, status: 503, body: ERROR }, { severity: 'warning' }],
  [
    'a wrong content type',
    { ...list, headers: { ...HEADERS, 'Content-Type': 'text/html' } },
    { severity: 'error' },
  ],
  [
    'a content type that cannot be read',
    { ...list, headers: { ...HEADERS, 'Content-Type': 'json' } },
    { severity: 'error' },
  ],
  ['no content type', { ...list, headers: LIMITS }, { severity: 'error' }],
  ['a list without a key', { ...list, requestHeaders: {} }, { path: 'request.header.authorization' }],
  [
    'a list with another scheme',
    { ...list, requestHeaders: { Authorization: 'Basic YTpi' } },
    { path: 'request.header.authorization' },
  ],
  [
    'not found without a key',
    { ...get, requestHeaders: {}, status: 404, body: ERROR },
    { path: 'request.header.authorization' },
  ],
  ['a pet added without a name', { ...create, requestBody: '{"categoryId":2}' }, { path: 'request.body' }],
  [
    'a pet added from a wrong type',
    { ...create, requestBody: '{"name":7,"categoryId":2}' },
    { path: 'request.body.name' },
  ],
  [
    'a pet added from what is no int64',
    { ...create, requestBody: '{"name":"B","categoryId":9223372036854775808}' },
    { path: 'request.body.categoryId' },
  ],
  ['a pet added from no body', { ...create, requestBody: undefined }, { path: 'request' }],
  [
    'a pet added from a form',
    { ...create, requestHeaders: { ...KEY, 'Content-Type': 'text/plain' } },
    { path: 'request' },
  ],
  ['a pet found at what is no id', { ...get, path: '/pets/one' }, { path: 'request.path.petid' }],
  ['a pet found beyond int64', { ...get, path: '/pets/9223372036854775808' }, { path: 'request.path.petid' }],
]

test.for(defects)('%s is found', async ([, exchange, expected]) => {
  const [first, ...others] = await judge(exchange)
  expect(first).toMatchObject(expected)
  // Ajv may have more than one thing to say of a value, but of that value only.
  expect(others.filter(({ path }) => path !== first?.path)).toEqual([])
})

test('the first pets of a list longer than any page are judged, and a finding reports that', async () => {
  const long = { ...list, body: `[${'{"id":1},'.repeat(30_000)}{}]` }
  const findings = await judgeExchange(long)
  expect(findings).toHaveLength(202)
  expect(findings[0]).toEqual({
    message: 'a page of 30,001, where none has more than 100: Prism has judged so many of them',
    severity: 'error',
  })
})

test('a body that is nested too deeply breaks no clause', async () => {
  const deep = {
    ...get,
    body: `{"id":1,"name":"a","categoryId":2,"more":${'['.repeat(3000)}${']'.repeat(3000)}}`,
  }
  await expect(judgeExchange(deep)).rejects.toThrow(
    'its body is not read, since it nests deeper than 100 levels',
  )
})
