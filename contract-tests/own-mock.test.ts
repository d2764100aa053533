import { expect, test } from 'vitest'
import { startMock } from '../mock/index.ts'
import { choosable, clauses } from '../spec/index.ts'
import type { RunReport } from './report/run-report.ts'
import { runContract } from './run-contract.ts'
import { settingsFor } from './testing/settings-for.ts'

/** Runs the suite, and Prism beside it, against a mock of ours. */
async function check(vary?: number): Promise<RunReport> {
  await using mock = await startMock({ port: 0, pets: 50, vary })
  const report = await runContract(
    settingsFor({
      baseUrl: mock.baseUrl,
      secondBaseUrl: mock.stagingBaseUrl,
      control: `${mock.origin}/_mock/worlds/default`,
      key: 'free-demo-key',
      secondKey: 'free-demo-key-2',
      secondOpinion: true,
    }),
    () => undefined,
  )
  const inForce = mock.choices.read()
  for (const { id, variant } of report.choices)
    expect([id, variant ?? inForce[id]]).toEqual([id, inForce[id]])
  return report
}

test('every clause holds on the mock, and Prism agrees', { timeout: 60_000 }, async () => {
  const report = await check()
  const wanted = clauses.filter(({ party }) => party !== 'client').map(({ id }) => id)
  expect(report.clauses.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted())
  expect(report.clauses.filter(({ verdict }) => verdict !== 'held')).toEqual([])
  expect(report.choices.map(({ id }) => id).toSorted()).toEqual(choosable.map(({ id }) => id).toSorted())
  expect(report.choices.filter(({ variant }) => variant === undefined)).toEqual([])
  expect(report.secondOpinions).toEqual([{ tool: 'Prism', findings: [] }])
  // A Free minute, one request at the second base address, and those after the wait.
  expect(report.requests.admitted).toBeLessThanOrEqual(63)
  expect(report.requests.refused).toBeLessThanOrEqual(3)
})

test.for([1, 2, 3, 4, 5, 6, 7, 8])(
  'a lawful service is not blamed: --vary %i',
  { timeout: 60_000 },
  async (seed) => {
    const report = await check(seed)
    expect(report.clauses.filter(({ verdict }) => verdict === 'broken' || verdict === 'error')).toEqual([])
    expect(report.exitCode).toBe(0)
  },
)
