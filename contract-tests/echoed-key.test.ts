// A service that echoes a key wherever it can, in whatever spelling: no form of report shows it.
import { expect, test } from 'vitest'
import { settingsFor, testService } from '../lab/proof/test-service.ts'
import { ofSeries } from '../lab/testing/series.ts'
import { always, onReply, type Json } from '../lab/proof/violations/mutate.ts'
import type { Overlay } from '../lab/proof/violations/service.ts'
import { parseJson, stringifyJson } from '../spec/exact-json/json.ts'
import { annotationsReport } from './report/annotations/annotations.ts'
import { htmlReport } from './report/html/html.ts'
import { jsonReport } from './report/json/json.ts'
import { junitReport } from './report/junit/junit.ts'
import { markdownReport } from './report/markdown/markdown.ts'
import type { RunReport } from './report/model/run-report.ts'
import { terminalReport } from './report/terminal/terminal.ts'
import { runSuite } from './suite.ts'
import { keySpellings } from './testing/key-spellings.ts'

const KEY = 'free-demo-key'
const WIDE = 100_000

const forms: Readonly<Record<string, (report: RunReport) => string>> = {
  terminal: (report) => terminalReport(report, (_style, text) => text, WIDE),
  JSON: jsonReport,
  HTML: htmlReport,
  JUnit: junitReport,
  markdown: markdownReport,
  'GitHub Actions': annotationsReport,
}

/** Echoes a text in fields, names, headers and bodies; in codes and messages only where the five-letter rule finds it. */
function echoing(echo: string, inMessages: boolean): Overlay {
  const inHeader = echo.replaceAll(/[^\x20-\x7e]/g, '').trim()
  return onReply(always, (reply) => {
    const json = parseJson(reply.body === '' ? '{}' : reply.body) as Json | Json[]
    const echoed = {
      ...{ id: echo, name: echo, status: echo, nick: echo, [echo]: 1 },
      ...(inMessages && { code: echo, message: echo }),
    }
    const headers = { ...reply.headers, 'x-echo': inHeader, location: inHeader, server: inHeader }
    const refused = reply.status === 429 && { 'retry-after': inHeader, 'cache-control': inHeader }
    const body = Array.isArray(json) ? json.map((pet) => ({ ...pet, ...echoed })) : { ...json, ...echoed }
    return {
      ...reply,
      headers: { ...headers, 'content-type': inHeader, ...refused },
      body: reply.status === 404 ? `<p>${echo}</p>` : stringifyJson(body),
    }
  })
}

async function shownBy(overlay: Overlay, showBodies: boolean): Promise<string> {
  const { transport } = await testService(overlay)
  const settings = { baseUrl: 'http://pets.test/v1', key: KEY, exhaust: false, ban: false, maxWait: 0 }
  const heard: unknown[] = []
  const report = await runSuite(settingsFor({ ...settings, showBodies }), { transport }, (check) =>
    heard.push(check),
  )
  const texts = Object.values(forms).map((write) => write(report))
  return [JSON.stringify(heard), ...texts].join('\n').toLowerCase()
}

/** The ways in which the forms of report write a text. */
function written(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const html = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
  return [text, json, JSON.stringify(json).slice(1, -1), html].map((one) => one.toLowerCase())
}

test.for(ofSeries(keySpellings(KEY)))(
  'a key that a service echoes $how stands in no report',
  async (spelling) => {
    const { text, isUnknown = false } = spelling
    const shown = await shownBy(echoing(text, !isUnknown), false)
    for (const form of written(text)) expect(shown.includes(form)).toBe(false)
  },
)

test.for(
  ofSeries(keySpellings(KEY).filter(({ isUnknown, how }) => isUnknown !== true && how.length % 5 === 0)),
)('nor in one that shows whole replies: $how', async ({ text }) => {
  const shown = await shownBy(echoing(text, true), true)
  for (const form of written(text)) expect(shown.includes(form)).toBe(false)
  expect(shown).toContain('look through them before you publish them')
})

test('a service that names its own address in replies does not hide it', async () => {
  const baseUrl = 'http://pets.test/v1'
  const located = onReply(always, (reply) => {
    return { ...reply, headers: { ...reply.headers, location: `${baseUrl}/pets/101` } }
  })
  const { transport } = await testService(located)
  const report = await runSuite(settingsFor({ baseUrl, key: KEY, exhaust: false, ban: false }), { transport })
  expect(report.baseUrl).toBe(baseUrl)
})
