import fc from 'fast-check'
import { expect, test } from 'vitest'
import { all, any, charOf, optional, repeated, text, upTo, type Pattern } from './pattern.ts'
import { replacer } from './replace-patterns.ts'

const noLetter = charOf(/[^a-zA-Z]/)

test.for<readonly [string, readonly Pattern[], RegExp]>([
  ['a text', [text('aB')], /(aB)/gi],
  ['the first that matches', [any(text('a'), text('ab')), text('b')], /(a|ab)|(b)/gi],
  ['the longest of one', [all(text('a'), upTo(3, text('-')), optional(text('b')))], /(a-{0,3}b?)/gi],
  ['as many as there are', [all(text('-'), repeated(text('a')), text('ab'))], /(-a*ab)/gi],
  [
    'what may be missing',
    [all(text('a'), optional(noLetter), optional(text('--')), text('b'))],
    /(a[^a-z]?(?:--)?b)/gi,
  ],
  ['one within another', [text('ab-ab'), text('b-'), text('é')], /(ab-ab)|(b-)|(é)/gi],
])('patterns replace like a regular expression: %s', ([_what, patterns, expression]) => {
  const replace = replacer(patterns.map((pattern, index) => ({ pattern, replacement: `<${index}>` })))
  const some = fc
    .array(fc.constantFrom('a', 'b', 'A', 'B', '-', 'é', 'É', '\n'))
    .map((chars) => chars.join(''))
  fc.assert(
    fc.property(some, (given) => {
      const expected = given.replace(expression, (_whole, ...groups: readonly unknown[]) => {
        return `<${groups.findIndex((group) => group !== undefined)}>`
      })
      expect(replace(given)).toBe(expected)
    }),
    { seed: 1, numRuns: 500 },
  )
})

test('a pattern with very many states still works', () => {
  const letter = [optional(charOf(/[^a-z]/)), any(text('a'), text('b'))]
  // Which of the last letters was an `a`, seen from the end, are as many states as there are such words.
  const pattern = all(text('c'), ...Array.from({ length: 16 }, () => letter).flat(), text('a'))
  const replace = replacer([{ pattern, replacement: '<>' }])
  const random = fc.sample(fc.constantFrom('a', 'b', '-'), { seed: 1, numRuns: 50_000 }).join('')
  const replaced = replace(`${random}c${'b'.repeat(16)}a${random}`)
  expect(replaced === `${random}<>${random}`).toBe(true)
})
