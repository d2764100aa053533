import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseSavedChoices } from '../../../spec/choices.ts'
import { choicesFile, countChoices, withExpected } from './choices.ts'
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
  )
  expect(parseSavedChoices(parse(file) as Record<string, unknown>)).toEqual({
    choices: { 'list-order': 'newest' },
    others: ['error-code-style'],
  })
})

test('a variant that only some of the values have shown is a comment, and settles nothing', () => {
  const detail = 'by limit=0 alone; a second key or --thorough asks more'
  const choices = [{ ...about, id: 'limit-below-1', variant: 'clamped', detail, isPart: true }] as const
  expect(countChoices(choices)).toMatchObject({ seen: 1, settled: 0 })
  const file = choicesFile(choices, '')
  expect(file).toContain(`\n# limit-below-1: 'clamped' # ${detail}\n`)
  expect(parse(file)).toBeNull()
})

test('what is not observed, or by some values alone, stays as it was seen before of the same service', () => {
  const part = { ...about, detail: 'by limit=0 alone', isPart: true } as const
  const choices = [
    { ...about, id: 'list-order', variant: 'newest' },
    { ...about, id: 'ban', variant: undefined, detail: 'unsafe here' },
    { ...part, id: 'limit-below-1', variant: 'clamped' },
    { ...part, id: 'limit-above-100', variant: 'clamped' },
  ] as const
  const earlier = {
    'list-order': 'oldest',
    ban: 'none',
    'limit-below-1': 'clamped',
    'limit-above-100': '400',
  }
  const fileAfter = (url: string): string => {
    const head = `# How ${url} settles what its document leaves open.`
    const text = `# ours\n${head}\n  ban: "none" # for an hour\n"limit-below-1": clamped\n`
    return choicesFile(choices, 'https://pets.example.com/v1', { text, choices: earlier })
  }
  const same = fileAfter('https://pets.example.com/v1')
  const kept = { ban: 'none', 'limit-below-1': 'clamped' }
  expect(parse(same)).toEqual({ 'list-order': 'newest', ...kept })
  expect(same).toContain('\nban: "none" # for an hour\n')
  expect(parse(fileAfter('https://other.example.com/v1'))).toEqual({ 'list-order': 'newest' })
})

test('the same observations make the same file, whenever and however long they were made', () => {
  const fileOf = (needed: string): string =>
    choicesFile(
      [
        { ...about, id: 'list-order', variant: 'newest' },
        {
          ...about,
          id: 'after-sunset',
          variant: undefined,
          detail: `wait too long: ${needed} are needed, ${needed.length} s are left of --max-wait`,
        },
      ],
      'https://pets.example.com/v1',
    )
  expect(fileOf('1,472 days')).toBe(fileOf('9 s'))
  expect(fileOf('9 s')).toBe(
    [
      '# How https://pets.example.com/v1 settles what its document leaves open.',
      "list-order: 'newest'",
      '# after-sunset: not observed (wait too long: more than is left of --max-wait)',
      '',
    ].join('\n'),
  )
})

test('a change fails a run only with the flag', () => {
  const before = { 'invalid-pet-id': 'other' }
  expect(withExpected(flawlessReport(), before, true).exitCode).toBe(1)
  expect(withExpected(flawlessReport(), before, false).exitCode).toBe(0)
  expect(withExpected(flawlessReport({ choices: [] }), before, true).exitCode).toBe(0)
  expect(withExpected(exampleReport(), {}, true).exitCode).toBe(exampleReport().exitCode)
})
