import { expect, test } from 'vitest'
import { flawlessReport } from '../testing/example-report.ts'
import { classesText, heldInPart } from './asked.ts'
import type { ClauseReport } from './run-report.ts'

function withClasses(verdict: ClauseReport['verdict'], asked: number): ClauseReport {
  const [clause] = flawlessReport().clauses
  if (clause === undefined) throw new Error('a report without clauses')
  return { ...clause, verdict, classes: { asked, of: 19, leftOut: 0 } }
}

test.for([
  ['held', 7, '7 of 19 classes asked', [expect.stringMatching(/ 7 of 19$/)]],
  ['held', 19, '19 of 19 classes asked', []],
  // What a recording shows held was no value that a class speaks of.
  ['held', 0, undefined, []],
  ['not verified', 0, '0 of 19 classes asked', []],
  ['broken', 7, '7 of 19 classes asked', []],
] as const)('a clause that is %s, of %i classes', ([verdict, asked, text, inPart]) => {
  const clause = withClasses(verdict, asked)
  expect(classesText(clause)).toBe(text)
  expect(heldInPart([clause])).toEqual(inPart)
})
