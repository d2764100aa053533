import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { printableLines } from '../../../spec/wording.ts'
import type { RunReport } from '../model/run-report.ts'

/** Counts up when a program that reads the report would have to change. */
const JSON_SCHEMA_VERSION = 1

// Names that a reader looks for first; any other (a header's, say) comes after them in alphabetical order.
const FIRST = [
  ...['schemaVersion', 'id', 'clause', 'tool', 'exitCode', 'baseUrl', 'startedAt', 'milliseconds'],
  ...[
    'level',
    'section',
    'operations',
    'text',
    'source',
    'question',
    'title',
    'verdict',
    'variant',
    'before',
  ],
  ...[
    'detail',
    'ruledOutBy',
    'reason',
    'until',
    'state',
    'at',
    'file',
    'line',
    'breach',
    'expected',
    'actual',
    'exchange',
    'shapes',
    'steps',
    'lacks',
    'repeated',
    'outcome',
    'why',
    'alternatives',
    'message',
    'evidence',
  ],
  ...[
    'totals',
    'requests',
    'mark',
    'created',
    'perhaps',
    'minVerified',
    'showsBodies',
    'gaveUp',
    'interruptedBy',
    'unanswered',
    'asked',
    'assumptions',
    'contradictedBy',
    'clauses',
    'classes',
    'tests',
    'leftOut',
    'leftOutWithSecondKey',
    'leftOutWithoutKey',
    'choices',
    'known',
    'secondOpinions',
  ],
  ...['findings', 'exchanges', 'method', 'path', 'curl', 'status', 'headers', 'body'],
]
const rank = new Map(FIRST.map((name, index) => [name, index]))

/** The report as JSON. The same report gives the same text, whatever order its members were set in. */
export function jsonReport(report: RunReport): string {
  const json = stringifyJson(ordered({ schemaVersion: JSON_SCHEMA_VERSION, ...report }), 2)
  // In a string of JSON it is the same whether a character stands in it or is escaped, and who reads it may sit at a terminal.
  return `${printableLines(json)}\n`
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => compare(one, other))
      .map(([name, member]) => [name, ordered(member)]),
  )
}

function compare(one: string, other: string): number {
  const difference = rankOf(one) - rankOf(other)
  return difference === 0 ? Number(one > other) - Number(one < other) : difference
}

function rankOf(name: string): number {
  return rank.get(name) ?? FIRST.length
}
