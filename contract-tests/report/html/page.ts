import { createHash } from 'node:crypto'
import type { Tone } from '../model/verdict.ts'
import { Markup, markup } from './markup.ts'

/** The parts of a page. */
export interface PageParts {
  readonly title: string
  /** The colour of its icon. */
  readonly tone: Tone
  /** Our own style and script, which nothing from outside has a part in. */
  readonly style: string
  readonly script: string
  readonly body: Markup
  /** Whether it loads more from its own address; otherwise it works from disk, and asks no network for anything. */
  readonly isLive?: boolean
}

/**
 * A page in one piece. Nothing that a service sent can run or load: all of it is escaped, and the page's own policy allows its
 * style and its script alone.
 */
export function htmlPage({ title, tone, style, script, body, isLive = false }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    'img-src data:',
    ...(isLive ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="${icons[tone]}">
<style>${verbatim(style)}</style>
</head>
<body>
${body}
<script>${verbatim(script)}</script>
</body>
</html>
`
  return page.toString()
}

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
