import { describe, expect, test } from 'vitest'
import { idText, isAdded, isObject, memberOf, shown, textOf, whereUnlike } from './values.ts'

test.for<[what: string, text: string, other: string, part: string]>([
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
  ['one of 200 characters, which is not long', 'o'.repeat(200), 'x', `"${'o'.repeat(200)}"`],
  [
    'one that is unlike in the middle',
    `${'o'.repeat(100)}${'e'.repeat(150)}`,
    'o'.repeat(300),
    `…"${'o'.repeat(20)}${'e'.repeat(20)}"… (250 characters)`,
  ],
  ['one that begins otherwise', 'o'.repeat(300), 'x', `"${'o'.repeat(20)}"… (300 characters)`],
])('%s is shown where it is unlike another', ([_what, text, other, part]) => {
  expect(whereUnlike(text, other)).toBe(part)
})

describe('a value', () => {
  test.for<[value: unknown, isOne: boolean]>([
    [{}, true],
    [{ id: 1 }, true],
    [[], false],
    [null, false],
    ['{}', false],
    [7, false],
    [undefined, false],
  ])('%j is an object: %s', ([value, isOne]) => {
    expect(isObject(value)).toBe(isOne)
  })

  test.for<[text: string, shows: string, value: unknown]>([
    ['Rex', 'Rex', 'Rex'],
    [' ', '" "', ' '],
    ['7', '7', 7],
    ['1152921504606846976', '1152921504606846976', 2n ** 60n],
    ['undefined', 'nothing', undefined],
    ['null', 'null', null],
    ['[1]', '[1]', [1]],
    ['{"a":1}', '{"a":1}', { a: 1 }],
    ['1.5', '1.5', 1.5],
  ])('is the text %j, and is shown as %s', ([text, shows, value]) => {
    expect([textOf(value), shown(value)]).toEqual([text, shows])
  })

  test('has the members of an object alone', () => {
    expect([memberOf({ id: 7 }, 'id'), memberOf([7], '0'), memberOf('Rex', 'length')]).toEqual([
      7,
      undefined,
      undefined,
    ])
    expect([idText({ id: 7 }), idText({ id: 'a' }), idText(null)]).toEqual(['7', 'a', 'undefined'])
  })
})

test.for<[what: string, status: number, json: unknown, isThere: boolean]>([
  ['an object with a status of success', 200, {}, true],
  ['a pet with another status', 400, { id: 7, name: 'Rex' }, true],
  ['an Error', 400, { code: 'a', message: 'b' }, false],
  ['an id alone in an error', 400, { id: 7 }, false],
  ['a name alone in an error', 500, { name: 'Rex' }, false],
  ['an id that is a text in an error', 400, { id: '7', name: 'Rex' }, false],
  ['a list', 201, [{ id: 7, name: 'Rex' }], false],
  ['no body', 201, undefined, false],
])('the reply to a creation that shows %s has added a pet: %4$s', ([_what, status, json, isThere]) => {
  expect(isAdded({ status, json })).toBe(isThere)
})
