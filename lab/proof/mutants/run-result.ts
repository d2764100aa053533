import type { RunReport } from '../../../contract-tests/report/model/run-report.ts'

/** What two runs are compared by. */
export interface RunResult {
  /** By clause. */
  readonly verdicts: Readonly<Record<string, string>>
  /** The observed variants, by open point. */
  readonly choices: Readonly<Record<string, string>>
  readonly exitCode: number
}

export function resultOf({ clauses, choices, exitCode }: RunReport): RunResult {
  return {
    verdicts: Object.fromEntries(clauses.map(({ id, verdict }) => [id, verdict])),
    choices: Object.fromEntries(choices.map(({ id, variant = 'not observed' }) => [id, variant])),
    exitCode,
  }
}

// From what shows a mutant best, a promise that is reported broken, to what shows it least.
const KINDS = ['broken', 'error', 'warned', 'held', 'read', 'not verified', 'not observed', 'exit code']

/** What a run reports otherwise than the healthy one, the best evidence first: `broken LIST-3`, `read further-pages: link`. */
export function describeChanges(healthy: RunResult, now: RunResult): readonly string[] {
  const changed = (
    before: RunResult['verdicts'],
    after: RunResult['verdicts'],
  ): readonly (readonly [string, string])[] =>
    Object.entries(after).filter(([id, value]) => before[id] !== value)
  const lines = [
    ...changed(healthy.verdicts, now.verdicts).map(([id, verdict]) => `${verdict} ${id}`),
    ...changed(healthy.choices, now.choices).map(([id, variant]) =>
      variant === 'not observed' ? `not observed ${id}` : `read ${id}: ${variant}`,
    ),
    ...(healthy.exitCode === now.exitCode ? [] : [`exit code ${now.exitCode}`]),
  ]
  // A run ends at the first breach: what it reports of other clauses is worth less.
  const rank = (line: string): number => KINDS.findIndex((kind) => line.startsWith(kind))
  return lines.toSorted((one, other) => rank(one) - rank(other))
}
