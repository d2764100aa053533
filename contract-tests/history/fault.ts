import type { ClauseId } from '../../spec/clauses.ts'
import { isRedirect, type RecordedExchange } from './history.ts'

/** What is wrong with the status or body of a reply. */
export interface Fault {
  readonly clause: ClauseId
  readonly alternatives: readonly ClauseId[]
  readonly expected: string
  readonly actual?: string
  /** Exchanges without which the reply would be lawful. */
  readonly support?: readonly RecordedExchange[]
}

/** The clauses that say that an operation is there, and what it accepts, where a status says it is not. */
export function accessClauses(status: number): readonly ClauseId[] {
  if (status === 415) return ['BASE-3']
  return isNotFound(status) || isRedirect({ status }) ? ['BASE-1'] : []
}

/** Whether nothing answers there: a service may say so in several ways. */
export function isNotFound(status: number): boolean {
  return NOT_FOUND.has(status)
}

const NOT_FOUND = new Set([404, 405, 410, 501])
