import { expect, test } from 'vitest'
import { htmlReport } from './html/html.ts'
import { jsonReport } from './json/json.ts'
import { junitReport } from './junit/junit.ts'
import { markdownReport } from './markdown/markdown.ts'
import { terminalReport } from './terminal/terminal.ts'
import { assumption } from './model/assumptions.ts'
import { exampleReport } from './testing/example-report.ts'

const forms = {
  terminal: (report: ReturnType<typeof exampleReport>) => terminalReport(report, (_style, text) => text),
  json: jsonReport,
  junit: junitReport,
  html: htmlReport,
  markdown: markdownReport,
}

const ASSUMPTION = 'Others used the keys.'

test.for(Object.entries(forms))('the %s report shows what a recording is judged under', ([_name, write]) => {
  expect(write(exampleReport({ assumptions: [assumption(ASSUMPTION)] }))).toContain(ASSUMPTION)
})

test.for(Object.entries(forms))(
  'the %s report names what contradicts an assumption of a run',
  ([name, write]) => {
    const text = write(exampleReport()).replaceAll('&#35;', '#').replaceAll('\\', '').replaceAll(/\s+/g, ' ')
    expect(text).toContain('No one else used the first key.')
    if (name !== 'json') expect(text).toContain('Contradicted by #2, #3: what rests on it in ')
  },
)
