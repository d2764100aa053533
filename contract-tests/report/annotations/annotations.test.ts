import assert from 'node:assert/strict'
import { expect, it } from 'vitest'
import { findingsOf } from '../model/findings.ts'
import { hostile } from '../testing/example-exchanges.ts'
import { exampleReport, flawlessReport } from '../testing/example-report.ts'
import { annotationsReport } from './annotations.ts'

const [outdated, accepted] = [
  {
    clause: 'ERROR-2',
    reason: 'PETS-97',
    until: '2027-03-01',
    state: 'gone',
    at: { file: 'a,b.yaml', line: 5 },
  },
  {
    clause: 'LIST-3',
    reason: '100 % of it',
    until: '2027-01-31',
    state: 'still there',
    at: { file: 'k.yaml', line: 1 },
  },
] as const

it('what fails the run comes first, and a known breach is annotated at its line of the file', () => {
  const lines = annotationsReport(exampleReport({ known: [accepted, outdated] })).split('\n')
  expect(lines.map((line) => line.split('::', 2)[1])).toEqual([
    'error file=a%2Cb.yaml,line=5,title=ERROR-2 is a known breach',
    'error title=CREATE-4 a categoryId outside int64',
    'error title=CREATE-4 a status outside the enumeration',
    'error title=DEPRECATION-3%3A a fault of the suite itself',
    'warning title=list-order is not settled as before',
    'warning title=AUTH-6',
    'notice file=k.yaml,line=1,title=LIST-3 is a known breach',
    undefined,
  ])
  expect(lines[0]).toMatch(
    /::ERROR-2 is no longer broken: remove it from the file\. Until 2027-03-01: PETS-97$/,
  )
  expect(lines[2]).toMatch(/%0Aexpected: status 400%0Aactual: status 201%0Arepeat: curl -sSi -X POST /)
  expect(lines[4]).toMatch(/::before: oldest%0Anow: newest$/)
  expect(lines[6]).toMatch(/100 %25 of it$/)
})

it('a command is whole, for a part of one repeats nothing', () => {
  const report = exampleReport()
  const long = findingsOf(report, 'broken').find(({ repeat = '' }) => repeat.length > 300)
  assert(long?.repeat)
  expect(annotationsReport(report)).toContain(`%0Arepeat: ${long.repeat}\n`)
})

it('too little evidence is an error with its reason', () => {
  const { clauses, totals } = exampleReport()
  const nothing = { clauses: clauses.filter(({ verdict }) => verdict === 'not verified'), known: [] }
  const text = annotationsReport(exampleReport({ ...nothing, totals, exitCode: 2 }))
  expect(text).toMatch(/^::error title=[^:]+::.+/)
})

it('changed open points are errors if they fail the run', () => {
  const text = annotationsReport(flawlessReport({ exitCode: 1 }))
  expect(text).toMatch(/^::error title=list-order is not settled as before::[^\n]+\n$/)
})

it('a flawless run has no annotations', () => {
  expect(annotationsReport(flawlessReport({ choices: [] }))).toBe('')
})

it.each(Object.entries(hostile))('%s in a reply begins no command of its own', (_name, attack) => {
  const { clauses } = exampleReport()
  const reason = `first\n::error::${attack}\r\n::add-mask::x`
  const text = annotationsReport(exampleReport({ clauses, known: [{ ...accepted, reason }] }))
  const levels = text
    .trimEnd()
    .split(/[\n\r\u2028]/)
    .map((line) => /^::(error|warning|notice) /.test(line))
  expect(levels).toEqual(levels.map(() => true))
})
