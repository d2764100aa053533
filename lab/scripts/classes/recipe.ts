import type { ClassTest } from '../../../contract-tests/asked/input-class.ts'
import type { ClauseId } from '../../../spec/clauses.ts'

/** What the document says of a value: owed as valid, to be refused, or open; or of its absence. */
export type Side = 'valid' | 'invalid' | 'open' | 'absent'

/** A class of values, whichever input they are of. */
export interface Recipe {
  readonly name: string
  readonly side: Side
  readonly test: ClassTest
  readonly sample: string
  /** The clause that speaks of it, where its side does not say which. */
  readonly clause?: ClauseId
}

export const ABSENT: Recipe = { name: 'absent', side: 'absent', test: { times: 0 }, sample: '' }

/** A class of texts that a regular expression describes. */
export function like(name: string, side: Side, pattern: string, sample: string): Recipe {
  return { name, side, test: { like: pattern }, sample }
}

/** A regular expression for a text in any case of its letters. */
export function inAnyCase(text: string): string {
  return text.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}
