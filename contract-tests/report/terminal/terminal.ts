import { counted, printable } from '../../../spec/wording.ts'
import { conclusionOf, noteOf, verdictLine, warningOf } from '../model/conclusion.ts'
import {
  aspectOf,
  countUnverified,
  faultsOf,
  findingsOf,
  hitName,
  reasonsOf,
  whereFrom,
  type Finding,
  type Seen,
  type HitClause,
} from '../model/findings.ts'
import type { ClauseReport, RunReport } from '../model/run-report.ts'
import { noReplyHeading, requestText } from '../model/no-reply.ts'
import { shortCommand } from '../model/repeat.ts'
import { cut } from '../model/text.ts'
import { facts } from './facts.ts'
import { colours, headed, sign, wrap, type Paint } from './lines.ts'

/**
 * The report of a run, for a terminal of `columns`: the broken clauses and the verdict last, where the eye is when it ends. Nothing that
 * a service sent can move the cursor or forge a line. A curl command is never wrapped, so that it can be copied.
 */
export function terminalReport(report: RunReport, paint: Paint, columns = 80): string {
  return [
    ...facts(report, paint, columns),
    notVerified(report, paint, columns),
    noReply(report, paint, columns),
    faults(report, paint, columns),
    findings('WARNED', findingsOf(report, 'warned'), paint, columns),
    findings('BROKEN', findingsOf(report, 'broken'), paint, columns),
    advice(report, paint, columns),
    [lastLine(report, paint)],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => `\n${lines.join('\n')}\n`)
    .join('')
}

/** Each request without a reply, and a command to repeat it. */
function noReply(report: RunReport, paint: Paint, columns: number): readonly string[] {
  const heading = noReplyHeading(report)
  if (heading === undefined) return []
  const lines = (report.unanswered ?? []).flatMap((one) => [
    ...wrap(printable(`${requestText(one)}: ${one.why}`), columns - 2).map((line) => `  ${line}`),
    repeatLine(one.curl, paint),
  ])
  return [...headed('NO REPLY', printable(heading), paint, columns), ...lines]
}

function repeatLine(curl: string, paint: Paint): string {
  return `    ${paint('dim', 'repeat'.padEnd(LABEL))}${printable(shortCommand(curl))}`
}

/** The requirement, its source, expected, actual, and a command to repeat it. */
function findings(
  heading: string,
  all: readonly Finding[],
  paint: Paint,
  columns: number,
): readonly string[] {
  if (all.length === 0) return []
  const clauses = Map.groupBy(all, ({ clause }) => clause)
  const lines = Array.from(clauses.values()).flatMap((own) => ['', ...clauseLines(own, paint, columns)])
  return [paint('bold', `${heading}  ${counted(clauses.size, 'clause')}`), ...lines.slice(1)]
}

function clauseLines(own: readonly Finding[], paint: Paint, columns: number): readonly string[] {
  const [first] = own
  if (!first) return []
  const { clause, test, accepted } = first
  const { id, text } = clause
  const [head = '', ...rest] = wrap(printable(text), columns - id.length - 4)
  const indent = ' '.repeat(id.length + 4)
  const acceptance = accepted ? [`accepted until ${accepted.until}: ${accepted.reason}`] : []
  const remarks = [sourceLine(clause), ...acceptance].flatMap((remark) =>
    wrap(printable(remark), columns - 2),
  )
  return [
    `${sign(test.verdict, paint)} ${paint('bold', id)}  ${head}`,
    ...rest.map((line) => indent + line),
    ...remarks.map((line) => paint('dim', `  ${line}`)),
    ...own.flatMap((finding) => findingLines(finding, own.length > 1, paint, columns)),
  ]
}

function sourceLine(clause: ClauseReport): string {
  const from = whereFrom(clause)
  return from.kind === 'document'
    ? `the document, ${from.section}: “${from.words}”`
    : `not in the document; asked for by ${from.name}`
}

const LABEL = 'expected'.length + 2

// A reply may be long; other reports show all of it.
const LONGEST = 600

function findingLines(
  finding: Finding,
  isOneOfMany: boolean,
  paint: Paint,
  columns: number,
): readonly string[] {
  const {
    test,
    clause,
    expected,
    actual,
    instead,
    exchange,
    repeat: command,
    statuses,
    tried,
    seen,
  } = finding
  const aspect = aspectOf(test, clause) || (isOneOfMany ? 'the clause itself' : '')
  const value = (label: string, text: string, longest = LONGEST): readonly string[] =>
    wrap(cut(printable(text), longest), columns - LABEL - 4).map(
      (line, index) => `    ${paint('dim', (index === 0 ? label : '').padEnd(LABEL))}${line}`,
    )
  const where = (one: Seen): readonly string[] =>
    value(one.label, `${one.what} (${one.where})`, Number.POSITIVE_INFINITY)
  const hasOwn = (one: Seen): one is Seen & { readonly curl: string } =>
    one.curl !== undefined && one.curl !== exchange?.curl
  // A command stands below all that it shows.
  const end = seen.some(hasOwn) ? 1 : seen.length
  const [together, apart] = [seen.slice(0, end), seen.slice(end)]
  return [
    ...(aspect === ''
      ? []
      : wrap(printable(aspect), columns - 4).map((line, index) => `  ${index === 0 ? '·' : ' '} ${line}`)),
    ...expected.flatMap((lawful, index) => value(index === 0 ? 'expected' : '      or', lawful)),
    ...value('actual', actual),
    ...(instead === '' ? [] : value('instead', `${instead} may be broken`)),
    ...together.flatMap(where),
    ...(command === undefined ? [] : [repeatLine(command, paint)]),
    ...(statuses === undefined ? [] : [`    ${''.padEnd(LABEL)}${statuses}`]),
    ...(tried === undefined ? [] : value('tried', tried)),
    ...apart.flatMap((one) => [...where(one), ...(hasOwn(one) ? [repeatLine(one.curl, paint)] : [])]),
  ]
}

function faults(report: RunReport, paint: Paint, columns: number): readonly string[] {
  const all = faultsOf(report)
  if (all.length === 0) return []
  const lines = all.flatMap(({ clause, test }) => [
    `${sign('error', paint)} ${paint('bold', clause.id)} ${printable(test.title.replace(`${clause.id} `, ''))}`,
    ...wrap(printable(test.detail ?? ''), columns - 4).map((line) => `    ${line}`),
  ])
  return [
    paint('bold', `ERROR  ${counted(all.length, 'fault')} of the suite itself, not of the service`),
    ...lines,
  ]
}

function notVerified(report: RunReport, paint: Paint, columns: number): readonly string[] {
  const reasons = reasonsOf(report)
  if (reasons.length === 0) return []
  const lines = reasons.flatMap(({ reason, clauses }) => [
    ...wrap(printable(`${counted(testsOf(clauses), 'test')}: ${reason}`), columns - 2).map((line, index) =>
      index === 0 ? `${sign('not verified', paint)} ${line}` : `  ${line}`,
    ),
    ...wrap(clauses.map(hitName).join(', '), columns - 4).map((line) => paint('dim', `    ${line}`)),
  ])
  return [paint('bold', `NOT VERIFIED  ${countUnverified(report, reasons)}`), ...lines]
}

function testsOf(clauses: readonly HitClause[]): number {
  return clauses.reduce((sum, { tests }) => sum + tests, 0)
}

function advice(report: RunReport, paint: Paint, columns: number): readonly string[] {
  const [text = '', warning = ''] = [noteOf(report), warningOf(report)]
  return [
    ...(text === '' ? [] : wrap(printable(text), columns)),
    ...(warning === '' ? [] : wrap(warning, columns).map((line) => paint('yellow', line))),
  ]
}

function lastLine(report: RunReport, paint: Paint): string {
  const { word, tone } = conclusionOf(report)
  const line = verdictLine(report)
  return paint('bold', paint(colours[tone], word)) + line.slice(word.length)
}
