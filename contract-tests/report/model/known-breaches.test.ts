import { expect, it } from 'vitest'
import { exampleReport, flawlessReport, totalsOf } from '../testing/example-report.ts'
import { withKnownBreaches, type KnownBreachLine } from './known-breaches.ts'
import type { ClauseReport, KnownBreach, RunReport } from './run-report.ts'
import type { Verdict } from './verdict.ts'

/** A run of 20 November 2026 with this verdict on LIST-3, and nothing else wrong. */
function runWith(verdict: Verdict, gaveUp: boolean): RunReport {
  const clauses = flawlessReport().clauses.map((clause): ClauseReport =>
    clause.id === 'LIST-3' ? { ...clause, verdict } : clause,
  )
  return exampleReport({ clauses, totals: totalsOf(clauses), gaveUp, known: [] })
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

it('another broken clause still fails the run', () => {
  const lines: readonly KnownBreachLine[] = [{ ...line, until: '2027-01-31' }]
  expect(withKnownBreaches(exampleReport({ known: [] }), lines).exitCode).toBe(1)
})
