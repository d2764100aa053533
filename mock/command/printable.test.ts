import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it.each([
  ['a colour code', '\u001b[31mred', '\\u001b[31mred'],
  ['a line break', 'one\r\ntwo', 'one\\u000d\\u000atwo'],
  ['a NUL', '\0', '\\u0000'],
  ['DEL', '\u007f', '\\u007f'],
  ['a C1 control sequence', '\u009b2J', '\\u009b2J'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a bidi override', 'user\u202egnp.exe', 'user\\u202egnp.exe'],
  ['a bidi isolate', '\u2066', '\\u2066'],
])('%s is written out', (_what, text, shown) => {
  expect(printable(text)).toBe(shown)
})

it.each(['plain', 'Ümläut, 猫, 🐶', '…', ''])('%j stays as it is', (text) => {
  expect(printable(text)).toBe(text)
})
