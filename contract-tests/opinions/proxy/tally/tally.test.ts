import { expect, test } from 'vitest'
import type { ClauseId } from '../../../../spec/clauses.ts'
import { tallyCounts, tallyLines } from './tally-lines.ts'
import { Tally } from './tally.ts'

function tallyOf(
  ...shown: readonly (readonly [evidence: readonly ClauseId[], broken: readonly ClauseId[]])[]
) {
  const tally = new Tally()
  for (const [evidence, broken] of shown) tally.add({ evidence, broken })
  return tally
}

test('a clause is held while exchanges could have shown it broken, and broken from the first one that does', () => {
  const tally = tallyOf(
    [['LIST-5', 'PET-2', 'PET-2'], []],
    [['LIST-5'], ['LIST-5', 'LIST-5']],
    [[], ['AUTH-6', 'GET-1']],
  )
  const seen = tally.clauses.filter(({ exchanges }) => exchanges > 0)
  expect(
    seen.map(({ clause, verdict, broken, exchanges }) => [clause.id, verdict, broken, exchanges]),
  ).toEqual([
    ['PET-2', 'held', 0, 1],
    ['LIST-5', 'broken', 1, 2],
    ['GET-1', 'broken', 1, 1],
    ['AUTH-6', 'warned', 1, 1],
  ])
  expect(tally.exchanges).toBe(3)
})

test('a breach that is taken back is none, once for each reply', () => {
  const tally = tallyOf([['GET-1'], ['GET-1']], [['GET-1'], ['GET-1']])
  const back = { reply: 1, clause: 'GET-1' } as const
  const broken = () => tally.clauses.find(({ clause }) => clause.id === 'GET-1')
  tally.add({ evidence: [], broken: [], takenBack: [back, back] })
  expect(broken()).toMatchObject({ verdict: 'broken', broken: 1 })
  tally.add({ evidence: [], broken: [], takenBack: [{ ...back, reply: 2 }] })
  expect(broken()).toMatchObject({ verdict: 'held', broken: 0, exchanges: 2 })
})

test('clauses that the client owes have no tally', () => {
  const parties = new Tally().clauses.map(({ clause }) => clause.party)
  expect(parties).not.toContain('client')
})

test('the counts name the worst verdict first, and leave out those that no clause has', () => {
  const tally = tallyOf([['LIST-5', 'PET-2'], ['LIST-5']])
  const all = tally.clauses.length
  expect(tallyCounts(tally.clauses)).toBe(
    `1 of ${all} clauses broken, 1 held so far, ${all - 2} not yet seen`,
  )
  expect(tallyCounts(new Tally().clauses)).toBe(`${all} of ${all} clauses not yet seen`)
})

test('the lines give each clause with its exchanges, and none is wider than the terminal', () => {
  const lines = tallyLines(tallyOf([['LIST-5', 'PET-2'], ['LIST-5']]), 60)
  expect(lines[0]).toMatch(/^The tally of 1 judged exchange: 1 of \d+ clauses broken/)
  expect(lines).toContain('✗ broken        LIST-5 (1 of 1)')
  expect(lines).toContain('✓ held so far   PET-2 (1)')
  expect(Math.max(...lines.slice(1).map(({ length }) => length))).toBeLessThanOrEqual(60)
})
