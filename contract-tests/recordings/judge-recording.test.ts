import { expect, test } from 'vitest'
import { findingsOf } from '../report/model/findings.ts'
import { entryOfHar, type HarEntry as Entry } from './har.ts'
import { judgeRecording } from './judge-recording.ts'
import { recordingOf, type Recording } from './recording.ts'

const KEY = 'a-secret-key'
const BASE = 'https://pets.example/v1'
const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }

test('lawful recorded traffic breaks no clause', () => {
  const report = judgeRecording(recording(list(0, [rex]), list(1000, [rex])), { keysAreShared: false })
  expect(report.totals.broken).toBe(0)
  expect(report.exitCode).toBe(0)
  expect(report.clauses.find(({ id }) => id === 'LIST-7')?.verdict).toBe('held')
})

test('two contradictory replies are reported, without keys', () => {
  const report = judgeRecording(recording(list(0, [rex]), list(1000, [])), { keysAreShared: false })
  const [finding] = findingsOf(report, 'broken')
  expect(finding).toMatchObject({ actual: '0 pets, without pet 7', exchange: { id: 2 } })
  expect(finding?.exchange?.curl).toContain('$API_KEY')
  expect(JSON.stringify(report)).not.toContain(KEY)
})

test('a curl line has a variable for each key that the service accepts, and a wrong key for the others', () => {
  const by = (key: string, at: number, status = 200) => {
    const { request, response, ...entry } = list(at, [rex])
    const headers = [{ name: 'Authorization', value: `Bearer ${key}` }]
    return { ...entry, request: { ...request, headers }, response: { ...response, status } }
  }
  const report = judgeRecording(
    recording(
      by('wrong-key-1', 0, 401),
      by(KEY, 1000),
      by('wrong-key-2', 2000, 401),
      by('second-key', 3000),
      by('third-key', 4000),
    ),
    { keysAreShared: false },
  )
  expect(report.exchanges.map(({ curl }) => /Bearer ([^'"]+)/.exec(curl)?.[1])).toEqual([
    'refused-key-4',
    '$API_KEY',
    'refused-key-5',
    '$SECOND_API_KEY',
    '$API_KEY_3',
  ])
})

test('a curl line has the scheme as it was sent', () => {
  const as = (scheme: string, at: number, status = 200) => {
    const { request, response, ...entry } = list(at, [rex])
    const headers = [{ name: 'Authorization', value: `${scheme} ${KEY}` }]
    return { ...entry, request: { ...request, headers }, response: { ...response, status } }
  }
  const both = recording(as('Bearer', 0), as('bearer', 1000, 401), as('Bearer', 2000))
  const report = judgeRecording(both, { keysAreShared: false })
  const [finding] = findingsOf(report, 'warned')
  expect(finding).toMatchObject({ exchange: { id: 2 } })
  expect(finding?.exchange?.curl).toContain('bearer $API_KEY')
})

test('overlapping requests, and requests to other services, contradict nothing', () => {
  const elsewhere = {
    ...list(500, []),
    request: { ...list(500, []).request, url: 'https://other.example/v1/pets' },
  }
  const both = recording(list(0, [rex], 900), list(500, [], 900), elsewhere)
  expect(both.passedOver).toBe(1)
  expect(judgeRecording(both, { keysAreShared: false }).totals.broken).toBe(0)
})

test('a recording without Authorization headers does not break the clauses on keys', () => {
  const withoutKey = [list(0, [rex]), list(1000, [])].map((entry) => ({
    ...entry,
    request: { ...entry.request, headers: [] },
  }))
  const bare = recording(...withoutKey)
  expect(bare.lacksKeys).toBe(true)
  expect(judgeRecording(bare, { keysAreShared: false }).totals.broken).toBe(0)
})

test('a body that the recording omits is not judged', () => {
  const entry = list(0, [rex])
  const cut = { ...entry, response: { ...entry.response, content: { size: 90 } } }
  expect(judgeRecording(recording(cut), { keysAreShared: false }).totals.broken).toBe(0)
})

test('with a shared key, a 401 in between is no breach', () => {
  const denied = { ...list(1000, []), response: { ...list(1000, []).response, ...error(401) } }
  const both = recording(list(0, []), denied, list(2000, []))
  const broken = (keysAreShared: boolean): readonly string[] =>
    findingsOf(judgeRecording(both, { keysAreShared }), 'broken').map(({ clause }) => clause.id)
  expect(broken(false)).toContain('AUTH-1')
  expect(broken(true)).not.toContain('AUTH-1')
})

function recording(...entries: readonly Entry[]): Recording {
  const read = recordingOf(entries.flatMap((entry) => entryOfHar(entry) ?? []))
  if (read === undefined) throw new Error('nothing was recorded')
  return read
}

function list(at: number, pets: readonly unknown[], time = 100): Entry {
  return {
    startedDateTime: new Date(Date.UTC(2026, 10, 20, 10) + at).toISOString(),
    time,
    request: {
      method: 'GET',
      url: `${BASE}/pets?limit=50`,
      headers: [{ name: 'authorization', value: `Bearer ${KEY}` }],
    },
    response: {
      status: 200,
      headers: [...figures, { name: 'Content-Type', value: 'application/json' }],
      content: { text: JSON.stringify(pets) },
    },
  }
}

const figures = [
  { name: 'X-RateLimit-Limit', value: '60' },
  { name: 'X-RateLimit-Remaining', value: '10' },
  { name: 'X-RateLimit-Reset', value: String(Date.UTC(2026, 10, 20, 10, 0, 40) / 1000) },
]

function error(status: number): Pick<Entry['response'], 'status' | 'content'> {
  return { status, content: { text: JSON.stringify({ code: 'no', message: 'No.', status }) } }
}
