import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseSavedChoices } from '../../../spec/choices.ts'
import { choicesFile, withExpected } from './choices.ts'
import { exampleReport, flawlessReport } from '../testing/example-report.ts'

const about = { question: '', evidence: [] }

test('a reply cannot add lines to the saved file', () => {
  const file = choicesFile(
    [
      { ...about, id: 'list-order', variant: 'newest' },
      { ...about, id: 'ban', variant: undefined, detail: 'unsafe here\nban: none' },
      { ...about, id: 'error-code-style', variant: 'other', detail: "codes such as x\nscheme-case: 'exact'" },
    ],
    'https://pets.example.com/v1\njson-style: compact',
    '2026-11-20',
  )
  expect(parseSavedChoices(parse(file) as Record<string, unknown>)).toEqual({
    choices: { 'list-order': 'newest' },
    others: ['error-code-style'],
  })
})

test('a change fails a run only with the flag', () => {
  const before = { 'invalid-pet-id': 'other' }
  expect(withExpected(flawlessReport(), before, true).exitCode).toBe(1)
  expect(withExpected(flawlessReport(), before, false).exitCode).toBe(0)
  expect(withExpected(flawlessReport({ choices: [] }), before, true).exitCode).toBe(0)
  expect(withExpected(exampleReport(), {}, true).exitCode).toBe(exampleReport().exitCode)
})
