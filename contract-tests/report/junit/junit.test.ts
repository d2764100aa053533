import { XMLParser } from 'fast-xml-parser'
import { SyntaxValidator } from 'fast-xml-validator'
import { expect, it } from 'vitest'
import { printableLines } from '../../../spec/wording.ts'
import { junitReport } from './junit.ts'
import type { RunReport } from '../model/run-report.ts'
import { exampleReport, flawlessReport } from '../testing/example-report.ts'
import { hostile } from '../testing/example-exchanges.ts'

interface Case {
  readonly name: string
  readonly classname: string
  readonly properties: { readonly property: readonly { readonly name: string; readonly value: string }[] }
  readonly failure?: Outcome
  readonly error?: Outcome
  readonly skipped?: Outcome
  readonly 'system-out'?: string
}
interface Outcome {
  readonly message: string
  readonly type?: string
  readonly '#text'?: string
}
interface Counts {
  readonly name: string
  readonly tests: string
  readonly failures: string
  readonly errors: string
  readonly skipped: string
}
interface Parsed {
  readonly testsuites: Counts & {
    readonly time: string
    readonly testsuite: readonly (Counts & {
      readonly timestamp: string
      readonly testcase: readonly Case[]
    })[]
  }
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  // oxlint-disable-next-line typescript/no-deprecated -- in its place every entity would have to be written out
  htmlEntities: true,
  isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
})

function read(report: RunReport): Parsed['testsuites'] {
  const xml = junitReport(report)
  expect(SyntaxValidator.validate(xml, { invalidCharSequence: { tagValue: true, attrLt: true } })).toBe(true)
  // The validator lets these pass; XML 1.0 §2.2 does not.
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  return (parser.parse(xml) as Parsed).testsuites
}

function cases(report: RunReport): readonly Case[] {
  return read(report).testsuite.flatMap(({ testcase }) => testcase)
}

function caseNamed(report: RunReport, name: string): Case {
  const found = cases(report).find((one) => one.name === name)
  if (!found) throw new Error(`there is no case ${name}`)
  return found
}

const report = exampleReport()

it('has a suite for each section, a case for each test, and their counts', () => {
  const { testsuite, tests, failures, errors, skipped, time } = read(report)
  const sections = [...new Set(report.clauses.map(({ section }) => section)), 'Known breaches']
  expect(testsuite.map(({ name }) => name)).toEqual(sections)
  const ofService = report.clauses.flatMap((clause) => clause.tests).length
  expect({ tests, failures, errors, skipped, time }).toEqual({
    tests: String(ofService + 1),
    failures: '3',
    errors: '1',
    skipped: '5',
    time: '0.734',
  })
  const sum = (of: (counts: Counts) => string): number =>
    testsuite.reduce((all, one) => all + Number(of(one)), 0)
  expect([sum((one) => one.tests), sum((one) => one.failures), sum((one) => one.skipped)]).toEqual([
    ofService + 1,
    3,
    5,
  ])
  expect(testsuite[0]?.timestamp).toBe('2026-11-20T10:31:00')
})

it('a breach fails with expected, actual and the command', () => {
  const { failure, classname, properties } = caseNamed(report, 'CREATE-4 a status outside the enumeration')
  expect(classname).toBe('contract.CREATE-4')
  expect(failure).toMatchObject({ type: 'broken', message: 'expected status 400; actual status 201' })
  expect(failure?.['#text']).toContain(
    'expected: status 400\nactual: status 201\nexchange: 6\nrepeat: curl -sSi -X POST',
  )
  expect(properties.property.slice(0, 3)).toEqual([
    { name: 'clause', value: 'CREATE-4' },
    { name: 'level', value: 'must' },
    { name: 'verdict', value: 'broken' },
  ])
})

it.each<[string, keyof Case, string]>([
  [
    'LIST-3 the largest limit',
    'skipped',
    'broken, and accepted until 2027-01-31: PETS-118, a proxy caps the limit',
  ],
  [
    'LIMIT-11 to the same address',
    'skipped',
    'not verified: precondition missing: a second key (--second-key-env)',
  ],
  ['DEPRECATION-3 a pet of this run', 'error', "Cannot read properties of undefined (reading 'id')"],
  ['ERROR-2 is still accepted', 'failure', 'it no longer happens'],
])('%s: %s', (name, outcome, message) => {
  expect(caseNamed(report, name)[outcome]).toMatchObject({ message })
})

it('says what was asked, and of how many classes each clause speaks', () => {
  expect(junitReport(report)).toContain(
    '<property name="asked: listPets, limit" value="2 of 4"/>\n      <property name="asked: getPet, petId" value="1 of 1"/>',
  )
  const { properties } = caseNamed(report, 'LIST-3 the smallest limit')
  expect(properties.property).toContainEqual({ name: 'classes', value: '1 of 2 classes asked' })
})

it('a warning passes with a remark', () => {
  const warned = caseNamed(report, 'AUTH-6 A 401 carries a WWW-Authenticate header with the Bearer scheme.')
  expect(warned.failure ?? warned.skipped ?? warned.error).toBeUndefined()
  expect(warned['system-out']).toContain('actual: WWW-Authenticate missing')
})

it('nothing fails if the service is flawless', () => {
  const { failures, errors, skipped } = read(flawlessReport())
  expect([failures, errors, skipped]).toEqual(['0', '0', '0'])
})

it.each(Object.entries(hostile))('%s survives as text', (_name, text) => {
  const [first, ...others] = report.clauses
  if (!first) throw new Error('the report is empty')
  const breach = { expected: [text], actual: text, exchange: 1 }
  const clause = { ...first, tests: [{ title: text, verdict: 'broken' as const, breach, evidence: [1] }] }
  const [testcase] = cases({ ...report, clauses: [clause, ...others] })
  const shown = printableLines(text)
  expect(testcase?.failure?.['#text']).toContain(`actual: ${shown}`)
  expect(testcase?.name).toBe(`${first.id} ${shown}`)
})
