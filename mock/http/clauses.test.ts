import { globSync } from 'node:fs'
import { expect, test, type RunnerTask } from 'vitest'
import { clauses } from '../../spec/clauses.ts'

// A new area needs a file in clauses/ and nothing here.
for (const file of globSync('clauses/*.ts', { cwd: import.meta.dirname })) await import(`./${file}`)

test('every clause has a test, and every test names a clause', ({ task }) => {
  const named = task.file.tasks.filter(({ id }) => id !== task.id).map(clauseOf)
  const ids = clauses.map(({ id }) => id)
  expect([...new Set(named)].toSorted()).toEqual(ids.toSorted())
})

/** The id at the start of a test's title. */
function clauseOf({ name }: RunnerTask): string {
  return name.slice(0, name.indexOf(': '))
}
