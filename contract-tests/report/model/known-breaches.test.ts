import { expect, it } from 'vitest'
import { exampleReport, flawlessReport, totalsOf } from '../testing/example-report.ts'
import { withKnownBreaches, type KnownBreachLine } from './known-breaches.ts'
import type { ClauseReport, KnownBreach, RunReport } from './run-report.ts'
import type { Verdict } from './verdict.ts'

/** A run of 20 November 2026 with this verdict on LIST-3, and nothing else wrong. */
function runWith(verdict: Verdict, gaveUp: boolean, more: Partial<ClauseReport> = {}): RunReport {
  const classes = { asked: 2, of: 2, leftOut: 0 }
  const clauses = flawlessReport().clauses.map((clause): ClauseReport =>
    clause.id === 'LIST-3' ? { ...clause, classes, verdict, ...more } : clause,
  )
  return exampleReport({ clauses, totals: totalsOf(clauses), gaveUp, leftOut: [], known: [] })
}

const line = { clause: 'LIST-3', reason: 'a proxy caps the limit' } as const

it.each<[Verdict, boolean, string, KnownBreach['state'], RunReport['exitCode']]>([
  ['broken', false, '2026-11-20', 'still there', 0],
  ['broken', true, '2026-11-20', 'still there', 2],
  ['broken', false, '2026-11-19', 'expired', 1],
  ['warned', false, '2026-11-20', 'still there', 0],
  ['held', false, '2026-11-20', 'gone', 1],
  ['not verified', false, '2026-11-20', 'not verified', 0],
  ['not verified', true, '2026-11-20', 'not verified', 2],
  ['error', false, '2026-11-20', 'not verified', 1],
])('%s (stopped answering: %s), accepted until %s, is %s (%i)', (verdict, gaveUp, until, state, after) => {
  const report = withKnownBreaches(runWith(verdict, gaveUp), [{ ...line, until }])
  expect(report.known).toEqual([{ ...line, until, state }])
  expect(report.exitCode).toBe(after)
})

const tests: ClauseReport['tests'] = [
  { title: 'LIST-3 the largest limit', verdict: 'held', evidence: [1] },
  { title: 'LIST-3 a limit beside a filter', verdict: 'not verified', extra: true, evidence: [] },
]

it.each<[string, RunReport, readonly string[]]>([
  ['an extra test was not verified', runWith('held', false, { tests }), []],
  ['an extra test was left out', { ...runWith('held', false), leftOut: ['LIST-3 a limit in a URL'] }, []],
  ['a class was left out', runWith('held', false, { classes: { asked: 1, of: 2, leftOut: 1 } }), []],
  ['only some clauses were run', runWith('held', false), ['LIST-3']],
])(
  'where %s, a clause that held is not said to be no longer broken, and the run passes',
  (_why, run, only) => {
    const report = withKnownBreaches(run, [{ ...line, until: '2026-11-20' }], only)
    expect(report.known).toEqual([{ ...line, until: '2026-11-20', state: 'not verified' }])
    expect(report.exitCode).toBe(0)
  },
)

it('a class of which the document is silent may show a breach of an ERROR clause', () => {
  const cells = [{ name: 'a blank', requests: 0 }]
  const asked = [{ kind: 'classes', of: 'listPets', input: 'limit', cells }] as const
  const lines = [
    { ...line, until: '2026-11-20' },
    { ...line, clause: 'ERROR-1', until: '2026-11-20' },
  ] as const
  const { known } = withKnownBreaches({ ...runWith('held', false), asked }, lines)
  expect(known.map(({ state }) => state)).toEqual(['gone', 'not verified'])
})

it('what was left out of other clauses is no matter', () => {
  const run = { ...runWith('held', false), leftOut: ['LIST-4 a page of 20'] }
  expect(withKnownBreaches(run, [{ ...line, until: '2026-11-20' }]).known[0]?.state).toBe('gone')
})

it('another broken clause still fails the run', () => {
  const lines: readonly KnownBreachLine[] = [{ ...line, until: '2027-01-31' }]
  expect(withKnownBreaches(exampleReport({ known: [] }), lines).exitCode).toBe(1)
})
