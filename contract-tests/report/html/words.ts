import type { ClauseReport } from '../model/run-report.ts'
import { whereFrom } from '../model/findings.ts'
import { markup, type Markup } from './markup.ts'
import { sentence } from './sentence.ts'

/** The words that a clause comes from, quoted; a row of a table as a row. */
export function words(clause: ClauseReport): Markup {
  const from = whereFrom(clause)
  return from.kind === 'document'
    ? markup`<blockquote>${quoted(from.words)}<cite>the document, ${from.section}</cite></blockquote>`
    : markup`<p class="small">Not in the document; asked for by ${from.name}.</p>`
}

function quoted(text: string): Markup {
  if (!/^\|.*\|$/.test(text)) return markup`<p>${sentence(text.replace(/^#+ /, ''))}</p>`
  const cells = text.slice(1, -1).split('|')
  return markup`<p class="row">${cells.map((cell) => markup`<span>${sentence(cell.trim())}</span>`)}</p>`
}
