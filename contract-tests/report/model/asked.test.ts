import { expect, test } from 'vitest'
import { exampleAsked } from '../testing/example-asked.ts'
import { flawlessReport } from '../testing/example-report.ts'
import { askedRows, classesText, heldInPart, shownGroups } from './asked.ts'
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

test('a run of chosen clauses shows only what it asked something of, and any other run all', () => {
  const namesOf = (groups: typeof exampleAsked): readonly string[] =>
    askedRows(shownGroups(groups)).map(({ name }) => name)
  const all = ['listPets', 'getPet', 'transitions', 'at once']
  expect(namesOf(exampleAsked)).toEqual(all)
  const ofChosen = exampleAsked.map((group) =>
    group.input === 'petId'
      ? {
          ...group,
          cells: [{ name: '0', requests: 0, leftOut: 'not all clauses are run: --only' }],
        }
      : group,
  )
  expect(namesOf(ofChosen)).toEqual(['listPets', 'transitions'])
})
