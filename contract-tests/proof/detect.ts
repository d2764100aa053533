import { clauses, type ClauseId } from '../../spec/index.ts'
import { standWith } from './violations/stand.ts'
import type { Violation } from './violations/violation.ts'
import { dreddFindsFault, Traffic } from './other-tools.ts'
import { clausesThatAre, faultsOf, runOnStand } from './run-on-stand.ts'

/** What was said of a service with a violation. */
export interface Detection {
  readonly violation: Violation
  /** The clauses that the suite reported broken; where a standard is broken, those that it warned of besides. */
  readonly broken: readonly ClauseId[]
  /** What the suite itself did wrong. */
  readonly faults: readonly string[]
  /** Broken is what must be, and nothing else. */
  readonly isRight: boolean
  /** Whether other tools notice anything wrong, on whatever ground. */
  readonly prism: boolean
  readonly dredd: boolean
}

// The day on which this is run must not matter.
const BEGINS = '2026-11-20T10:00:30Z'

// Enough for a default page and a longer one, and few enough for the longest page to show them all with those added.
const PETS = 60

/** Runs the suite and the other tools against a service with one violation. */
export async function detect(violation: Violation): Promise<Detection> {
  const { overlay, mock, needs, breaks } = violation
  const options = { pets: PETS, ...mock }
  const traffic = new Traffic()
  await using stand = await standWith(overlay, { begins: BEGINS, mock: options, witness: traffic.see })
  const report = await runOnStand(stand, { deep: needs === 'deep' })
  const isOfStandard = clauses.some(({ id, level }) => id === breaks[0] && level === 'should')
  const warned = isOfStandard ? clausesThatAre('warned', report) : []
  const [broken, faults] = [[...clausesThatAre('broken', report), ...warned], faultsOf(report)]
  const isRight = faults.length === 0 && broken.toSorted().join() === breaks.toSorted().join()
  await using other = await standWith(overlay, { begins: BEGINS, mock: options })
  const dredd = await dreddFindsFault(other.baseUrl, other.mock.keys)
  return { violation, broken, faults, isRight, prism: await traffic.prismFindsFault(), dredd }
}
