import type { ClauseReport, RunReport } from './run-report.ts'

/** A reason for which clauses could not be verified, with those clauses. */
export interface Hindered {
  readonly reason: string
  readonly clauses: readonly { readonly clause: ClauseReport; readonly tests: number }[]
}

/** What was not verified, by reason, in the order of the document. `tests` says how many of a clause's tests it hit. */
export function hindrances({ clauses }: RunReport): readonly Hindered[] {
  const reasons = new Map<string, { clause: ClauseReport; tests: number }[]>()
  for (const clause of clauses) {
    const hindered = clause.tests.filter(({ verdict }) => verdict === 'not verified')
    for (const [reason, tests] of Map.groupBy(hindered, ({ detail = 'no reason given' }) => detail)) {
      const entry = { clause, tests: tests.length }
      reasons.set(reason, [...(reasons.get(reason) ?? []), entry])
    }
  }
  return Array.from(reasons, ([reason, hit]) => ({ reason, clauses: hit }))
}

/** `LIST-3`, or `LIST-3 (1 of 2 tests)` where the reason hit a part of it only. */
export function hinderedName({ clause, tests }: Hindered['clauses'][number]): string {
  return tests === clause.tests.length ? clause.id : `${clause.id} (${tests} of ${clause.tests.length} tests)`
}
