import { expect, test } from 'vitest'
import { whereUnlike } from './values.ts'

test.for<[what: string, text: string, other: string, shown: string]>([
  ['a short text', 'Rex "R"', 'Tom', String.raw`"Rex \"R\""`],
  [
    'a long one that another cuts off',
    `${'o'.repeat(299)}🐈`,
    'o'.repeat(290),
    `…"${'o'.repeat(29)}🐈" (300 characters)`,
  ],
  [
    'the one that is cut off',
    'o'.repeat(290),
    `${'o'.repeat(299)}🐈`,
    `…"${'o'.repeat(20)}" (290 characters)`,
  ],
  ['one that begins otherwise', 'o'.repeat(300), 'x', `"${'o'.repeat(20)}"… (300 characters)`],
])('%s is shown where it is unlike another', ([_what, text, other, shown]) => {
  expect(whereUnlike(text, other)).toBe(shown)
})
