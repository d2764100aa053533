import { figure } from '../../spec/wording.ts'
import { clients } from '../../mock/scenarios/clients.ts'
import {
  comparisonOf,
  slowedDown,
  tookText,
  type ClientResult,
  type ScenarioReport,
} from '../../mock/scenarios/scenario-report.ts'
import type { Paint } from '../environment/paint.ts'

const HEAD = ['client', 'served/s', 'refused', 'bans', 'time']
const VERDICT = 'client report'

/** The result of a scenario: a table with a line for each client, and a sentence that compares two. */
export function endReport(report: ScenarioReport, paint: Paint): string {
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
  const lines = results.map((result, index) => `${aligned(rows[index] ?? [])}  ${assessment(result, paint)}`)
  const comparison = comparisonOf(report)
  return [
    paint('dim', `${aligned(HEAD)}  ${VERDICT}`),
    ...lines,
    ...(comparison === undefined ? [] : ['', comparison]),
    ...(speed < scenario.speed ? [slowedDown(report)] : []),
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

function assessment({ assessment: { wellBehaved, words } }: ClientResult, paint: Paint): string {
  if (wellBehaved === undefined) return paint('yellow', `– ${words}`)
  return wellBehaved ? paint('green', `✓ ${words}`) : paint('red', `✗ ${words}`)
}
