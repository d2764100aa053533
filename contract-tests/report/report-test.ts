import { clauses } from '../../spec/index.ts'
import type { FinishedTest } from './finished-test.ts'
import type { TestReport } from './run-report.ts'

const should = new Set(clauses.filter(({ level }) => level === 'should').map(({ id }) => id))

/** What became of a test of a clause; breaking a `should` is a warning. */
export function reportTest({
  title,
  finding,
  fault,
}: Pick<FinishedTest, 'title' | 'finding' | 'fault'>): TestReport {
  const { breach, hindrance, evidence = [] } = finding ?? {}
  if (breach) {
    const isWarning = finding !== undefined && should.has(finding.clause)
    return { title, verdict: isWarning ? 'warned' : 'broken', breach, evidence }
  }
  if (fault !== undefined) return { title, verdict: 'error', detail: fault, evidence }
  if (hindrance !== undefined) return { title, verdict: 'not verified', detail: hindrance, evidence }
  return { title, verdict: 'held', evidence }
}
