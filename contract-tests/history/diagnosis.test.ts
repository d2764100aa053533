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
    'of those that are named as early, is named first most often',
    findings(['LIST-5', 'LIST-7', 'DEPRECATION-3', 'LIST-2'], ['LIST-2', 'LIST-7'], ['LIST-2', 'LIST-7']),
    'LIST-2',
  ],
])('the clause is blamed that %s', ([_what, all, blamed]) => {
  expect(new Set(diagnose(all).map(({ clause }) => clause))).toEqual(new Set([blamed]))
})

test('what an established clause explains is left out', () => {
  expect(diagnose(findings(['LIST-5', 'LIST-2'], ['LIST-2']), new Set(['LIST-2']))).toEqual([])
})
