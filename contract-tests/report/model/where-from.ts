import { clauses } from '../../../spec/index.ts'
import type { ClauseReport } from './run-report.ts'

/** Where a requirement comes from: words of the document, or a general standard that asks for it. */
export type WhereFrom =
  | { readonly kind: 'document'; readonly section: string; readonly words: string }
  | { readonly kind: 'standard'; readonly name: string }

export function whereFrom({ id, section, source }: ClauseReport): WhereFrom {
  const isQuoted = clauses.find((clause) => clause.id === id)?.quote !== undefined
  return isQuoted ? { kind: 'document', section, words: source } : { kind: 'standard', name: source }
}
