import { counted, printable } from '../../../spec/wording.ts'
import { titleOf, verdictOf, type FinishedClause } from '../model/finished-check.ts'
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

/** A finished check, or so many of one verdict, as one line of at most `columns`: its verdict, its clause, and what it looked at or why it could not. */
export function progressLine(check: Ended, paint: Paint, columns = 80, count = 1): string {
  const verdict = verdictOf(check)
  const head = `${(count === 1 ? check.clause : counted(count, 'test')).padEnd(WIDEST_ID)} `
  const shown = cut(printable(remarkOn(check)), columns - head.length - 2)
  return `${sign(verdict, paint)} ${head}${verdict === 'held' ? paint('dim', shown) : shown}\n`
}

/**
 * The lines of a run that goes on: what was found as it is found, and at the end, by the reason, how many tests were not verified:
 * what ends a run is the reason for hundreds.
 */
export class ProgressLines {
  readonly #paint: Paint
  readonly #columns: number | undefined
  readonly #unverified = new Map<string, Ended[]>()

  constructor(paint: Paint, columns?: number) {
    this.#paint = paint
    this.#columns = columns
  }

  /** The line of a check that has ended; empty where it was not verified. */
  next(check: Ended): string {
    const { result } = check
    if (result.kind !== 'not verified') return progressLine(check, this.#paint, this.#columns)
    const alike = this.#unverified.get(result.reason)
    if (alike) alike.push(check)
    else this.#unverified.set(result.reason, [check])
    return ''
  }

  /** A line for each reason why something was not verified. */
  rest(): string {
    const lines = [...this.#unverified.values()].map((alike) => {
      const [first] = alike
      return first === undefined ? '' : progressLine(first, this.#paint, this.#columns, alike.length)
    })
    return lines.join('')
  }
}

/** A line for a run that waits, so that it does not look as if it hangs. */
export function waitingLine(milliseconds: number): string {
  return `… waiting ${Math.ceil(milliseconds / 1000)} s, until the service admits more requests (--max-wait bounds it)`
}

function remarkOn(check: Ended): string {
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
