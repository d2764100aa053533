import { effectOperators } from './effects.ts'
import { errorOperators } from './errors.ts'
import { headerOperators } from './headers.ts'
import { listOperators } from './lists.ts'
import type { Operator } from './operator.ts'
import { petOperators } from './pets.ts'
import { statusOperators } from './statuses.ts'

/** All changes that are generated from the document: each status, header, field, count and effect, in each way, at each time. */
export const operators: readonly Operator[] = [
  ...statusOperators,
  ...headerOperators,
  ...petOperators,
  ...listOperators,
  ...errorOperators,
  ...effectOperators,
]
