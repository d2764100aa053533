import { expect, test } from 'vitest'
import { htmlReport } from './html/html.ts'
import { jsonReport } from './json/json.ts'
import { junitReport } from './junit/junit.ts'
import { markdownReport } from './markdown/markdown.ts'
import { terminalReport } from './terminal/terminal.ts'
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
  expect(write(exampleReport({ assumptions: [ASSUMPTION] }))).toContain(ASSUMPTION)
  expect(write(exampleReport())).not.toMatch(/assum/i)
})
