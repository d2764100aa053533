import type { ClauseId } from '../../spec/index.ts'
import { runContract } from '../run-contract.ts'
import { settingsFor } from '../testing/settings-for.ts'
import { standWith } from '../violations/stand.ts'
import type { Violation } from '../violations/violation.ts'

/** What a run said of a service with a violation. */
export interface Detection {
  readonly violation: Violation
  /** The clauses that it reported broken. */
  readonly broken: readonly ClauseId[]
  /** Faults of the suite itself. */
  readonly errors: readonly string[]
  /** Broken is what must be, and nothing else. */
  readonly isRight: boolean
}

const PETS = 60

/** Runs the suite against a service with one violation, and says whether the right clause was blamed, and it alone. */
export async function detect(violation: Violation): Promise<Detection> {
  const { overlay, mock = {}, needs, breaks } = violation
  await using stand = await standWith(overlay, { pets: PETS, ...mock })
  const report = await runContract(
    settingsFor({
      baseUrl: stand.baseUrl,
      secondBaseUrl: stand.secondBaseUrl,
      control: stand.control,
      key: 'free-demo-key',
      secondKey: 'free-demo-key-2',
      deep: needs === 'deep',
    }),
    () => undefined,
  )
  const broken = report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
  const errors = report.clauses.flatMap(({ tests }) =>
    tests.flatMap(({ verdict, detail }) => (verdict === 'error' ? [detail ?? 'no reason'] : [])),
  )
  const isRight = errors.length === 0 && broken.toSorted().join() === breaks.toSorted().join()
  return { violation, broken, errors, isRight }
}
