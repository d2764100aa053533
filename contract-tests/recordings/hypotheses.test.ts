import { expect, test } from 'vitest'
import type { ClauseId } from '../../spec/clauses.ts'
import type { RunReport } from '../report/model/run-report.ts'
import type { Entry } from './entry.ts'
import { judgeRecording } from './judge-recording.ts'
import { RecordingBuilder, recordingOf } from './recording.ts'

const KEY = { authorization: 'Bearer a-secret-key' }

test('nobody else is assumed to have used a key whose quota falls with each request', () => {
  const report = judged([list(0, 60), list(1, 59), list(2, 58)])
  expect(assumed(report)).toContain('Nobody else used the same keys meanwhile')
  expect(assumed(report)).not.toMatch(/beginning|Bodies|without a reply/)
  expect(reasonFor('AUTH-1', report)).toBeUndefined()
})

test('a quota that falls faster shows that others used the key: whether it stays valid cannot be said', () => {
  const report = judged([list(0, 60), list(1, 50), list(2, 49)])
  expect(assumed(report)).toContain('Others used a key meanwhile: X-RateLimit-Remaining falls')
  expect(reasonFor('AUTH-1', report)).toBe('precondition missing: a key that nobody else used meanwhile')
})

test('--key-is-shared has the same effect without such a sign', () => {
  const report = judged([list(0, 60), list(1, 59), list(2, 58)], true)
  expect(assumed(report)).toContain('Others used the same keys meanwhile (--key-is-shared)')
  expect(reasonFor('AUTH-1', report)).toBe('precondition missing: a key that nobody else used meanwhile')
})

test('a quota that is partly spent at first shows that the beginning is missing', () => {
  expect(assumed(judged([list(0, 40), list(1, 39)]))).toContain(
    'The beginning is missing: 19 requests of a key had been counted before',
  )
})

test('without Authorization headers, each clause that would have needed them has that reason', () => {
  const bare = [list(0, 60), list(1, 59), list(2, 58)].map((one) => ({
    ...one,
    request: { ...one.request, headers: {} },
  }))
  const report = judged(bare)
  expect(assumed(report)).toContain('no Authorization header')
  for (const clause of ['AUTH-1', 'LIMIT-3', 'LIST-7'] as const)
    expect(reasonFor(clause, report)).toContain('the Authorization headers, which the recording leaves out')
  expect(reasonFor('CREATE-1', report)).toContain('requests of the suite’s own')
})

test('without bodies, each clause that would have needed them has that reason', () => {
  const report = judged([{ ...list(0, 60), unread: 'the recording leaves them out' }])
  expect(assumed(report)).toContain(
    'Bodies that are missing, of 1 reply: the recording leaves them out. Nothing is said of what was in them.',
  )
  for (const clause of ['PET-1', 'LIST-7'] as const)
    expect(reasonFor(clause, report)).toBe('body not read: see the assumptions')
  expect(reasonFor('ERROR-1', report)).toContain('an exchange in the recording that shows it')
})

test('that others have changed pets is said, and what rests on these is not verified', () => {
  const later = (second: number, path: string, body: string): Entry => {
    const before = list(second, 60 - second)
    return { ...before, url: `https://pets.example/v1${path}`, reply: { ...before.reply, body } }
  }
  const max = '{"id":1,"name":"Max","categoryId":1,"status":"sold"}'
  const report = judged([list(0, 60), later(1, '/pets/1', max), later(2, '/pets', `[${max}]`)])
  expect(report.clauses.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(assumed(report)).toContain('Others changed or removed 1 pet meanwhile: reads and lists agree on it')
  expect(reasonFor('LIST-7', report)).toContain('pets that nobody else changes or removes meanwhile')
})

test('of a long recording, as much is stored as the bounds allow, and the report says what is not', () => {
  for (const length of [20, 2_000]) {
    const builder = new RecordingBuilder(undefined, { most: { exchanges: 10, bytes: 1_500 } })
    for (let at = 0; at < length; at += 1) {
      const entry = list(at % 50, 59 - (at % 50))
      const body = entry.reply.body.replace('Rex', `Rex ${at}`)
      builder.wants(entry.url, 'GET')
      builder.add({ ...entry, reply: { ...entry.reply, body } })
    }
    const recording = builder.build()
    expect(recording?.exchanges).toHaveLength(10)
    const unread = recording?.exchanges.filter((one) => one.unread !== undefined).length ?? 0
    expect(unread).toBeGreaterThan(0)
    const report = recording && judgeRecording(recording, { keysAreShared: false })
    expect(report && assumed(report)).toContain(`missing, of ${unread} replies: they are too many to store.`)
    expect(report && assumed(report)).toContain(
      `${(length - 10).toLocaleString('en')} exchanges after the first 10 are judged by themselves only`,
    )
  }
})

function judged(entries: readonly Entry[], keysAreShared = false): RunReport {
  const recording = recordingOf(entries)
  if (recording === undefined) throw new Error('nothing was recorded')
  return judgeRecording(recording, { keysAreShared })
}

function assumed({ assumptions = [] }: RunReport): string {
  return assumptions.map(({ text }) => text).join('\n')
}

/** Why some test of a clause is not verified. */
function reasonFor(clause: ClauseId, { clauses }: RunReport): string | undefined {
  const tests = clauses.find(({ id }) => id === clause)?.tests ?? []
  return tests.find(({ verdict }) => verdict === 'not verified')?.detail
}

const START = Date.UTC(2026, 10, 20, 10)

/** A list so many seconds after the start, with so much left after it. */
function list(second: number, remaining: number): Entry & Required<Pick<Entry, 'reply'>> {
  return {
    url: 'https://pets.example/v1/pets',
    request: { method: 'GET', headers: KEY },
    reply: {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': String(START / 1000 + 60),
      },
      body: '[{"id":1,"name":"Rex","categoryId":1,"status":"sold"}]',
    },
    sent: START + second * 1000,
    received: START + second * 1000 + 10,
  }
}
