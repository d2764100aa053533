import { printable } from '../../../spec/wording.ts'
import { titleOf, verdictOf, type CheckResult, type FinishedClause } from '../model/finished-check.ts'
import { cut } from '../model/text.ts'
import { looks, type Tone, type Verdict } from '../model/verdict.ts'

/** Colours a text for a terminal, or leaves it as it is. */
export type Paint = (style: 'bold' | 'dim' | 'green' | 'yellow' | 'red', text: string) => string

export const colours = { good: 'green', fair: 'yellow', bad: 'red' } as const satisfies Record<Tone, string>

/** A verdict's sign, in its colour. */
export function sign(verdict: Verdict, paint: Paint): string {
  return paint(colours[looks[verdict].tone], looks[verdict].sign)
}

/** Breaks a text between words into lines of at most `width`; a word that is longer has a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/ +/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

type Ended = Pick<FinishedClause, 'clause' | 'aspect' | 'result'>

const WIDEST_ID = 'DEPRECATION-1'.length

/**
 * A finished check as one line of at most `columns`: its verdict, its clause, and what it looked at. No line where it is not
 * verified: hundreds may be so for one reason, which the report says once.
 */
export function progressLine(check: Ended, paint: Paint, columns = 80): string {
  const { result } = check
  if (result.kind === 'not verified') return ''
  const verdict = verdictOf(check)
  const head = `${check.clause.padEnd(WIDEST_ID)} `
  const shown = cut(printable(remarkOn(check, result)), columns - head.length - 2)
  return `${sign(verdict, paint)} ${head}${verdict === 'held' ? paint('dim', shown) : shown}\n`
}

/** A line for a run that waits, so that it does not look as if it hangs. */
export function waitingLine(milliseconds: number): string {
  return `… waiting ${Math.ceil(milliseconds / 1000)} s, until the service admits more requests (--max-wait bounds it)`
}

function remarkOn(check: Ended, result: Exclude<CheckResult, { readonly kind: 'not verified' }>): string {
  if (result.kind === 'error') return `error: ${result.fault}`
  return titleOf(check).slice(check.clause.length + 1)
}
