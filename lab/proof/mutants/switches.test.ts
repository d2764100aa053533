import { describe, expect, test } from 'vitest'
import { canBeSwitched, withSwitches } from './switches.ts'

const isActive = (number: number): string => `globalThis.activeMutant === ${number}`

describe('a change behind a switch', () => {
  test.each([
    ['a value', 'const a = b > c', 'b > c', 'true', `const a = (${isActive(0)} ? (true) : (b > c))`],
    ['a block', 'if (a) { b() }', '{ b() }', '{}', `if (a) { if (${isActive(0)}) {} else { b() } }`],
    ['a statement', 'a.b()\n', 'a.b()', ';', `if (${isActive(0)}) { ; } else { a.b() }\n`],
  ])('encloses %s', (_what, source, was, becomes, changed) => {
    expect(withSwitches(source, new Map([[0, { was, becomes }]]))).toBe(changed)
  })

  test('encloses those that lie within it', () => {
    const changes = new Map([
      [1, { was: 'b', becomes: 'c' }],
      [2, { was: "'a' + 'b'", becomes: "''" }],
      [3, { was: "'b'", becomes: "'c'" }],
    ])
    changes.delete(1)
    expect(withSwitches("x = 'a' + 'b'", changes)).toBe(
      `x = (${isActive(2)} ? ('') : ('a' + (${isActive(3)} ? ('c') : ('b'))))`,
    )
  })

  test.each([
    ['is not there', 'a > b', 'a < b'],
    ['is there twice', 'f(a > b, a > b)', 'a > b'],
    ['is called', 'a.b()', 'a.b'],
    ['is assigned to', 'a.b = 1', 'a.b'],
    ['begins a line', 'a > b && c()', 'a > b'],
    ['is a type', "let a: 'b'", "'b'"],
    ['is a name', "const a = { 'b': 1 }", "'b'"],
  ])('cannot enclose code that %s', (_what, source, was) => {
    expect(canBeSwitched(source, { was, becomes: 'true' })).toBe(false)
  })
})
