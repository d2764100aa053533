import type { ClauseId } from '../../spec/clauses.ts'
import { asReal } from './as-real.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { runOn } from './test-service.ts'
import { FREE_KEYS, freeService } from './free/free-service.ts'
import { nameOf, type Mix } from './free/freedoms.ts'

/** What the suite reported of a service that uses the freedoms of a mix. */
export interface FreeVerdict {
  readonly mix: Mix
  /** The clauses that the suite reported broken. */
  readonly broken: readonly ClauseId[]
  /** What the suite itself did wrong, such as adding a pet under another customer's key. */
  readonly faults: readonly string[]
}

// In the middle of a minute, and so near its end that a run goes on in the next one, or goes over the limit just before.
const BEGINS = { 'goes on in a minute': 17, 'goes on at the end of a minute': 57.2 } as const

/** Judges the service of a mix by a run that may do everything. */
export async function judgeFree(mix: Mix): Promise<FreeVerdict> {
  const service = freeService(mix)
  const ports = mix.clock === 'is controlled' ? service : await asReal(service, BEGINS[mix.clock])
  const report = await runOn(ports, { ...FREE_KEYS, secondBaseUrl: undefined, mark: 'contractabcd' })
  const elsewhere = service.writtenElsewhere()
  const written = elsewhere === 0 ? [] : [`${elsewhere} pets were added under another customer's key`]
  return { mix, broken: clausesThatAre('broken', report), faults: [...faultsOf(report), ...written] }
}

/** Whether the service was blamed for nothing. */
export function isUnblamed({ broken, faults }: FreeVerdict): boolean {
  return broken.length + faults.length === 0
}

/** A service that was blamed, as PROOF.md lists it. */
export function describeBlame({ mix, broken, faults }: FreeVerdict): string {
  return `${[...broken, ...faults].join(', ')}: ${nameOf(mix)}`
}
