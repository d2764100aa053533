import type { ClauseId } from '../../../spec/index.ts'
import { aspectOf } from '../model/aspect-of.ts'
import type { Paint } from './paint.ts'
import { printable } from '../../../spec/index.ts'
import type { TestReport, Verdict } from '../model/run-report.ts'
import { cut } from './wrap.ts'

const SIGNS: Readonly<Record<Verdict, string>> = {
  held: '✓',
  broken: '✗',
  warned: '!',
  'not verified': '?',
  error: '‼',
}

const COLOURS = {
  held: 'green',
  broken: 'red',
  warned: 'yellow',
  'not verified': 'yellow',
  error: 'red',
} as const

const WIDEST_ID = 'DEPRECATION-1'.length

/** A verdict's sign, in its colour. */
export function sign(verdict: Verdict, paint: Paint): string {
  return paint(COLOURS[verdict], SIGNS[verdict])
}

/** One finished test as one line of at most `columns`: what became of it, its clause, and what it looked at or why not. */
export function progressLine(clause: ClauseId, test: TestReport, paint: Paint, columns = 80): string {
  const { verdict, detail = '' } = test
  const aspect = aspectOf(test, { id: clause, text: '' })
  const said = verdict === 'not verified' || verdict === 'error' ? `${verdict}: ${detail}` : aspect
  const head = `${clause.padEnd(WIDEST_ID)} `
  const room = columns - head.length - 2
  const shown = cut(printable(said), room)
  return `${sign(verdict, paint)} ${head}${verdict === 'held' ? paint('dim', shown) : shown}\n`
}
