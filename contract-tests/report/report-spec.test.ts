import { expect, it } from 'vitest'
import { ReportError } from './report-error.ts'
import { parseReportSpecs } from './report-spec.ts'

it('reads kind and file', () => {
  expect(parseReportSpecs(['junit=out.xml', 'html=a=b/c d.html'])).toEqual([
    { kind: 'junit', path: 'out.xml' },
    { kind: 'html', path: 'a=b/c d.html' },
  ])
})

it.each([
  [
    ['junitt=x'],
    'There is no junitt report. Did you mean junit? Write KIND=FILE, with one of junit, json, html, markdown.',
  ],
  [['out.xml'], 'There is no out.xml report. Write KIND=FILE, with one of junit, json, html, markdown.'],
  [['json'], 'Say which file the json report goes to: json=FILE.'],
  [['json= '], 'Say which file the json report goes to: json=FILE.'],
  [['json=x', 'html=x'], 'Two reports cannot go to one file, x.'],
])('%j is refused in one line', (texts, message) => {
  expect(() => parseReportSpecs(texts)).toThrow(new ReportError(message))
})
