import { shortfallOf } from './enough.ts'
import type { ClauseReport, KnownBreach, RunReport } from './run-report.ts'

/** A line of the file that names known breaches. */
export type KnownBreachLine = Pick<KnownBreach, 'clause' | 'reason' | 'until' | 'at'>

/**
 * The report of a run with its known breaches, as of the day on which the run started. Clauses that the
 * run was not asked for are left out.
 */
export function withKnownBreaches(report: RunReport, lines: readonly KnownBreachLine[]): RunReport {
  const today = report.startedAt.slice(0, 10)
  const known = lines.flatMap((line): readonly KnownBreach[] => {
    const clause = report.clauses.find(({ id }) => id === line.clause)
    return clause === undefined ? [] : [{ ...line, state: stateOf(line, clause.verdict, today) }]
  })
  return { ...report, known, exitCode: exitCodeOf({ ...report, known }) }
}

function stateOf(
  { until }: KnownBreachLine,
  verdict: ClauseReport['verdict'],
  today: string,
): KnownBreach['state'] {
  if (verdict === 'held') return 'gone'
  if (verdict !== 'broken' && verdict !== 'warned') return 'not verified'
  return today > until ? 'expired' : 'still there'
}

/** The known breach of a clause that the run has met again, and that does not fail it. */
export function acceptedBreach(
  { known }: Pick<RunReport, 'known'>,
  { id }: Pick<ClauseReport, 'id'>,
): KnownBreach | undefined {
  return known.find(({ clause, state }) => clause === id && state === 'still there')
}

/** What has become of a known breach, in words that follow its clause. */
export const fates: Readonly<Record<KnownBreach['state'], string>> = {
  'still there': 'is still broken, which is accepted',
  gone: 'is no longer broken: remove it from the file',
  expired: 'is still broken, and the day has passed',
  'not verified': 'could not be verified',
}

/** Whether a known breach fails the run, because the file that names it needs an update. */
export function isOutdated({ state }: Pick<KnownBreach, 'state'>): boolean {
  return state === 'gone' || state === 'expired'
}

/** How a run ends. What is broken comes first, whatever else was not seen. */
export function exitCodeOf(report: Omit<RunReport, 'exitCode'>): RunReport['exitCode'] {
  const fails = report.clauses.some(
    (clause) =>
      clause.verdict === 'error' ||
      (clause.verdict === 'broken' && acceptedBreach(report, clause) === undefined),
  )
  if (fails || report.known.some(isOutdated)) return 1
  return shortfallOf(report) === undefined ? 0 : 2
}
