import { printable } from '../../../spec/wording.ts'

/** The beginning of a text, ended with `…` where it is longer than `width`. Never splits a character. */
export function cut(text: string, width: number): string {
  if (text.length <= width) return text
  return `${text.slice(0, Math.max(0, width - 1)).replace(/[\ud800-\udbff]$/, '')}…`
}

const LONGEST_HEADLINE = 300

/** A text as a headline: in one line, and not too long. */
export function oneLine(text: string): string {
  return cut(printable(text), LONGEST_HEADLINE)
}

/** Splits a sentence of ours at its backticks: `code` parts and `plain` parts, in order. */
export function splitCode(
  text: string,
): readonly { readonly kind: 'code' | 'plain'; readonly text: string }[] {
  const parts = text.split('`')
  // An odd backtick is no code.
  if (parts.length % 2 === 0) return [{ kind: 'plain', text }]
  return parts
    .map((part, index) => ({ kind: index % 2 === 0 ? ('plain' as const) : ('code' as const), text: part }))
    .filter((part) => part.text !== '')
}

/** Of the beginning of the name that all pets of a run have. */
export const EXCEPT = ' (other than those whose name itself was the test)'
