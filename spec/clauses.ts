import { clauses as clauseData } from './generated/clauses.ts'
import type { OperationId } from './operations.ts'

export type ClauseId = (typeof clauseData)[number]['id']

/** One promise of the document. */
export interface Clause {
  readonly id: ClauseId
  readonly level: 'must' | 'should'
  /** Who owes it; the service if absent. */
  readonly party?: 'client'
  readonly operations: readonly OperationId[]
  readonly section: string
  readonly text: string
  /** The words of the document that promise it. */
  readonly quote?: string
  /** The general standard that asks for it, where the document does not. */
  readonly source?: string
}

export const clauses: readonly Clause[] = clauseData

/** The area of the document that a clause belongs to: `LIST` of `LIST-3`. */
export function areaOf(clause: ClauseId): string {
  return clause.replace(/-\d+$/, '')
}
