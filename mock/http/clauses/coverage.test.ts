import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clauses } from '../../../spec/index.ts'
import { coverageOf } from './coverage.ts'

const SELF = 'coverage.test.ts'

test('every clause has a test in this folder, and every test in it names a clause', async () => {
  const folder = import.meta.dirname
  const names = (await readdir(folder)).filter((name) => name.endsWith('.test.ts') && name !== SELF)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const ids = clauses.map(({ id }) => id)
  expect(coverageOf(ids, texts)).toEqual({ untested: [], unknown: [], nameless: 0 })
})

test('a clause without a test, a test of no clause and a test without a name are noticed', () => {
  const text = `
clause('LIST-1', 'a list is an array', () => {})
clauseFor(
  'LIST-99',
  rows,
)
test('a list is short', () => {})
  it.each(rows)('is long', () => {})`
  const coverage = { untested: ['LIST-2'], unknown: ['LIST-99'], nameless: 2 }
  expect(coverageOf(['LIST-1', 'LIST-2'], [text])).toEqual(coverage)
})
