import { printable, printableLines } from '../../../spec/wording.ts'
import { markdownTable } from '../../../spec/markdown.ts'
import { splitCode } from '../model/text.ts'

// All that begins something in GitHub's Markdown or in HTML; links, mentions and emoji that make themselves included.
const SPECIAL = /[\\`*_[\]#|~<>&@$]|:(?! )|(?<=www)\./g

// Of a run of blanks a browser shows one.
const FURTHER_BLANK = /(?<= ) /g

/** A text as Markdown that shows exactly that text, in one line, in a table cell too. */
export function markdownText(text: string): string {
  const escaped = printable(text).replaceAll(SPECIAL, (char) => `&#${char.charCodeAt(0)};`)
  return escaped.replaceAll(FURTHER_BLANK, '&#160;')
}

/** The same in a typewriter face. */
export function markdownCode(text: string): string {
  return `<code>${markdownText(text)}</code>`
}

/** A sentence of ours, with code in backticks. */
export function markdownSentence(text: string): string {
  return splitCode(text)
    .map((part) => (part.kind === 'code' ? markdownCode(part.text) : markdownText(part.text)))
    .join('')
}

/** Lines to copy: a fenced block whose fence no line of the text can close. */
export function markdownFence(text: string, language = ''): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${printableLines(text)}\n${fence}`
}

/** A table; the cells are Markdown. Compact, since a summary has room for so many bytes and is read rendered. */
export function compactTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable(head, rows, 'compact')
}

/** A collapsed section. `summary` and `content` are Markdown. */
export function markdownDetails(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`
}
