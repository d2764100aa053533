import { expect, test } from 'vitest'
import { offenders } from '../report/model/findings.ts'
import { exampleReport } from '../report/testing/example-report.ts'
import { withFewExchanges } from './few-exchanges.ts'

const report = exampleReport()

test('a report of few exchanges stays as it is', () => {
  expect(withFewExchanges(report)).toBe(report)
})

test('a long report shows each exchange that breaks a clause, keeps its counts, and says so', () => {
  const short = withFewExchanges(report, { exchanges: 3, alike: 1 })
  const blamed = short.clauses.flatMap(({ tests }) =>
    tests.flatMap(({ breach }) => (breach ? offenders(breach) : [])),
  )
  const ids = short.exchanges.map(({ id }) => id)
  expect(ids.length).toBeLessThan(report.exchanges.length)
  expect(ids).toEqual(
    expect.arrayContaining(report.exchanges.map(({ id }) => id).filter((id) => blamed.includes(id))),
  )
  expect(
    short.clauses
      .flatMap(({ tests }) => tests.flatMap(({ evidence }) => evidence))
      .every((id) => ids.includes(id)),
  ).toBe(true)
  expect(short).toMatchObject({ totals: report.totals, requests: report.requests, exitCode: report.exitCode })
  expect(short.assumptions?.at(-1)?.text).toContain(`of ${report.exchanges.length} exchanges`)
})
