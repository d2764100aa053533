import type { ReportedExchange } from './reported-exchange.ts'
import type { ClauseReport, KnownBreach, RunReport, TestReport } from './run-report.ts'

/** A breach of a clause with all that a reader needs of it in one place. */
export interface Finding {
  readonly clause: ClauseReport
  readonly test: TestReport
  readonly expected: readonly string[]
  readonly actual: string
  /** The exchange that shows it, where the report holds it. */
  readonly exchange: ReportedExchange | undefined
  /** What is known of the clause, where its breach is borne with. */
  readonly borne: KnownBreach | undefined
}

/** The tests that found a breach, in the order of the document. */
export function findingsOf(report: RunReport, verdict: 'broken' | 'warned'): readonly Finding[] {
  return report.clauses.flatMap((clause) =>
    clause.tests.flatMap((test): readonly Finding[] => {
      if (test.verdict !== verdict || !test.breach) return []
      const { expected, actual, exchange: id } = test.breach
      const exchange = report.exchanges.find((one) => one.id === id)
      return [{ clause, test, expected, actual, exchange, borne: borneBreach(report, clause) }]
    }),
  )
}

/** The known breach of a clause that the run has met again, and that does not fail it. */
export function borneBreach({ known }: RunReport, { id }: Pick<ClauseReport, 'id'>): KnownBreach | undefined {
  return known.find(({ clause, state }) => clause === id && state === 'still there')
}
