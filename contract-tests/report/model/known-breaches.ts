import type { ClauseId } from '../../../spec/clauses.ts'
import { cellsOf, isAsked } from './asked.ts'
import { isNeverShown, shortfallOf } from './enough.ts'
import type { ClauseReport, KnownBreach, RunReport } from './run-report.ts'

/** An entry of the file of known breaches. */
export type KnownBreachLine = Pick<KnownBreach, 'clause' | 'reason' | 'until' | 'at'>

/**
 * The report of a run with its known breaches, as of the day on which the run started. Breaches of clauses that are not part
 * of the run are left out. One is gone only where all was asked that may show it: not in a run of some clauses
 * alone (`only`), nor in one that was interrupted.
 */
export function withKnownBreaches(
  report: RunReport,
  lines: readonly KnownBreachLine[],
  only: readonly string[] = [],
): RunReport {
  const today = report.startedAt.slice(0, 10)
  const breaches = lines.flatMap((line): readonly KnownBreach[] => {
    const clause = report.clauses.find(({ id }) => id === line.clause)
    if (clause === undefined) return []
    const isWhole = only.length === 0 && report.interruptedBy === undefined && isWhollyAsked(clause, report)
    return [{ ...line, state: stateOf(line, clause.verdict, today, isWhole) }]
  })
  const compared = { ...report, known: breaches }
  return { ...compared, exitCode: exitCodeOf(compared) }
}

/** The clauses whose breach these lines accept on a day (YYYY-MM-DD). */
export function acceptedClauses(lines: readonly KnownBreachLine[], day: string): readonly ClauseId[] {
  return lines.filter((line) => isInForce(line, day)).map(({ clause }) => clause)
}

function isInForce({ until }: Pick<KnownBreachLine, 'until'>, day: string): boolean {
  return day <= until
}

function stateOf(
  line: KnownBreachLine,
  verdict: ClauseReport['verdict'],
  today: string,
  isWhole: boolean,
): KnownBreach['state'] {
  if (verdict === 'held' && isWhole) return 'gone'
  if (verdict !== 'broken' && verdict !== 'warned') return 'not verified'
  return isInForce(line, today) ? 'still there' : 'expired'
}

/** Whether all extra tests of a clause were verified too, and all classes of values asked that may show a breach of it. */
function isWhollyAsked(
  { id, tests, classes }: ClauseReport,
  { leftOut, asked = [] }: Pick<RunReport, 'leftOut' | 'asked'>,
): boolean {
  if (classes !== undefined && classes.asked < classes.of) return false
  // Where the document leaves open what is answered, an error is an Error still.
  const open = cellsOf(asked, 'classes').filter((cell) => cell.clauses === undefined)
  if (id.startsWith('ERROR') && !open.every(isAsked)) return false
  if (leftOut.some((title) => title.startsWith(`${id} `))) return false
  return tests.every((test) => test.verdict !== 'not verified' || isNeverShown(test))
}

/** The known breach of a clause that the run has found again and accepts; it does not fail the run. */
export function acceptedBreach(
  { known }: Pick<RunReport, 'known'>,
  { id }: Pick<ClauseReport, 'id'>,
): KnownBreach | undefined {
  return known.find(({ clause, state }) => clause === id && state === 'still there')
}

/** The state of a known breach, as a phrase that follows its clause. */
export const fates: Readonly<Record<KnownBreach['state'], string>> = {
  'still there': 'is still broken, as the file accepts',
  gone: 'is no longer broken: remove it from the file',
  expired: 'is still broken, and the day has passed',
  'not verified': 'could not be verified in full',
}

/** Whether a known breach fails the run, because the file that names it needs an update. */
export function isOutdated({ state }: Pick<KnownBreach, 'state'>): boolean {
  return state === 'gone' || state === 'expired'
}

/** The exit code of a run. A broken clause decides, whatever could not be verified. */
export function exitCodeOf(report: Omit<RunReport, 'exitCode'>): RunReport['exitCode'] {
  const fails = report.clauses.some(
    (clause) =>
      clause.verdict === 'error' ||
      (clause.verdict === 'broken' && acceptedBreach(report, clause) === undefined),
  )
  if (fails || report.known.some(isOutdated)) return 1
  return shortfallOf(report) === undefined ? 0 : 2
}
