import { counted } from '../../../spec/index.ts'
import { findingsOf } from '../model/findings-of.ts'
import type { Paint } from './paint.ts'
import { printable } from '../../../spec/index.ts'
import { sign } from './progress-line.ts'
import type { ClauseReport, RunReport } from '../model/run-report.ts'
import { standingOf } from '../model/standing.ts'
import { facts } from './terminal-facts.ts'
import { showFindings } from './terminal-findings.ts'
import { verdictLine } from '../model/verdict-line.ts'
import { hindrances, hinderedName } from '../model/hindrances.ts'
import { wrap } from './wrap.ts'

/**
 * What a run found out, for a terminal of `columns`: first what is broken, last the verdict in one line. Nothing that a
 * service sent can move the cursor or forge a line. A curl command stays in one line however long, to be copied.
 */
export function terminalReport(report: RunReport, paint: Paint, columns = 80): string {
  return [
    showFindings('BROKEN', findingsOf(report, 'broken'), paint, columns),
    faults(report, paint, columns),
    showFindings('WARNED', findingsOf(report, 'warned'), paint, columns),
    notVerified(report, paint, columns),
    ...facts(report, paint, columns),
    [lastLine(report, paint)],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => `\n${lines.join('\n')}\n`)
    .join('')
}

function faults({ clauses }: RunReport, paint: Paint, columns: number): readonly string[] {
  const faulty = clauses.flatMap((clause) =>
    clause.tests.filter(({ verdict }) => verdict === 'error').map((test) => ({ clause, test })),
  )
  if (faulty.length === 0) return []
  const lines = faulty.flatMap(({ clause, test }) => [
    `${sign('error', paint)} ${paint('bold', clause.id)} ${printable(test.title.replace(`${clause.id} `, ''))}`,
    ...wrap(printable(test.detail ?? ''), columns - 4).map((line) => `    ${line}`),
  ])
  return [
    paint('bold', `ERROR  ${counted(faulty.length, 'fault')} of the suite itself, not of the service`),
    ...lines,
  ]
}

function notVerified(report: RunReport, paint: Paint, columns: number): readonly string[] {
  const reasons = hindrances(report)
  if (reasons.length === 0) return []
  const clauses = new Set(
    reasons.flatMap((reason) => reason.clauses.map(({ clause }): ClauseReport => clause)),
  )
  const lines = reasons.flatMap((reason) => [
    ...wrap(printable(reason.reason), columns - 2).map((line, index) =>
      index === 0 ? `${sign('not verified', paint)} ${line}` : `  ${line}`,
    ),
    ...wrap(reason.clauses.map(hinderedName).join(', '), columns - 4).map((line) =>
      paint('dim', `    ${line}`),
    ),
  ])
  return [paint('bold', `NOT VERIFIED  ${counted(clauses.size, 'clause')}`), ...lines]
}

const COLOURS = { good: 'green', fair: 'yellow', bad: 'red' } as const

function lastLine(report: RunReport, paint: Paint): string {
  const { word, tone } = standingOf(report)
  const line = verdictLine(report)
  return paint('bold', paint(COLOURS[tone], word)) + line.slice(word.length)
}
