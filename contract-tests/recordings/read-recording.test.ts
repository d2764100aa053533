import { expect, test } from 'vitest'
import { fileChecks } from '../../cli/environment/file-checks.ts'
import { startMock } from '../../mock/index.ts'
import { settingsFor, testService } from '../../lab/proof/test-service.ts'
import { Unreachable } from '../engine/transport.ts'
import { runSuite } from '../index.ts'
import { jsonReport } from '../report/json/json.ts'
import { findingsOf } from '../report/model/findings.ts'
import type { RunReport } from '../report/model/run-report.ts'
import { runSuite as suite } from '../suite.ts'
import { judgeRecording } from './judge-recording.ts'
import { type ReadFile, readRecording } from './read-recording.ts'
import type { Recording } from './recording.ts'

const BASE = 'https://pets.example/v1'
const own = {
  startedDateTime: '2026-11-20T10:00:00Z',
  time: 5,
  request: { method: 'GET', url: `${BASE}/pets`, headers: [], bodySize: 0 },
  response: { status: 200, headers: [], bodySize: 2, content: { text: '[]', size: 2 } },
}
const elsewhere = { request: { method: 'GET', url: 'https://cdn.example/a.js' } }
const journalled = {
  id: 1,
  time: '2026-11-20T10:00:00Z',
  method: 'GET',
  target: '/v1/pets',
  keyId: null,
  status: 401,
  request: { headers: {}, body: null },
  reply: { headers: {}, body: '{}' },
}

test.for<[what: string, text: string, message: string]>([
  ['a text', 'GET /v1/pets', 'is no JSON from line 1, column 1 on. Record or export it again'],
  [
    'a cut archive',
    `{"log": {\n"entries": [${JSON.stringify(own)},`,
    `is no JSON from line 2, column ${JSON.stringify(own).length + 14} on. Record or export it again`,
  ],
  [
    'an archive whose third entry lacks its reply',
    archive(own, elsewhere, { ...own, response: undefined }),
    'is no HAR: log.entries[2].response is required',
  ],
  [
    'an archive with a header that has no value',
    archive({ ...own, request: { ...own.request, headers: [{ name: 'Accept' }] } }),
    'is no HAR: log.entries[0].request.headers[0].value is required',
  ],
  [
    'an archive with a reply that came after all time',
    archive({ ...own, time: 1e308 }),
    'is no HAR: log.entries[0].time must be milliseconds',
  ],
  [
    'an archive with a method that is an object',
    archive({ ...own, request: { ...own.request, method: { toString: 1 } } }),
    'is no HAR: log.entries[0].request.method must be a string',
  ],
  [
    'an archive with a time that is none',
    archive({ ...own, startedDateTime: 'yesterday' }),
    'is no HAR: log.entries[0].startedDateTime must be a time such as 2030-12-05T00:00:00Z',
  ],
  [
    'a report without what is needed to judge it again',
    JSON.stringify({ schemaVersion: 1, baseUrl: BASE, exchanges: [{ id: 1 }] }),
    'is no report of petstore contract: exchanges[0].method is required',
  ],
  [
    'a report of another version',
    JSON.stringify({ schemaVersion: 2 }),
    'has schemaVersion 2, and this version of petstore reads 1. Write the report again with this version',
  ],
  [
    'a journal with a broken entry',
    JSON.stringify([journalled, { ...journalled, status: '200' }]),
    'is no journal: [1].status must be an integer',
  ],
  ['a list of something else', '[{"name": "Rex"}]', 'is no journal: [0].id is required'],
  ['an object of something else', '{"pets": []}', 'holds no exchange. Give an HTTP archive (HAR 1.2),'],
  [
    'an object whose other members nest without end',
    `{"pages": ${'['.repeat(500_000)}`,
    'cannot be read: it nests deeper than 100 levels',
  ],
  ['nothing', '', 'holds no exchange. Give an HTTP archive (HAR 1.2),'],
])('%s is refused with its place', async ([_what, text, message]) => {
  await expect(read(text)).rejects.toThrow(message)
})

test('what went to other services is counted, and need not be an entry at all', async () => {
  const { entries, recording } = await read(archive(elsewhere, own, elsewhere))
  expect({ entries, passedOver: recording?.passedOver }).toEqual({ entries: 3, passedOver: 2 })
  expect(recording?.exchanges).toHaveLength(1)
})

test('a file without requests to the asked address names the addresses that it has', async () => {
  const { recording, bases } = await read(archive(own), 'https://other.example/v1')
  expect(recording?.exchanges).toEqual([])
  expect(bases).toEqual([BASE])
})

test('a request without a reply is counted', async () => {
  const aborted = { ...own, response: { ...own.response, status: 0 } }
  const report = judged(await read(archive(own, aborted)))
  expect(report.assumptions?.map(({ text }) => text).join(' ')).toContain('1 request without a reply')
})

test('the body of a request that an archive leaves out is not taken for an empty one', async () => {
  const headers = [
    { name: 'Authorization', value: 'Bearer a-secret-key' },
    { name: 'Content-Type', value: 'application/json' },
  ]
  const post = { method: 'POST', url: `${BASE}/pets`, headers }
  const response = { ...own.response, status: 201, content: { text: '{"id":1,"name":"Rex","categoryId":1}' } }
  const broken = async (request: object): Promise<readonly string[]> =>
    findingsOf(judged(await read(archive({ ...own, request, response }))), 'broken').map(
      ({ clause }) => clause.id,
    )
  expect(await broken({ ...post, bodySize: -1 })).not.toContain('CREATE-5')
  expect(await broken({ ...post, bodySize: 0 })).toContain('CREATE-5')
})

test('a key is not shown, wherever the request has it', async () => {
  const keys = ['key-in-a-header', 'key-in-a-query', 'key-in-basic']
  const headers = [
    { name: 'X-Api-Key', value: keys[0] },
    { name: 'Authorization', value: `Basic ${btoa(`user:${keys[2]}`)}` },
  ]
  const url = `${BASE}/pets?api_key=${keys[1]}`
  const content = { text: JSON.stringify({ echo: keys }), size: 80 }
  const entry = { ...own, request: { ...own.request, url, headers }, response: { ...own.response, content } }
  const shown = jsonReport(judged(await read(archive(entry))))
  expect(shown).toContain('/pets?api_key=')
  expect(keys.filter((key) => shown.includes(key))).toEqual([])
})

test('the report of a run is judged again: nothing is broken, and what only the suite can see is not verified', async () => {
  await using mock = await startMock({ port: 0, pets: 50 })
  const run = await runSuite({
    baseUrl: mock.baseUrl,
    key: 'free-demo-key',
    secondKey: 'free-demo-key-2',
    exhaust: true,
    ban: true,
    control: [mock.world, mock.worlds.get('staging')],
  })
  expect(run.quotaSetAfter).toBeDefined()
  const report = judged(await read(jsonReport(run)))
  expect(report.requests.sent).toBe(run.exchanges.length)
  expect(report.totals).toMatchObject({ broken: 0, warned: 0, error: 0 })
  expect(held(report)).toEqual(
    expect.arrayContaining([
      'AUTH-1',
      'CREATE-2',
      'LIMIT-3',
      'LIMIT-5',
      'LIMIT-7',
      'LIMIT-9',
      'LIMIT-10',
      'LIMIT-12',
      'LIST-7',
    ]),
  )
  const again = judged(await read(jsonReport(report)))
  expect([again.totals.broken, held(again)]).toEqual([0, held(report)])
})

test('the journal of a mock is judged, pages in any order and clients at once', async () => {
  await using mock = await startMock({ port: 0, pets: 50 })
  const ask = (key: string, path: string, body?: string): Promise<unknown> =>
    fetch(mock.baseUrl + path, {
      ...(body !== undefined && { method: 'POST', body }),
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    })
  for (const key of ['pro-demo-key', 'no-such-key', 'pro-demo-key', 'pro-demo-key'])
    await ask(key, '/pets?limit=3')
  await Promise.all(
    Array.from({ length: 30 }, (_none, at) =>
      at % 3 === 0
        ? ask('pro-demo-key', '/pets', `{"name":"Rex ${at}","categoryId":1}`)
        : ask('business-demo-key', '/pets?limit=100'),
    ),
  )
  const pages = [mock.journal.page({ limit: 20 }), mock.journal.page({ before: 25 })]
  const report = judged(await read(pages.map((page) => JSON.stringify(page)).join('\n')))
  expect(report.requests.sent).toBe(34)
  expect(report.totals).toMatchObject({ broken: 0, error: 0 })
  expect(held(report)).toEqual(
    expect.arrayContaining(['AUTH-1', 'AUTH-6', 'CREATE-2', 'LIMIT-3', 'LIST-7', 'PET-2']),
  )
})

test('the requests of a run that got no reply are read from its report', async () => {
  const { transport } = await testService((healthy) => healthy)
  let left = 20
  const dying = (request: Parameters<typeof transport>[0]): ReturnType<typeof transport> =>
    (left -= 1) >= 0 ? transport(request) : Promise.reject(new Unreachable('connection refused', false))
  const settings = settingsFor({ baseUrl: BASE, key: 'free-demo-key' })
  const run = await suite(settings, { transport: dying })
  // The last one asks what others have answered, before the run ends.
  expect(run.unanswered).toHaveLength(4)
  const { recording } = await read(jsonReport(run))
  expect([recording?.exchanges.length, recording?.unanswered]).toEqual([20, 4])
})

test('what a run sent to its second base address spends the same key: nobody else has used it', async () => {
  await using mock = await startMock({ port: 0, pets: 50 })
  const { host } = new URL(mock.baseUrl)
  const secondBaseUrl = `http://${host.replace('127.0.0.1', 'localhost')}/v1`
  const run = await runSuite({ baseUrl: mock.baseUrl, secondBaseUrl, key: 'pro-demo-key' })
  const { recording } = await read(jsonReport(run))
  const report = judgeRecording(given(recording), { keysAreShared: false })
  expect([recording?.passedOver, report.requests.sent]).toEqual([0, run.exchanges.length])
  expect(report.assumptions?.map(({ text }) => text).join(' ')).toContain('Nobody else used the same keys')
})

test('a journal that shows a pet in two ways breaks a clause', async () => {
  const shows = (id: number, name: string): object => ({
    ...journalled,
    id,
    target: '/v1/pets/7',
    keyId: '0123456789abcdef',
    request: { headers: { host: 'localhost:4010', authorization: 'Bearer pro-…ey' }, body: null },
    status: 200,
    reply: {
      headers: {
        'Content-Type': 'application/json',
        'X-RateLimit-Limit': '60',
        'X-RateLimit-Remaining': String(60 - id),
        'X-RateLimit-Reset': String(Date.parse(journalled.time) / 1000 + 40),
      },
      body: JSON.stringify({ id: 7, name, categoryId: 1 }),
    },
  })
  const { recording } = await read(JSON.stringify([shows(2, 'Max'), shows(1, 'Rex')]))
  expect(recording?.baseUrl).toBe('http://localhost:4010/v1')
  const report = judged({ entries: 2, bases: [], recording })
  expect(findingsOf(report, 'broken').map(({ actual }) => actual)).toContain('name "Max"')
})

function archive(...entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: '1.2', entries } })
}

function read(text: string, baseUrl?: string): Promise<ReadFile> {
  return readRecording(bytesOf(text), { checks: fileChecks, baseUrl })
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text))
}

function judged({ recording }: ReadFile): RunReport {
  return judgeRecording(given(recording), { keysAreShared: false })
}

function given(recording: Recording | undefined): Recording {
  if (recording === undefined) throw new Error('nothing was recorded')
  return recording
}

function held({ clauses }: RunReport): readonly string[] {
  return clauses.filter(({ verdict }) => verdict === 'held').map(({ id }) => id)
}
