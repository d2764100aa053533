import { marked } from 'marked'
import { expect, it } from 'vitest'
import { markdownFence, markdownText } from './text.ts'
import { markdownReport } from './markdown.ts'
import { exampleReport, flawlessReport, reportOfBlanks } from '../testing/example-report.ts'
import { hostile } from '../testing/example-exchanges.ts'

const report = exampleReport()
const text = markdownReport(report)

function render(markdown: string): string {
  return marked.parse(markdown, { async: false, gfm: true })
}

/** The text that a reader sees. */
function shown(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
}

it('broken clauses come first, and what no one need read is folded', () => {
  const headings = text.split('\n').filter((line) => line.startsWith('#'))
  expect(headings).toEqual([
    '## ❌ Pet Store contract: not conformant',
    '### Broken: 2 clauses',
    '### Errors: faults of the suite itself, not of the service',
    '### Warned: 1 clause',
    '### Assumed',
    '### Changed since the choices were saved: 1 open point',
    '### Known breaches',
  ])
  expect(Array.from(text.matchAll(/<summary>(.*?)<\/summary>/g), ([, summary]) => summary)).toEqual([
    ...['Repeat it', 'Repeat it', 'Repeat it', 'Not verified: 4 clauses'],
    'What was asked: 3 of 5 classes, 2 of 4 transitions, 0 of 1 pairs at once',
    expect.stringMatching(/^Open points: \d+ of \d+ observed, none judged$/),
    ...['Second opinion, prism: 1 finding', 'Left out: 1 extra test'],
  ])
})

it('a breach shows the words of the document, a table of the evidence, and the command', () => {
  const html = render(text)
  expect(html).toContain('<strong>LIST-3</strong> Every <code>limit</code> from 1 to 100 is accepted.')
  expect(shown(html)).toContain(
    '| limit | integer | no | 1 to 100 inclusive | 20 | — the document, GET /pets',
  )
  expect(html).toMatch(
    /<td>the largest limit<\/td>\s*<td>status 200<\/td>\s*<td>status 400<\/td>\s*<td><code>&#35;3 GET \/pets\?limit=100<\/code> → 400<\/td>/,
  )
  expect(html).toContain('<td>status 400<br>or status 413<br>or status 415</td>')
  expect(shown(html)).toContain(`curl -sSi -X GET 'https://staging.pets.example.com/v1/pets?limit=100'`)
})

it('shows as many blanks as there are', () => {
  const html = render(markdownReport(reportOfBlanks()))
  expect(shown(html)).toMatch(/name " \u00a0", as sent\s+name " "/)
  expect(shown(html)).toContain('POST /pets {"name":" \u00a0"}')
  expect(shown(render(markdownText('a   b')))).toBe('a \u00a0\u00a0b')
})

it('a breach of a standard names it', () => {
  expect(shown(render(text))).toContain('Not in the document; asked for by RFC ')
})

it('a flawless run has a short report', () => {
  expect(markdownReport(flawlessReport({ choices: [], created: [] }))).toMatch(
    /^## ✅ Pet Store contract: conformant\n/,
  )
})

it('a reply cannot inject elements, links or images', () => {
  const tags = new Set(Array.from(render(text).matchAll(/<\/?([a-z][a-z0-9]*)/gi), ([, name = '']) => name))
  expect([...tags].sort()).toEqual(
    ['blockquote', 'br', 'code', 'details', 'em', 'h2', 'h3', 'li', 'p', 'pre', 'strong', 'summary'].concat(
      ...['table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
    ),
  )
})

it.each(Object.entries(hostile))('%s is shown as text', (_name, attack) => {
  const cell = render(`| a |\n|---|\n| ${markdownText(attack)} |\n`)
  expect(cell.match(/<td>/g)).toHaveLength(1)
  expect(shown(cell.replace(/^.*<td>/s, ''))).toBe(
    attack.replaceAll(
      // oxlint-disable-next-line no-control-regex -- those that are written out
      /[\0-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )
})

it.each(['```', '`````', 'a\n```\n# b', '~~~'])('no line of %j ends a fence', (line) => {
  expect(shown(render(`${markdownFence(line)}\n`))).toBe(line)
})

it('is truncated to 1 MiB, with the broken clauses first', () => {
  const secondOpinions = Array.from({ length: 40 }, (_, index) => ({
    tool: `tool ${index}`,
    findings: Array.from({ length: 100 }, () => ({ exchange: 1, message: '猫|'.repeat(300) })),
  }))
  const long = markdownReport({ ...report, secondOpinions })
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(1024 * 1024)
  expect(long).toContain('### Broken: 2 clauses')
  expect(long).toMatch(/The rest is left out here.*\n$/)
})
