import { counted, printable } from '../../../spec/index.ts'
import { findingsOf, hitName, reasonsOf } from '../model/findings.ts'
import type { Paint } from './paint.ts'
import { colours, sign } from './progress-line.ts'
import type { ClauseReport, RunReport } from '../model/run-report.ts'
import { conclusionOf, verdictLine } from '../model/conclusion.ts'
import { facts } from './terminal-facts.ts'
import { showFindings } from './terminal-findings.ts'
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
  const reasons = reasonsOf(report)
  if (reasons.length === 0) return []
  const clauses = new Set(
    reasons.flatMap((reason) => reason.clauses.map(({ clause }): ClauseReport => clause)),
  )
  const lines = reasons.flatMap((reason) => [
    ...wrap(printable(reason.reason), columns - 2).map((line, index) =>
      index === 0 ? `${sign('not verified', paint)} ${line}` : `  ${line}`,
    ),
    ...wrap(reason.clauses.map(hitName).join(', '), columns - 4).map((line) => paint('dim', `    ${line}`)),
  ])
  return [paint('bold', `NOT VERIFIED  ${counted(clauses.size, 'clause')}`), ...lines]
}

function lastLine(report: RunReport, paint: Paint): string {
  const { word, tone } = conclusionOf(report)
  const line = verdictLine(report)
  return paint('bold', paint(colours[tone], word)) + line.slice(word.length)
}
