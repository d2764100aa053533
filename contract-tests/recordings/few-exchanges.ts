import { counted, figure } from '../../spec/wording.ts'
import { offenders } from '../report/model/findings.ts'
import { assumption } from '../report/model/assumptions.ts'
import type { ReportedBreach, RunReport, TestReport } from '../report/model/run-report.ts'

/** How many exchanges a report shows; more would be a page that no browser opens. */
export interface Shown {
  readonly exchanges: number
  /** Of those that break a clause in one way. */
  readonly alike: number
}

const MOST: Shown = { exchanges: 500, alike: 100 }

/** A report that shows those exchanges that break a clause, and the first of the others. Its verdicts and counts stay. */
export function withFewExchanges(report: RunReport, most = MOST): RunReport {
  if (report.exchanges.length <= most.exchanges) return report
  const cut = report.clauses.map((clause) => ({
    ...clause,
    tests: clause.tests.map((test) => withFewOffenders(test, most.alike)),
  }))
  const tests = cut.flatMap((clause) => clause.tests)
  const wrong = new Set(tests.flatMap(({ breach }) => (breach ? offenders(breach) : [])))
  const others = report.exchanges.filter(({ id }) => !wrong.has(id))
  const shown = new Set([
    ...wrong,
    ...others.slice(0, Math.max(0, most.exchanges - wrong.size)).map(({ id }) => id),
  ])
  const note = `This report shows ${figure(shown.size)} of ${counted(report.exchanges.length, 'exchange')}: those that break a clause, at most ${most.alike} that do so in one way, and the first of the others.`
  return {
    ...report,
    clauses: cut.map((clause) => ({
      ...clause,
      tests: clause.tests.map((test) => ({
        ...test,
        evidence: test.evidence.filter((id) => shown.has(id)),
      })),
    })),
    exchanges: report.exchanges.filter(({ id }) => shown.has(id)),
    assumptions: [...(report.assumptions ?? []), assumption(note)],
  }
}

function withFewOffenders({ breach, ...test }: TestReport, most: number): TestReport {
  return breach === undefined ? test : { ...test, breach: cutShapes(breach, most) }
}

function cutShapes({ shapes, ...breach }: ReportedBreach, most: number): ReportedBreach {
  if (shapes === undefined) return breach
  return {
    ...breach,
    shapes: shapes.map(({ actual, exchanges }) => ({ actual, exchanges: exchanges.slice(0, most) })),
  }
}
