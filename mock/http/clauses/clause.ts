import { test } from 'vitest'
import type { ClauseId } from '../../../spec/clauses.ts'

type Check = () => Promise<void> | void

/** A test of one clause of the document. Its title starts with the clause's id. */
export function clause(id: ClauseId, fact: string, check: Check): void {
  test(`${id}: ${fact}`, check)
}

/** The same for each row of a table. */
export function clauseFor<Row>(
  id: ClauseId,
  rows: readonly Row[],
  fact: (row: Row) => string,
  check: (row: Row) => Promise<void> | void,
): void {
  for (const row of rows) clause(id, fact(row), () => check(row))
}
