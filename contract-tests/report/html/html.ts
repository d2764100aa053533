import { createHash } from 'node:crypto'
import { conclusionOf } from '../model/conclusion.ts'
import type { RunReport } from '../model/run-report.ts'
import type { Tone } from '../model/verdict.ts'
import { clausesSection } from './clauses.ts'
import { exchangesSection } from './exchanges.ts'
import { header } from './header.ts'
import { Markup, markup } from './markup.ts'
import { observed } from './observed.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/**
 * The report as one page that works from disk and asks no network for anything. Nothing that a service sent can run or
 * load: all of it is escaped, and the page's own policy allows this style and this script alone.
 */
export function htmlReport(report: RunReport): string {
  const { word, tone } = conclusionOf(report)
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${word}: ${report.baseUrl}</title>
<link rel="icon" href="${icons[tone]}">
<style>${verbatim(style)}</style>
</head>
<body>
<a class="skip" href="#clauses">To the clauses</a>
${header(report)}
<main class="wide">
${clausesSection(report)}
${observed(report)}
${exchangesSection(report)}
</main>
<script>${verbatim(script)}</script>
</body>
</html>
`
  return page.toString()
}

const policy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(script)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const icons: Readonly<Record<Tone, string>> = {
  good: icon('%23178a4c'),
  fair: icon('%23b7791f'),
  bad: icon('%23c53030'),
}

function icon(colour: string): string {
  const circle = `<circle cx='8' cy='8' r='7' fill='${colour}'/>`
  return `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>${circle}</svg>`
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Our own style and script, which must stay as they are for their hashes to fit. */
function verbatim(text: string): Markup {
  return Markup.of([text], [])
}
