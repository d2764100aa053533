import { clauses as allClauses } from '../../../spec/index.ts'
import type { RunReport } from './run-report.ts'

/** How much of what the document promises has been verified. */
export interface VerifiedShare {
  readonly verified: number
  readonly of: number
  /** Rounded down: 100 only where nothing is left. */
  readonly percent: number
}

/**
 * Counts the promises of the document that bind the service (`must`), whether they hold or not. A run of a few clauses
 * (`--only`) is measured against the whole document too.
 */
export function verifiedShare({ clauses }: RunReport): VerifiedShare {
  const of = allClauses.filter(({ level, party }) => level === 'must' && party !== 'client').length
  const verified = clauses.filter(
    ({ level, verdict }) => level === 'must' && verdict !== 'not verified' && verdict !== 'error',
  ).length
  return { verified, of, percent: Math.floor((verified / of) * 100) }
}
