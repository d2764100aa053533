import { aspectOf, type Finding, whereFrom } from '../model/findings.ts'
import { counted, printable } from '../../../spec/index.ts'
import type { Paint } from './paint.ts'
import { sign } from './progress-line.ts'
import type { ClauseReport } from '../model/run-report.ts'
import { cut, wrap } from './wrap.ts'

const LABEL = 'expected'.length + 2

// A reply may be anything; who wants all of it looks into another report.
const LONGEST = 600

/** Breaches under a heading: the requirement, the words it comes from, what was expected, what came, how to repeat it. */
export function showFindings(
  heading: string,
  findings: readonly Finding[],
  paint: Paint,
  columns: number,
): readonly string[] {
  if (findings.length === 0) return []
  const clauses = Map.groupBy(findings, ({ clause }) => clause)
  const lines = Array.from(clauses.values()).flatMap((own) => ['', ...clauseLines(own, paint, columns)])
  return [paint('bold', `${heading}  ${counted(clauses.size, 'clause')}`), ...lines.slice(1)]
}

function clauseLines(findings: readonly Finding[], paint: Paint, columns: number): readonly string[] {
  const [first] = findings
  if (!first) return []
  const { clause, test, accepted } = first
  const { id, text } = clause
  const [head = '', ...rest] = wrap(printable(text), columns - id.length - 4)
  const indent = ' '.repeat(id.length + 4)
  const known = accepted ? [`known, and accepted until ${accepted.until}: ${accepted.reason}`] : []
  const remarks = [sourceLine(clause), ...known].flatMap((remark) => wrap(printable(remark), columns - 2))
  return [
    `${sign(test.verdict, paint)} ${paint('bold', id)}  ${head}`,
    ...rest.map((line) => indent + line),
    ...remarks.map((line) => paint('dim', `  ${line}`)),
    ...findings.flatMap((finding) => findingLines(finding, paint, columns)),
  ]
}

function sourceLine(clause: ClauseReport): string {
  const from = whereFrom(clause)
  return from.kind === 'document'
    ? `the document, ${from.section}: “${from.words}”`
    : `not in the document; asked for by ${from.name}`
}

function findingLines(finding: Finding, paint: Paint, columns: number): readonly string[] {
  const { test, clause, expected, actual, exchange } = finding
  const aspect = aspectOf(test, clause)
  const value = (label: string, text: string): readonly string[] =>
    wrap(cut(printable(text), LONGEST), columns - LABEL - 4).map(
      (line, index) => `    ${paint('dim', (index === 0 ? label : '').padEnd(LABEL))}${line}`,
    )
  return [
    ...(aspect === '' ? [] : wrap(printable(aspect), columns - 4).map((line) => `  · ${line}`)),
    ...expected.flatMap((lawful, index) => value(index === 0 ? 'expected' : '      or', lawful)),
    ...value('came', actual),
    ...(exchange ? [`    ${paint('dim', 'repeat'.padEnd(LABEL))}${printable(exchange.curl)}`] : []),
  ]
}
