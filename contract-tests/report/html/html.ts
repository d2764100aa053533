import { conclusionOf } from '../model/conclusion.ts'
import type { RunReport } from '../model/run-report.ts'
import { askedSection } from './asked.ts'
import { clausesSection } from './clauses.ts'
import { exchangesSection } from './exchanges.ts'
import { header } from './header.ts'
import { markup, type Markup } from './markup.ts'
import { noReplySection } from './no-reply.ts'
import { observed } from './observed.ts'
import { htmlPage } from './page.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/** The report as one page that works from disk and asks no network for anything. */
export function htmlReport(report: RunReport): string {
  const { word, tone } = conclusionOf(report)
  const sections = markup`
${noReplySection(report)}
${clausesSection(report)}
${askedSection(report)}
${observed(report)}
${exchangesSection(report)}`
  const body = markup`<a class="skip" href="#clauses">To the clauses</a>
${header(report)}
<main class="wide">
${contents(sections)}${sections}
</main>`
  return htmlPage({ title: `${word}: ${report.baseUrl}`, tone, style, script, body })
}

/** A link to each section: the page is as long as thirty screens. */
function contents(sections: Markup): Markup {
  const links = Array.from(
    sections.toString().matchAll(/<h2 id="([^"]*)">([^<]*)/g),
    ([, id = '', name = '']) => markup`<a href="#${id}">${name.trim()}</a> `,
  )
  return markup`<nav class="contents" aria-label="Contents">${links}</nav>`
}
