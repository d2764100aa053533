import { expect, test } from 'vitest'
import { figures, isEnough } from './figures.ts'
import { judgeMutants, nameMutants, type Listed, type Mutant, type StrykerResult } from './judge-mutants.ts'

const source = `const a = 1 < 2
const b = 1 < 2
const c = [
  1, 2,
]
`

function result(line: number, columns: readonly [number, number], status: string): StrykerResult {
  const [start, end] = columns.map((column) => ({ line, column }))
  if (!start || !end) throw new Error('two columns')
  return { id: '1', location: { start, end }, replacement: '1 > 2', status }
}

function named(...results: readonly StrykerResult[]): readonly Mutant[] {
  return nameMutants('a.ts', source, results)
}

function listing(...mutants: readonly string[]): Listed {
  return { 'a.ts': [{ because: 'equivalent', why: 'why', mutants }] }
}

test('a mutant is named by its code before and after, and the second of a name gets a number', () => {
  const mutants = named(result(2, [11, 16], 'Survived'), result(1, [11, 16], 'Killed'))
  expect(mutants.map(({ location, name, fate }) => ({ line: location.start.line, name, fate }))).toEqual([
    { line: 1, name: '1 < 2 → 1 > 2', fate: 'killed' },
    { line: 2, name: '1 < 2 → 1 > 2 #2', fate: 'survived' },
  ])
})

test('code of several lines is named on one line', () => {
  const location = { start: { line: 3, column: 11 }, end: { line: 5, column: 2 } }
  const [mutant] = named({ ...result(3, [11, 2], 'NoCoverage'), location, replacement: '[]' })
  expect(mutant).toMatchObject({ name: '[ 1, 2, ] → []', fate: 'survived' })
})

test('a survivor counts unless it is listed', () => {
  const mutants = named(result(1, [11, 16], 'Survived'), result(2, [11, 16], 'Survived'))
  const judged = judgeMutants(mutants, listing('1 < 2 → 1 > 2'))
  expect(judged.survivors.map(({ name }) => name)).toEqual(['1 < 2 → 1 > 2 #2'])
  expect([judged.excused.equivalent, judged.stale]).toEqual([1, []])
})

test('an entry that is killed, does not exist or is listed twice is stale, and fails', () => {
  const mutants = named(result(1, [11, 16], 'Killed'), result(2, [11, 16], 'Survived'))
  const names = ['1 < 2 → 1 > 2', '1 < 3 → 1 > 3', '1 < 2 → 1 > 2 #2', '1 < 2 → 1 > 2 #2']
  const judged = judgeMutants(mutants, { ...listing(...names), 'other.ts': [] })
  expect(judged.stale).toEqual([
    'a.ts: 1 < 2 → 1 > 2: it is killed',
    'a.ts: 1 < 3 → 1 > 3: there is no such mutant',
    'a.ts: 1 < 2 → 1 > 2 #2: it is listed twice',
  ])
  expect(isEnough(judged)).toBe(false)
})

test('an entry may cover all mutants within the code of one, as long as none of these is killed', () => {
  const within = (status: string): readonly Mutant[] =>
    named(
      { ...result(1, [1, 16], 'Survived'), replacement: '' },
      result(1, [11, 16], status),
      result(2, [11, 16], 'Killed'),
    )
  const entry = listing('const a = 1 < 2 → , and all in it')
  expect(judgeMutants(within('NoCoverage'), entry)).toMatchObject({ survivors: [], stale: [] })
  expect(judgeMutants(within('Killed'), entry).stale).toEqual([
    'a.ts: const a = 1 < 2 → , and all in it: it is killed',
  ])
})

test('figures count the killed mutants among all that are not listed', () => {
  const mutants = named(result(1, [11, 16], 'Timeout'), result(2, [11, 16], 'Survived'))
  expect(figures(judgeMutants(mutants, {}))).toContain('50 % (1 of 2) were')
})
