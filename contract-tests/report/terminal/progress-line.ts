import { printable } from '../../../spec/index.ts'
import { titleOf, verdictOf, type FinishedClause } from '../model/finished-check.ts'
import { looks, type Tone, type Verdict } from '../model/verdict.ts'
import type { Paint } from './paint.ts'
import { cut } from './wrap.ts'

export const colours = { good: 'green', fair: 'yellow', bad: 'red' } as const satisfies Record<Tone, string>

const WIDEST_ID = 'DEPRECATION-1'.length

/** A verdict's sign, in its colour. */
export function sign(verdict: Verdict, paint: Paint): string {
  return paint(colours[looks[verdict].tone], looks[verdict].sign)
}

/** One finished check as one line of at most `columns`: what became of it, its clause, and what it looked at or why not. */
export function progressLine(
  check: Pick<FinishedClause, 'clause' | 'aspect' | 'result'>,
  paint: Paint,
  columns = 80,
): string {
  const verdict = verdictOf(check)
  const head = `${check.clause.padEnd(WIDEST_ID)} `
  const room = columns - head.length - 2
  const shown = cut(printable(saidOf(check)), room)
  return `${sign(verdict, paint)} ${head}${verdict === 'held' ? paint('dim', shown) : shown}\n`
}

function saidOf(check: Pick<FinishedClause, 'clause' | 'aspect' | 'result'>): string {
  const { clause, result } = check
  switch (result.kind) {
    case 'held':
    case 'breach':
      return titleOf(check).slice(clause.length + 1)
    case 'not verified':
      return `not verified: ${result.reason}`
    case 'error':
      return `error: ${result.fault}`
  }
}
