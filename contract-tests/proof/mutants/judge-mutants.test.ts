import { expect, test } from 'vitest'
import { figures, isEnough } from './figures.ts'
import { judgeMutants, nameMutants, type Mutant, type StrykerResult } from './judge-mutants.ts'

const source = `const a = 1 < 2
const b = 1 < 2
const c = [
  1, 2,
]
`

function result(line: number, columns: readonly [number, number], status: string): StrykerResult {
  const [start, end] = columns.map((column) => ({ line, column }))
  if (!start || !end) throw new Error('two columns')
  return { fileName: '/root/a.ts', location: { start, end }, replacement: '1 > 2', status }
}

function named(...results: readonly StrykerResult[]): readonly Mutant[] {
  return nameMutants(
    results,
    () => source,
    (path) => path.slice('/root/'.length),
  )
}

test('a mutant is named by its text and what became of that, and the second of the same by its number', () => {
  const mutants = named(result(2, [11, 16], 'Survived'), result(1, [11, 16], 'Killed'))
  expect(mutants.map(({ line, name, fate }) => ({ line, name, fate }))).toEqual([
    { line: 1, name: '1 < 2 → 1 > 2', fate: 'killed' },
    { line: 2, name: '1 < 2 → 1 > 2 #2', fate: 'survived' },
  ])
})

test('what stands on several lines is named on one', () => {
  const location = { start: { line: 3, column: 11 }, end: { line: 5, column: 2 } }
  const [mutant] = named({ ...result(3, [11, 2], 'NoCoverage'), location, replacement: '[]' })
  expect(mutant).toMatchObject({ name: '[ 1, 2, ] → []', fate: 'survived' })
})

test('a survivor that is not listed counts, and one that is listed does not', () => {
  const mutants = named(result(1, [11, 16], 'Survived'), result(2, [11, 16], 'Survived'))
  const judged = judgeMutants(mutants, { 'a.ts': [['equivalent', '1 < 2 → 1 > 2', 'why']] })
  expect(judged.survivors.map(({ name }) => name)).toEqual(['1 < 2 → 1 > 2 #2'])
  expect([judged.excused.equivalent, judged.stale]).toEqual([1, []])
})

test('a line of the list that is killed, not there or there twice is stale, and fails', () => {
  const mutants = named(result(1, [11, 16], 'Killed'), result(2, [11, 16], 'Survived'))
  const judged = judgeMutants(mutants, {
    'a.ts': [
      ['text', '1 < 2 → 1 > 2', 'killed by now'],
      ['text', '1 < 3 → 1 > 3', 'rewritten by now'],
      ['text', '1 < 2 → 1 > 2 #2', 'true'],
      ['text', '1 < 2 → 1 > 2 #2', 'said before'],
    ],
    'other.ts': [['text', 'x → y', 'nothing is known of this file']],
  })
  expect(judged.stale).toEqual([
    'a.ts: 1 < 2 → 1 > 2: killed',
    'a.ts: 1 < 3 → 1 > 3: no such mutant',
    'a.ts: 1 < 2 → 1 > 2 #2: twice',
  ])
  expect(isEnough(judged)).toBe(false)
})

test('figures count what was killed against all that are not listed', () => {
  const mutants = named(result(1, [11, 16], 'Timeout'), result(2, [11, 16], 'Survived'))
  expect(figures(judgeMutants(mutants, {}))).toContain('50.0 % (1 of 2) of those that are not listed')
})
