import { titleOf, verdictOf, type CheckResult, type FinishedClause } from '../model/finished-check.ts'
import { oneLine } from '../model/text.ts'
import { looks, type Tone, type Verdict } from '../model/verdict.ts'

/** Colours a text for a terminal, or leaves it as it is. */
export type Paint = (style: 'bold' | 'dim' | 'green' | 'yellow' | 'red', text: string) => string

export const colours = { good: 'green', fair: 'yellow', bad: 'red' } as const satisfies Record<Tone, string>

/** A verdict's sign, in its colour. */
export function sign(verdict: Verdict, paint: Paint): string {
  return paint(colours[looks[verdict].tone], looks[verdict].sign)
}

/**
 * Breaks a text at single blanks into lines of at most `width`; a word that is longer has a line of its own. Two blanks or more stand in a
 * word, so that none is lost.
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/(?<! ) (?! )/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The heading of a section: its name, and beside it a text that may need several lines. */
export function headed(name: string, text: string, paint: Paint, columns: number): readonly string[] {
  const width = name.length + 2
  return wrap(text, columns - width).map((line, at) =>
    paint('bold', (at === 0 ? name : '').padEnd(width) + line),
  )
}

type Ended = Pick<FinishedClause, 'clause' | 'aspect' | 'result'>

const WIDEST_ID = 'DEPRECATION-1'.length

/**
 * A finished check: its verdict, its clause, and what it looked at, in lines of at most `columns`. None where it is not verified:
 * hundreds may be so for one reason, which the report says once.
 */
export function progressLine(check: Ended, paint: Paint, columns = 80): string {
  const { result } = check
  if (result.kind === 'not verified') return ''
  const verdict = verdictOf(check)
  const head = `${check.clause.padEnd(WIDEST_ID)} `
  const indent = head.length + 2
  const lines = wrap(oneLine(remarkOn(check, result)), columns - indent).map((line, at) => {
    const shown = verdict === 'held' ? paint('dim', line) : line
    return at === 0 ? `${sign(verdict, paint)} ${head}${shown}` : ' '.repeat(indent) + shown
  })
  return `${lines.join('\n')}\n`
}

function remarkOn(check: Ended, result: Exclude<CheckResult, { readonly kind: 'not verified' }>): string {
  if (result.kind === 'error') return `error: ${result.fault}`
  return titleOf(check).slice(check.clause.length + 1)
}
