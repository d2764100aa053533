import { expect, it } from 'vitest'
import { jsonReport } from './json.ts'
import type { RunReport } from '../model/run-report.ts'
import { exampleReport } from '../testing/example-report.ts'
import { hostile } from '../testing/example-exchanges.ts'

const report = exampleReport()

it('contains the whole report and the version of its format', () => {
  expect(JSON.parse(jsonReport(report))).toEqual({ schemaVersion: 1, ...report })
})

it('is the same text whatever the order of its members', () => {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, turned(member)]),
    )
  }
  const text = jsonReport(turned(report) as RunReport)
  expect(text).toBe(jsonReport(report))
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    ...[
      'schemaVersion',
      'exitCode',
      'baseUrl',
      'startedAt',
      'milliseconds',
      'totals',
      'requests',
      'mark',
      'created',
      'perhaps',
      'minVerified',
      'gaveUp',
      'asked',
      'assumptions',
    ],
    ...['clauses', 'leftOut', 'choices', 'known', 'secondOpinions', 'exchanges'],
  ])
})

it('writes an int64 digit for digit', () => {
  const odd = { ...report, created: [9223372036854775807n] as unknown as readonly string[] }
  expect(jsonReport(odd)).toContain('"created": [\n    9223372036854775807\n  ]')
})

it.each(Object.entries(hostile))('%s is there, and none of it for a terminal to act upon', (_name, text) => {
  const json = jsonReport({ ...report, perhaps: [text] })
  expect((JSON.parse(json) as RunReport).perhaps).toEqual([text])
  expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u061c\u2028-\u202e\u2066-\u2069]/u)
})
