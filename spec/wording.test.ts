import { expect, it } from 'vitest'
import {
  asSentence,
  counted,
  didYouMean,
  figure,
  printable,
  printableLines,
  visible,
  withoutWorkflowCommands,
} from './wording.ts'

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
])('%s is escaped', (_what, text, shown) => {
  expect(printable(text)).toBe(shown)
})

it.each(['plain', 'Ümläut, 猫, 🐶', '…', ''])('%j stays as it is', (text) => {
  expect(printable(text)).toBe(text)
  expect(printableLines(text)).toBe(text)
})

it('line breaks and tabs are preserved in texts of several lines', () => {
  expect(printableLines('{\r\n\t"a": "\u001b[2J\r\ud83d"\n}\u2028')).toBe(
    '{\n\t"a": "\\u001b[2J\\u000d\\ud83d"\n}\\u2028',
  )
})

it.each([
  ['a command', '::error::owned', '\\u003a:error::owned'],
  ['one behind blanks', 'fine\n  \t\u00a0::add-mask::a', 'fine\n  \t\u00a0\\u003a:add-mask::a'],
  ['one behind colours', '\u001b[2m    ::stop-commands::x', '\u001b[2m    \\u003a:stop-commands::x'],
  ['one behind a carriage return', 'a\r::debug::b\r\n::debug::c', 'a\r\\u003a:debug::b\r\n\\u003a:debug::c'],
  ['one behind other ends of a line', 'a\u2028::b::\u0085 ::c::', 'a\u2028\\u003a:b::\u0085 \\u003a:c::'],
  ['several', '::a::\n\n::b::', '\\u003a:a::\n\n\\u003a:b::'],
  ['an older command', 'actual ##[error]owned ###[a]', 'actual \\u0023#[error]owned #\\u0023#[a]'],
  ['one of Azure Pipelines', 'a ##vso[task.setvariable]b', 'a \\u0023#vso[task.setvariable]b'],
])('a CI runner finds no workflow command in: %s', (_what, lines, shown) => {
  expect(withoutWorkflowCommands(lines)).toBe(shown)
  expect(withoutWorkflowCommands(shown)).toBe(shown)
})

it.each(['http://[::1]:4010/v1', 'a ::error:: b', ':error:', '## 3 [a]', '# [b]', 'a:\n:b', ' '])(
  'what is no workflow command stays as it is: %j',
  (lines) => {
    expect(withoutWorkflowCommands(lines)).toBe(lines)
  },
)

it('an escaped workflow command in JSON parses to the same value', () => {
  const text = JSON.stringify({ name: String.raw`\##[error]` })
  expect(JSON.parse(withoutWorkflowCommands(text))).toEqual(JSON.parse(text))
})

it.each([
  [0, '0', '0 pets'],
  [1, '1', '1 pet'],
  [999, '999', '999 pets'],
  [1000, '1,000', '1,000 pets'],
  [2_000_001, '2,000,001', '2,000,001 pets'],
])('%i is formatted for people', (count, alone, withNoun) => {
  expect(figure(count)).toBe(alone)
  expect(counted(count, 'pet')).toBe(withNoun)
})

it('a value of invisible characters is quoted', () => {
  expect(['', '  ', '\t', ' Rex'].map(visible)).toEqual(['""', '"  "', '"\\t"', ' Rex'])
})

it('two neighbouring letters that are swapped are one slip', () => {
  const names = ['port', 'host', 'seed', 'pets']
  expect(['pest', 'ptes', 'prot', 'hsot'].map((written) => didYouMean(written, names))).toEqual(
    ['pets', 'pets', 'port', 'host'].map((meant) => ` Did you mean ${meant}?`),
  )
})

it.each([
  ['minuts', ' Did you mean minutes?'],
  ['form', ' Did you mean from?'],
  ['ms', ''],
  ['t', ''],
  ['minutess from', ' Did you mean minutes?'],
  ['tp', ' Did you mean to?'],
  ['xyz', ''],
  ['FROM', ' Did you mean from?'],
  ['MINUTS', ' Did you mean minutes?'],
  // Two letters from "to".
  ['foe', ''],
  ['', ''],
])('for %s it suggests similar names', (written, offered) => {
  expect(didYouMean(written, ['minutes', 'from', 'to'])).toBe(offered)
})

it.each([
  ['The limits are off: switch them on first', 'The limits are off: switch them on first.'],
  ['It goes on.', 'It goes on.'],
  ['There is no fre. Did you mean free?', 'There is no fre. Did you mean free?'],
])('%s ends as a sentence', (message, sentence) => {
  expect(asSentence(message)).toBe(sentence)
})
