import { expect, test, type RunnerTask } from 'vitest'
import { clauses } from '../../spec/clauses.ts'
import './clauses/auth.ts'
import './clauses/base.ts'
import './clauses/create.ts'
import './clauses/deprecation.ts'
import './clauses/error.ts'
import './clauses/get.ts'
import './clauses/limit-ban.ts'
import './clauses/limit-client.ts'
import './clauses/limit-exceeded.ts'
import './clauses/limit-headers.ts'
import './clauses/limit-plans.ts'
import './clauses/list.ts'
import './clauses/pet.ts'

test('every clause has a test, and every test is of a clause', ({ task }) => {
  const named = task.file.tasks.filter(({ id }) => id !== task.id).map(clauseOf)
  const ids = clauses.map(({ id }) => id)
  expect([...new Set(named)].toSorted()).toEqual(ids.toSorted())
})

/** The id at the beginning of a test's title. */
function clauseOf({ name }: RunnerTask): string {
  return name.slice(0, name.indexOf(': '))
}
