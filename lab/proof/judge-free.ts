import type { ClauseId } from '../../spec/clauses.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { runOn } from './test-service.ts'
import { FREE_KEYS, freeService } from './free/free-service.ts'
import { nameOf, type Mix } from './free/freedoms.ts'

/** What was said of a service that uses its freedom. */
export interface FreeVerdict {
  readonly mix: Mix
  /** The clauses that the suite called broken. */
  readonly broken: readonly ClauseId[]
  /** What the suite itself did wrong; a pet that it added under another customer's key is one of them. */
  readonly faults: readonly string[]
}

/** Runs the suite, with all that it may do, against the service of a mix. */
export async function judgeFree(mix: Mix): Promise<FreeVerdict> {
  const service = freeService(mix)
  const report = await runOn(service, { ...FREE_KEYS, secondBaseUrl: undefined, mark: 'contractabcd' })
  const elsewhere = service.writtenElsewhere()
  const written = elsewhere === 0 ? [] : [`${elsewhere} pets were added under another customer's key`]
  return { mix, broken: clausesThatAre('broken', report), faults: [...faultsOf(report), ...written] }
}

/** Whether it was blamed for nothing. */
export function isUnblamed({ broken, faults }: FreeVerdict): boolean {
  return broken.length + faults.length === 0
}

/** One that was blamed, as PROOF.md lists it. */
export function blameOf({ mix, broken, faults }: FreeVerdict): string {
  return `${[...broken, ...faults].join(', ')}: ${nameOf(mix)}`
}
