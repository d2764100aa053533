import { clauses } from '../../../spec/index.ts'
import type { FinishedTest } from './finished-test.ts'
import type { TestReport } from './run-report.ts'

const should = new Set(clauses.filter(({ level }) => level === 'should').map(({ id }) => id))

/** What became of a test of a clause; breaking a `should` is a warning. */
export function reportTest({
  title,
  finding,
  fault,
  milliseconds,
}: Pick<FinishedTest, 'title' | 'finding' | 'fault' | 'milliseconds'>): TestReport {
  const { breach, hindrance, evidence = [] } = finding ?? {}
  const about = { title, milliseconds, evidence }
  if (breach) {
    const isWarning = finding !== undefined && should.has(finding.clause)
    return { ...about, verdict: isWarning ? 'warned' : 'broken', breach }
  }
  if (fault !== undefined) return { ...about, verdict: 'error', detail: fault }
  if (hindrance !== undefined) return { ...about, verdict: 'not verified', detail: hindrance }
  return { ...about, verdict: 'held' }
}
