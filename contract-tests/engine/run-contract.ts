import { startVitest, type Reporter, type TestCase } from 'vitest/node'
import { buildReport } from '../report/model/build-report.ts'
import type { FinishedCheck, NoResult } from '../report/model/finished-check.ts'
import type { RunReport } from '../report/model/run-report.ts'
import { GIVEN_UP } from './not-verified.ts'
import type { ContractSettings } from './settings.ts'
import { vitestOptions } from './vitest-options.ts'

/** Told of each check as it ends. */
export type Progress = (check: FinishedCheck) => void

/** Runs the suite against one service and resolves with what it found out; rejects when the suite itself fails. */
export async function runContract(settings: ContractSettings, progress: Progress): Promise<RunReport> {
  const startedAt = new Date()
  const started = performance.now()
  const checks: FinishedCheck[] = []
  const faults: string[] = []
  const reporter: Reporter = {
    onTestCaseResult: (test) => {
      const finished = finish(test)
      checks.push(finished)
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
  const milliseconds = performance.now() - started
  return buildReport(checks, { baseUrl, mark, startedAt, milliseconds, gaveUp: checks.some(wasGivenUp) })
}

function wasGivenUp(check: FinishedCheck): boolean {
  return (
    check.kind === 'clause' && check.result.kind === 'not verified' && check.result.reason.endsWith(GIVEN_UP)
  )
}

// Vitest skips what is left once it bails out; none of that has held.
const NOT_RUN = 'not run: the run ended at the first breach (--bail)'

function finish(test: TestCase): FinishedCheck {
  const { finding, observation, opinion } = test.meta()
  const { state, errors = [] } = test.result()
  if (opinion) return { kind: 'second opinion', opinion }
  const milliseconds = Math.round(test.diagnostic()?.duration ?? 0)
  const without = (reason = NOT_RUN): NoResult =>
    state === 'failed'
      ? { kind: 'error', fault: errors[0]?.message ?? 'it failed' }
      : { kind: 'not verified', reason }
  if (finding) {
    const { clause, aspect, needs, breach, hindrance, evidence, sent } = finding
    const unbroken = state === 'passed' ? ({ kind: 'held' } as const) : without(hindrance)
    const result = breach ? ({ kind: 'breach', breach } as const) : unbroken
    return { kind: 'clause', clause, aspect, needs, result, evidence, sent, milliseconds }
  }
  if (!observation) throw new Error(errors[0]?.message ?? `the test "${test.name}" tells nothing`)
  const { openPoint, variant, hindrance, evidence, sent } = observation
  const result = variant === undefined ? without(hindrance) : ({ kind: 'observed', variant } as const)
  return { kind: 'open point', openPoint, result, evidence, sent, milliseconds }
}
