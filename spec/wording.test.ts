import { expect, it } from 'vitest'
import { counted, didYouMean, figure, printable, printableLines, visible } from './wording.ts'

it.each([
  ['a colour code', '\u001b[31mred', '\\u001b[31mred'],
  ['a line break', 'one\r\ntwo', 'one\\u000d\\u000atwo'],
  ['a NUL', '\0', '\\u0000'],
  ['DEL', '\u007f', '\\u007f'],
  ['a C1 control sequence', '\u009b2J', '\\u009b2J'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a bidi override', 'user\u202egnp.exe', 'user\\u202egnp.exe'],
  ['half a character', 'a\ud83d', 'a\\ud83d'],
  ['the other half', '\udc36a', '\\udc36a'],
  ['no character', '\uffff', '\\uffff'],
])('%s is written out', (_what, text, shown) => {
  expect(printable(text)).toBe(shown)
})

it.each(['plain', 'Ümläut, 猫, 🐶', '…', ''])('%j stays as it is', (text) => {
  expect(printable(text)).toBe(text)
  expect(printableLines(text)).toBe(text)
})

it('line breaks and tabs stay where several lines are shown', () => {
  expect(printableLines('{\r\n\t"a": "\u001b[2J\r\ud83d"\n}\u2028')).toBe(
    '{\n\t"a": "\\u001b[2J\\u000d\\ud83d"\n}\\u2028',
  )
})

it.each([
  [0, '0', '0 pets'],
  [1, '1', '1 pet'],
  [999, '999', '999 pets'],
  [1000, '1,000', '1,000 pets'],
  [2_000_001, '2,000,001', '2,000,001 pets'],
])('%i is written as people read it', (count, alone, withNoun) => {
  expect(figure(count)).toBe(alone)
  expect(counted(count, 'pet')).toBe(withNoun)
})

it('a value in which nothing could be seen stands in quotes', () => {
  expect(['', '  ', '\t', ' Rex'].map(visible)).toEqual(['""', '"  "', '"\\t"', ' Rex'])
})

it.each([
  ['minuts', ' Did you mean minutes?'],
  ['form', ' Did you mean from?'],
  ['ms', ''],
])('instead of %s it offers what is near', (written, offered) => {
  expect(didYouMean(written, ['minutes', 'from', 'to'])).toBe(offered)
})
