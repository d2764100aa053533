import { figure } from '../../spec/wording.ts'
import { clients } from '../../mock/scenarios/clients.ts'
import {
  comparisonOf,
  slowedDown,
  tookText,
  type ClientResult,
  type ScenarioReport,
} from '../../mock/scenarios/scenario-report.ts'
import type { Paint, Style } from '../environment/paint.ts'
import { broken, inLines } from './in-lines.ts'

const HEAD = ['client', 'served/s', 'refused', 'bans', 'time']
const VERDICT = 'client report'
/** The columns that the words of a verdict have at least in the table. */
const LEAST_WORDS = 16
/** Before the lines of a client. */
const INDENT = '  '

/**
 * The result of a scenario: a table with a line for each client, and a sentence that compares two. Broken between words where it
 * is wider than `columns`; where these have no room for the table, each client has lines of its own.
 */
export function endReport(report: ScenarioReport, paint: Paint, columns = Infinity): string {
  const { scenario, results, speed } = report
  const rows = results.map(figures)
  const widths = HEAD.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const aligned = (row: readonly string[]): string =>
    row
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join('  ')
  const head = `${aligned(HEAD)}  `
  const isNarrow = head.length + 2 + LEAST_WORDS > columns
  const lines = results.flatMap((result, index) => {
    const row = rows[index] ?? []
    const [first, start] = isNarrow ? [INDENT, INDENT.length] : [`${aligned(row)}  `, head.length]
    const [style, sign] = verdictOf(result)
    const verdict = broken(result.assessment.words, columns - start - 2).map((words, line) =>
      line === 0 ? first + paint(style, `${sign} ${words}`) : ' '.repeat(start + 2) + paint(style, words),
    )
    if (!isNarrow) return verdict
    const [name = '', ...others] = row
    const parts = others.map((figure, column) => `${HEAD[column + 1] ?? ''} ${figure}`)
    return [name, ...inLines(parts, ', ', columns - start).map((part) => INDENT + part), ...verdict]
  })
  const notes = new Set(results.flatMap(({ assessment: { note } }) => note ?? []))
  const sentences = [...notes, ...(speed < scenario.speed ? [slowedDown(report)] : [])]
  const comparison = comparisonOf(report)
  return [
    ...(isNarrow ? [] : [paint('dim', head + VERDICT)]),
    ...lines,
    ...(comparison === undefined && sentences.length === 0 ? [] : ['']),
    ...[...sentences, comparison ?? []].flat().flatMap((sentence) => broken(sentence, columns)),
    '',
  ].join('\n')
}

function figures({ client, servedPerSecond, refused, bans, seconds, ending }: ClientResult): string[] {
  return [
    clients[client].name,
    servedPerSecond.toFixed(2),
    figure(refused),
    figure(bans),
    ending === 'done' ? tookText({ seconds }) : 'not done',
  ]
}

function verdictOf({ assessment: { wellBehaved } }: ClientResult): readonly [style: Style, sign: string] {
  if (wellBehaved === undefined) return ['yellow', '–']
  return wellBehaved ? ['green', '✓'] : ['red', '✗']
}
