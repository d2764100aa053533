import { expect, test } from 'vitest'
import { knownSpellings, lawfulSpellings } from './spellings.ts'

test.for<[how: string, sent: string, returned: string]>([
  ['as it was sent', ' Rex ', ' Rex '],
  ['trimmed, as JavaScript does', '\u{feff}\u{a0}Rex ', 'Rex'],
  ['trimmed, as C does', '\t Rex\u{a0}', 'Rex\u{a0}'],
  ['trimmed, as Go does', '\u{85}Rex\u{feff}', 'Rex\u{feff}'],
  ['trimmed, as Python does', '\u{1c}Rex\u{85}', 'Rex'],
  ['trimmed, as Java does', '\u{1}Rex\u{2003}', 'Rex\u{2003}'],
  ['composed', 'Zoe\u{308}', 'Zoë'],
  ['trimmed and composed', ' Zoe\u{308} ', 'Zoë'],
])('a name may be returned %s', ([, sent, returned]) => {
  expect(lawfulSpellings(sent)).toContain(returned)
})

test.for<[sent: string, returned: string]>([
  ['Rex', 'rex'],
  ['Rex Roe', 'RexRoe'],
  ['Rex  Roe', 'Rex Roe'],
  ['Zoë', 'Zoe'],
  ['🐈', '?'],
  ['007', '7'],
])('%s must not be returned as %s', ([sent, returned]) => {
  expect(lawfulSpellings(sent)).not.toContain(returned)
})

test.for<[what: string, sent: string, returned: string]>([
  ['a lone surrogate', 'Rex\ud800', 'Rex'],
  ['NUL', ' R\0ex', 'Rex'],
  ['one of two blanks', 'Rex  \udc00Roe', 'Rex Roe'],
])('a pet is known again without %s in its name', ([, sent, returned]) => {
  expect(knownSpellings(sent)).toContain(returned)
  expect(knownSpellings('R\u{1f408}x')).toEqual(['R\u{1f408}x'])
})
