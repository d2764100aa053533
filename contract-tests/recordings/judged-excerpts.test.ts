import { expect, test } from 'vitest'
import { PLAIN, runOn, testService } from '../../lab/proof/test-service.ts'
import { ofSeries } from '../../lab/testing/series.ts'
import { violations } from '../../lab/proof/violations/index.ts'
import { judgeRecording } from './judge-recording.ts'
import type { Recording } from './recording.ts'
import { recordingIn } from './testing/recording-in.ts'

// All of them take ten minutes.
const STRIDE = 12

/** The verdict on each clause, and what is broken instead, as it is judged from the JSON report of a run. */
async function verdicts(run: Recording, showsBodies: boolean): Promise<readonly string[]> {
  const report = judgeRecording(run, { keysAreShared: false }, { showsBodies })
  const again = judgeRecording(await recordingIn(report), { keysAreShared: false })
  return again.clauses.flatMap(({ id, tests }) =>
    tests.map(({ title, verdict, breach }) =>
      [id, title, verdict, ...(breach?.alternatives ?? []), breach?.exchange ?? ''].join(' '),
    ),
  )
}

test.for(ofSeries(violations.filter(({ name }, at) => at % STRIDE === 0 || name === 'a list is of ids')))(
  'a report that leaves out what may not be harmless is judged as one that shows all: $name',
  async (violation) => {
    const run = await recordingIn(await runOn(await testService(violation.overlay, PLAIN)))
    expect(await verdicts(run, false)).toEqual(await verdicts(run, true))
  },
)
