import { clauses, type ClauseId } from '../../spec/clauses.ts'
import { detectElsewhere, isRightElsewhere, type ElsewhereDetection } from './detect-elsewhere.ts'
import { dreddFindsFault, Traffic } from './other-tools.ts'
import { PLAIN, runOn, testService, type TestServiceOptions } from './test-service.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import type { Violation } from './violations/service.ts'

/** What the suite reported of the mock with a violation, and of a second service that shares no code with it. */
export interface Detection {
  readonly violation: Violation
  /** The clauses that the suite reported broken; for a violation of a standard, also those that it warned of. */
  readonly broken: readonly ClauseId[]
  /** What the suite itself did wrong. */
  readonly faults: readonly string[]
  /** Whether exactly the clauses of the violation were reported. */
  readonly isRight: boolean
  readonly elsewhere: ElsewhereDetection
}

/** The same with other tools: whether each reports anything at all. */
export interface Comparison extends Detection {
  readonly prism: boolean
  readonly dredd: boolean
}

/** Whether exactly the right clauses were reported, on the mock and elsewhere. */
export function isDetected({ isRight, elsewhere }: Detection): boolean {
  return isRight && isRightElsewhere(elsewhere)
}

/** Runs the suite against both services with a violation. */
export async function detect(violation: Violation): Promise<Detection> {
  return (await runAgainst(violation)).detection
}

/** The same, and has the other tools judge the mock with the violation. */
export async function compare(violation: Violation): Promise<Comparison> {
  const { detection, traffic } = await runAgainst(violation)
  const { overlay, mock } = violation
  const dredd = await dreddFindsFault(overlay, optionsOf(mock))
  return { ...detection, prism: await traffic.prismFindsFault(), dredd }
}

function optionsOf(mock: Violation['mock']): Required<Pick<TestServiceOptions, 'begins' | 'mock'>> {
  return { ...PLAIN, mock: { ...PLAIN.mock, ...mock } }
}

async function runAgainst(violation: Violation): Promise<{ detection: Detection; traffic: Traffic }> {
  const { overlay, mock, needs, breaks } = violation
  const traffic = new Traffic()
  const options = { ...optionsOf(mock), witness: traffic.see }
  const report = await runOn(await testService(overlay, options), {
    ban: needs === 'ban',
    deep: needs === 'deep',
    thorough: needs === 'thorough',
  })
  const isOfStandard = clauses.some(({ id, level }) => id === breaks[0] && level === 'should')
  const warned = isOfStandard ? clausesThatAre('warned', report) : []
  const [broken, faults] = [[...clausesThatAre('broken', report), ...warned], faultsOf(report)]
  const isRight = faults.length === 0 && broken.toSorted().join() === breaks.toSorted().join()
  const elsewhere = await detectElsewhere(violation)
  return { detection: { violation, broken, faults, isRight, elsewhere }, traffic }
}
