import type { RunReport } from '../../../contract-tests/report/model/run-report.ts'

/** What a run said of a service, as far as two runs can be compared by it. */
export interface Said {
  /** Verdicts by clause, and what was read by open point. */
  readonly verdicts: Readonly<Record<string, string>>
  readonly choices: Readonly<Record<string, string>>
  readonly exitCode: number
}

export function whatWasSaid({ clauses, choices, exitCode }: RunReport): Said {
  return {
    verdicts: Object.fromEntries(clauses.map(({ id, verdict }) => [id, verdict])),
    choices: Object.fromEntries(choices.map(({ id, variant = 'not observed' }) => [id, variant])),
    exitCode,
  }
}

// The first tells the most: a promise that is named as broken, down to what merely could not be looked at.
const WEIGHT = ['broken', 'error', 'warned', 'held', 'read', 'not verified', 'not observed', 'exit code']

/** What was said otherwise than of the healthy service, the weightiest first: `broken LIST-3`, `read further-pages: link`. */
export function saidOtherwise(healthy: Said, now: Said): readonly string[] {
  const changed = (
    before: Said['verdicts'],
    after: Said['verdicts'],
  ): readonly (readonly [string, string])[] =>
    Object.entries(after).filter(([id, told]) => before[id] !== told)
  const told = [
    ...changed(healthy.verdicts, now.verdicts).map(([id, verdict]) => `${verdict} ${id}`),
    ...changed(healthy.choices, now.choices).map(([id, variant]) =>
      variant === 'not observed' ? `not observed ${id}` : `read ${id}: ${variant}`,
    ),
    ...(healthy.exitCode === now.exitCode ? [] : [`exit code ${now.exitCode}`]),
  ]
  // A run ends at the first breach, and says of no other clause anything worth telling.
  const weight = (one: string): number => WEIGHT.findIndex((kind) => one.startsWith(kind))
  return told.toSorted((one, other) => weight(one) - weight(other))
}
