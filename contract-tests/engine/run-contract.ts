import { startVitest, type Reporter, type TestCase } from 'vitest/node'
import { buildReport } from '../report/model/build-report.ts'
import type { FinishedTest } from '../report/model/finished-test.ts'
import type { RunReport } from '../report/model/run-report.ts'
import type { ContractSettings } from './settings.ts'
import { vitestOptions } from './vitest-options.ts'

/** Told of each test as it ends. */
export type Progress = (test: FinishedTest) => void

/** Runs the suite against one service and resolves with what it found out; rejects when the suite itself fails. */
export async function runContract(settings: ContractSettings, progress: Progress): Promise<RunReport> {
  const startedAt = new Date()
  const started = performance.now()
  const tests: FinishedTest[] = []
  const faults: string[] = []
  const reporter: Reporter = {
    onTestCaseResult: (test) => {
      const finished = finish(test)
      tests.push(finished)
      progress(finished)
    },
    onTestRunEnd: (modules, errors) => {
      const broken = modules.flatMap((module) => module.errors())
      faults.push(...[...errors, ...broken].map(({ message }) => message))
    },
  }
  const exitCode = process.exitCode
  const vitest = await startVitest([], vitestOptions(settings, [reporter]))
  await vitest.close()
  // Vitest sets it for a failed test, but a breach is for the caller to judge.
  process.exitCode = exitCode
  if (faults.length > 0) throw new Error(`the suite itself failed: ${faults.join('; ')}`)
  const { baseUrl, mark } = settings
  return buildReport(tests, { baseUrl, mark, startedAt, milliseconds: performance.now() - started })
}

// Vitest skips what is left once it bails out; none of that has held.
const NOT_RUN = 'not run: the run ended at the first breach (--bail)'

function finish(test: TestCase): FinishedTest {
  const { finding, observation, opinion } = test.meta()
  const { state, errors = [] } = test.result()
  if (!finding && !observation && !opinion)
    throw new Error(errors[0]?.message ?? `the test "${test.name}" tells nothing`)
  if (state !== 'passed' && state !== 'failed')
    for (const told of [finding, observation]) if (told) told.hindrance ??= NOT_RUN
  const fault = state === 'failed' && !finding?.breach ? (errors[0]?.message ?? 'it failed') : undefined
  const milliseconds = Math.round(test.diagnostic()?.duration ?? 0)
  return { title: test.name, finding, observation, opinion, milliseconds, fault }
}
