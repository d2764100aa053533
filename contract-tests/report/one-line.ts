import { printable } from '../../spec/index.ts'
import { cut } from './terminal/wrap.ts'

const LONGEST = 300

/** A text as a headline: in one line, and not too long. */
export function oneLine(text: string): string {
  return cut(printable(text), LONGEST)
}
