import { effectOperators } from './effects.ts'
import { errorOperators } from './errors.ts'
import { headerOperators } from './headers.ts'
import { listOperators } from './lists.ts'
import { nameOf, type Operator } from './operator.ts'
import { petOperators } from './pets.ts'
import { statusOperators } from './statuses.ts'

/** All changes that are generated from the document, by what they change. */
export const operatorsByKind = {
  statuses: statusOperators,
  headers: headerOperators,
  'fields of pets': petOperators,
  lists: listOperators,
  'fields of errors': errorOperators,
  effects: effectOperators,
} satisfies Record<string, readonly Operator[]>

export const operators: readonly Operator[] = Object.values(operatorsByKind).flat()

const ONE_IN = 10

/**
 * Whether an operator belongs to the tenth that is held back while the suite is corrected. Its name alone decides, so
 * these are always the same.
 */
export function isHeldBack(operator: Operator): boolean {
  const hash = Buffer.from(nameOf(operator)).reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7)
  return hash % ONE_IN === 3
}
