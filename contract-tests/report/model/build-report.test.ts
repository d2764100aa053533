import { expect, it } from 'vitest'
import { buildReport } from './build-report.ts'
import { titleOf, type CheckResult, type FinishedCheck, type FinishedClause } from './finished-check.ts'
import type { ReportedExchange } from './run-report.ts'

const facts = {
  baseUrl: 'https://pets.example.com/v1',
  mark: 'ct-5f3a',
  left: { created: ['7'], perhaps: [] },
  startedAt: new Date(Date.UTC(2026, 10, 20)),
  milliseconds: 733.6,
  gaveUp: false,
  minVerified: 50,
  leftOut: [],
}
const breach = { expected: ['status 200'], actual: 'status 400', exchange: 1 }

function check(
  clause: FinishedClause['clause'],
  result: CheckResult,
  more: Partial<FinishedClause> = {},
): FinishedClause {
  return {
    kind: 'clause',
    clause,
    aspect: '',
    needs: [],
    result,
    evidence: [],
    sent: [],
    milliseconds: 3,
    ...more,
  }
}

function exchange(id: number, more: Partial<ReportedExchange> = {}): ReportedExchange {
  const sent = { method: 'GET', path: '/pets', curl: '', caller: 'key', headers: {}, body: '' } as const
  return { id, status: 200, ...sent, ...more }
}

it('checks are grouped by clause in the order of the document; a clause holds when all of them do', () => {
  const { clauses, totals } = buildReport(
    [
      check('LIST-3', { kind: 'held' }, { aspect: 'the smallest limit' }),
      check('BASE-1', { kind: 'held' }),
      check('LIST-3', { kind: 'breach', breach }, { aspect: 'the largest limit' }),
      check('AUTH-6', { kind: 'breach', breach }),
      check('LIST-4', { kind: 'not verified', reason: 'budget spent' }),
      check('LIST-5', { kind: 'error', fault: 'a bug' }),
    ],
    facts,
  )
  expect(
    clauses.map(({ id, verdict, tests }) => [id, verdict, ...tests.map((test) => test.verdict)]),
  ).toEqual([
    ['BASE-1', 'held', 'held'],
    ['LIST-3', 'broken', 'held', 'broken'],
    ['LIST-4', 'not verified', 'not verified'],
    ['LIST-5', 'error', 'error'],
    ['AUTH-6', 'warned', 'warned'],
  ])
  expect(clauses[1]?.tests.map(({ title }) => title)).toEqual([
    'LIST-3 the smallest limit',
    'LIST-3 the largest limit',
  ])
  expect(clauses[2]?.tests[0]).toMatchObject({
    title: titleOf({ clause: 'LIST-4', aspect: '' }),
    detail: 'budget spent',
  })
  expect(totals).toEqual({ held: 1, broken: 1, warned: 1, 'not verified': 1, error: 1 })
})

it('an open point has the observed variant, or the reason why there is none', () => {
  const about = { kind: 'open point', evidence: [1], sent: [], milliseconds: 1 } as const
  const checks: readonly FinishedCheck[] = [
    { ...about, openPoint: 'list-order', result: { kind: 'observed', variant: 'newest' } },
    { ...about, openPoint: 'ban', result: { kind: 'not verified', reason: 'unsafe here: --ban' } },
    { ...about, openPoint: 'json-style', result: { kind: 'error', fault: 'a bug' } },
  ]
  const choices = buildReport(checks, facts).choices
  expect(choices.map(({ id, variant, detail }) => [id, variant, detail])).toEqual([
    ['list-order', 'newest', undefined],
    ['ban', undefined, 'unsafe here: --ban'],
    ['json-style', undefined, 'a bug'],
  ])
})

it('exchanges are in the order in which they were sent, and those with the key are counted', () => {
  const later = [exchange(3, { status: 429 }), exchange(4, { caller: 'nobody', status: 401 })]
  const sooner = [exchange(1), exchange(2, { status: 201 })]
  const { exchanges, requests, created, milliseconds } = buildReport(
    [check('LIST-3', { kind: 'held' }, { sent: later }), check('BASE-1', { kind: 'held' }, { sent: sooner })],
    { ...facts, sentAgain: 3 },
  )
  expect(exchanges.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(requests).toEqual({ sent: 4, admitted: 2, refused: 1, sentAgain: 3 })
  expect([created, milliseconds]).toEqual([['7'], 734])
})

const nothing: CheckResult = { kind: 'not verified', reason: 'budget spent' }

it.each<[string, number, readonly CheckResult[], boolean]>([
  ['all held', 0, [{ kind: 'held' }], false],
  ['something is broken', 1, [{ kind: 'held' }, { kind: 'breach', breach }], false],
  ['the suite failed', 1, [{ kind: 'held' }, { kind: 'error', fault: 'a bug' }], false],
  ['nothing was verified', 2, [{ kind: 'not verified', reason: 'budget spent' }], false],
  ['the service stopped answering', 2, [{ kind: 'held' }], true],
  ['it was broken before it stopped', 1, [{ kind: 'breach', breach }], true],
  ['half of it was verified', 0, [{ kind: 'held' }, nothing], false],
  ['less than half of it was verified', 2, [{ kind: 'held' }, nothing, nothing], false],
])('%s: exit code %i', (_what, exitCode, results, gaveUp) => {
  const ids = ['LIST-3', 'LIST-4', 'LIST-6'] as const
  const checks = results.map((result, index) => check(ids[index] ?? 'LIST-5', result))
  expect(buildReport(checks, { ...facts, gaveUp }).exitCode).toBe(exitCode)
})

it('a test that depends on its own clause depends on another test of it', () => {
  const { clauses } = buildReport(
    [
      check('LIST-3', { kind: 'breach', breach }, { aspect: 'the largest limit' }),
      check('LIST-3', { kind: 'not verified', reason: 'depends on: LIST-3' }, { aspect: 'each limit' }),
      check('LIST-4', { kind: 'not verified', reason: 'depends on: LIST-3' }),
    ],
    facts,
  )
  expect(clauses.flatMap(({ tests }) => tests.flatMap(({ detail }) => detail ?? []))).toEqual([
    'depends on: another test of LIST-3',
    'depends on: LIST-3',
  ])
})
