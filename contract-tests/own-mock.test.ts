import { expect, test } from 'vitest'
import { startMock } from '../mock/index.ts'
import { choosable } from '../spec/choices.ts'
import { clauses } from '../spec/clauses.ts'
import { registerContract, runSuite, type SuiteOptions } from './index.ts'
import { secondOpinion } from './opinions/prism/second-opinion.ts'
import type { RunReport } from './report/model/run-report.ts'

const mock = await startMock({ port: 0, pets: 50 })
registerContract(test, everything(mock))

test('stop the mock after the contract checks', () => mock.stop())

function everything(service: typeof mock): SuiteOptions {
  return {
    baseUrl: service.baseUrl,
    secondBaseUrl: service.stagingBaseUrl,
    key: 'free-demo-key',
    secondKey: 'free-demo-key-2',
    plan: 'free',
    secondPlan: 'free',
    exhaust: true,
    ban: true,
    control: [service.world, service.worlds.get('staging')],
    minVerified: 100,
  }
}

/** The clauses that a run did not find held, but for the one that no reply shows. */
function notHeld({ clauses: reports }: RunReport): readonly string[] {
  return reports.filter(({ id, verdict }) => verdict !== 'held' && id !== 'BASE-4').map(({ id }) => id)
}

interface Around {
  readonly vary?: number
  /** A key with which somebody else makes requests while the suite runs. */
  readonly meanwhile?: string
}

/** Runs the suite, and Prism beside it, against a mock of ours behind a socket. */
async function check(
  options: Partial<SuiteOptions> = {},
  { vary, meanwhile }: Around = {},
): Promise<RunReport> {
  // A run that ended in another minute than it began in would spend the quotas of both.
  const ahead = Date.UTC(2026, 10, 20, 10, 0, 1) - Date.now()
  await using service = await startMock({ port: 0, pets: 50, vary, time: () => Date.now() + ahead })
  const others: Promise<unknown>[] = []
  const report = await runSuite({ ...everything(service), secondOpinion, ...options }, () => {
    const headers = { Authorization: `Bearer ${meanwhile}` }
    if (meanwhile !== undefined) others.push(fetch(`${service.baseUrl}/pets?limit=1`, { headers }))
  })
  await Promise.all(others)
  const inForce = service.choices.read()
  for (const { id, variant } of report.choices)
    expect([id, variant ?? inForce[id]]).toEqual([id, inForce[id]])
  return report
}

test('every clause holds on the mock, and Prism agrees', async () => {
  const report = await check()
  const wanted = clauses.filter(({ party }) => party !== 'client').map(({ id }) => id)
  expect(report.clauses.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted())
  expect([notHeld(report), report.exitCode]).toEqual([[], 0])
  expect(report.choices.map(({ id }) => id).toSorted()).toEqual(choosable.map(({ id }) => id).toSorted())
  expect(report.choices.filter(({ variant }) => variant === undefined)).toEqual([])
  expect(report.secondOpinions).toEqual([{ tool: 'Prism', findings: [] }])
  expect(admittedBefore429(report)).toBe(60)
  // One request at the second base address, which is another world; in the minutes after the wait and after the ban, what had no
  // room before; and six in the month before the removal of getPet, and after it.
  expect(report.requests).toMatchObject({ admitted: 167, refused: 3 })
})

/** What a run spends of the key's minute until nothing is left. */
function admittedBefore429({ exchanges }: RunReport): number {
  const own = exchanges.filter(({ caller, curl }) => caller === 'key' && !curl.includes('/staging/'))
  return own.findIndex(({ status }) => status === 429)
}

test('generated bodies hold on the mock, and cost the expected number of requests', async () => {
  const report = await check({ deep: true, seed: 7 })
  expect([notHeld(report), report.exitCode]).toEqual([[], 0])
  const titles = report.clauses.flatMap(({ tests }) => tests.map(({ title }) => title))
  expect(titles.filter((title) => title.includes('--seed 7'))).toHaveLength(5)
  expect(report.requests.sent).toBeGreaterThan(480)
})

test('requests of another client with the same key break no clause', async () => {
  const report = await check(
    { plan: 'pro', key: 'pro-demo-key', minVerified: 75 },
    { meanwhile: 'pro-demo-key' },
  )
  expect(report.clauses.filter(({ verdict }) => verdict === 'broken' || verdict === 'error')).toEqual([])
  expect(report.exitCode).toBe(0)
})

// `npm run lab -- proof` runs 200, in process.
test.for([1, 2])('a lawful service is not blamed: --vary %i', async (seed) => {
  const report = await check({ minVerified: 75 }, { vary: seed })
  expect(report.clauses.filter(({ verdict }) => verdict === 'broken' || verdict === 'error')).toEqual([])
  expect(report.exitCode).toBe(0)
})
