import { expect, test } from 'vitest'
import { accessClauses } from './fault.ts'

test.for<[status: number, clauses: readonly string[]]>([
  [404, ['BASE-1']],
  [405, ['BASE-1']],
  [410, ['BASE-1']],
  [501, ['BASE-1']],
  [415, ['BASE-3']],
  [400, []],
  [500, []],
])('%i says that an operation is not there, or does not accept JSON: %j', ([status, clauses]) => {
  expect(accessClauses(status)).toEqual(clauses)
})
