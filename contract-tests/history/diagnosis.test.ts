import { expect, test } from 'vitest'
import type { ClauseId } from '../../spec/clauses.ts'
import { diagnose } from './diagnosis.ts'
import type { Finding } from './history.ts'
import { story } from './testing/story.ts'

/** Findings of as many replies, each with the clauses that explain it, the likeliest first. */
function findings(...all: readonly (readonly [ClauseId, ...ClauseId[]])[]): readonly Finding[] {
  const exchanges = story(...all.map(() => ({ ask: 'GET /pets' })))
  return all.map(([clause, ...alternatives], at) => ({
    clause,
    alternatives,
    expected: 'a page',
    actual: 'less',
    steps: exchanges.slice(at, at + 1).map((exchange) => ({ exchange, shows: 'less' })),
  }))
}

test.for<[what: string, all: readonly Finding[], blamed: ClauseId]>([
  [
    'explains most findings',
    findings(['LIST-5', 'LIST-2'], ['LIST-7', 'LIST-2'], ['LIST-6', 'LIST-2']),
    'LIST-2',
  ],
  [
    'of those that explain as many, is named earliest',
    findings(['LIST-2', 'LIST-7'], ['LIST-2', 'LIST-7'], ['LIST-7', 'LIST-2']),
    'LIST-2',
  ],
  [
    'of those that are named as early in all, the first finding names first',
    findings(['LIST-5', 'LIST-7', 'DEPRECATION-3', 'LIST-2'], ['LIST-2', 'LIST-7'], ['LIST-2', 'LIST-7']),
    'LIST-7',
  ],
])('the clause is blamed that %s', ([_what, all, blamed]) => {
  expect(new Set(diagnose(all).map(({ clause }) => clause))).toEqual(new Set([blamed]))
})

test('what an established clause explains is left out', () => {
  expect(diagnose(findings(['LIST-5', 'LIST-2'], ['LIST-2']), new Set(['LIST-2']))).toEqual([])
})

test('each finding is reported under the clause that explains it, in the order of time, once for each reply', () => {
  const all = findings(['LIST-5', 'LIST-2'], ['LIST-7', 'LIST-2'], ['PET-1'], ['LIST-2'])
  const reported = diagnose(all.toReversed()).map(({ clause, alternatives, steps }) => [
    clause,
    alternatives,
    steps.at(-1)?.exchange.id,
  ])
  expect(reported).toEqual([
    ['LIST-2', ['LIST-5'], 1],
    ['LIST-2', ['LIST-7'], 2],
    ['PET-1', [], 3],
    ['LIST-2', [], 4],
  ])
})

test.for<[what: string, all: readonly Finding[], blamed: readonly ClauseId[]]>([
  [
    'of several clauses that are broken, a finding is under the one that it names first',
    findings(['LIST-4', 'LIST-2'], ['LIST-2'], ['LIST-2'], ['LIST-4']),
    ['LIST-4', 'LIST-2', 'LIST-2', 'LIST-4'],
  ],
  [
    'what explains two causes, of which one is broken anyway, is not named for the other',
    findings(['PET-4', 'PET-2'], ['PET-4', 'PET-2'], ['LIST-5', 'PET-2'], ['LIST-5']),
    ['PET-4', 'PET-4', 'LIST-5', 'LIST-5'],
  ],
])('%s', ([_what, all, blamed]) => {
  expect(diagnose(all).map(({ clause }) => clause)).toEqual(blamed)
})

test('of several findings of one reply by one clause the shortest is reported; another side of it is another one', () => {
  const [first, second] = findings(['LIST-2'], ['LIST-2'])
  if (first === undefined || second === undefined) throw new Error('no findings')
  const long = { ...second, steps: [...first.steps, ...second.steps] }
  expect(diagnose([long, second])).toEqual([second])
  expect(diagnose([second, long])).toEqual([second])
  expect(diagnose([second, { ...second, actual: 'the same' }])).toEqual([second])
  expect(diagnose([second, { ...long, aspect: 'its order' }])).toHaveLength(2)
  const wrong = first.steps[0]?.exchange
  expect(diagnose([second, { ...long, ...(wrong && { wrong }) }])).toHaveLength(2)
})

test('how early a clause is named counts in the first ten findings alone', () => {
  const early = Array.from({ length: 10 }, () => ['LIST-2', 'LIST-7'] as const)
  const late = Array.from({ length: 30 }, () => ['LIST-7', 'LIST-2'] as const)
  expect(new Set(diagnose(findings(...early, ...late)).map(({ clause }) => clause))).toEqual(
    new Set(['LIST-2']),
  )
  expect(diagnose([])).toEqual([])
})
