import { describe, expect, test } from 'vitest'
import { isInt64, parseInt64, toInt64 } from './int64.ts'

const MAX = 2n ** 63n - 1n
const MIN = -(2n ** 63n)

describe('isInt64', () => {
  test.for([0, -0, 1, -1, 2 ** 53 - 1, -(2 ** 53 - 1), 0n, 2n ** 53n, MAX, MIN])('accepts %s', (value) => {
    expect(isInt64(value)).toBe(true)
  })

  test.for([
    2 ** 53,
    2 ** 63,
    1e30,
    1.5,
    Number.NaN,
    Infinity,
    MAX + 1n,
    MIN - 1n,
    '1',
    null,
    undefined,
    true,
    {},
    JSON.rawJSON('1'),
  ])('refuses %s', (value) => {
    expect(isInt64(value)).toBe(false)
  })
})

describe('parseInt64', () => {
  test.for([
    ['0', 0],
    ['-0', 0],
    ['-1', -1],
    ['007', 7],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['9223372036854775807', MAX],
    ['-9223372036854775808', MIN],
    [`${'0'.repeat(399)}1`, 1],
  ] as const)('reads %s', ([text, value]) => {
    expect(parseInt64(text)).toBe(value)
  })

  test.for([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '--1',
    '-',
    '1.0',
    '1e3',
    '0x10',
    '1_000',
    '1n',
    '١',
    '１',
    'NaN',
    '9223372036854775808',
    '-9223372036854775809',
    '9'.repeat(400),
    '0'.repeat(401),
    '9'.repeat(1_000_000),
  ])('does not read %j', (text) => {
    expect(parseInt64(text)).toBeUndefined()
  })
})

test.for([
  [0n, 0],
  [-5n, -5],
  [2n ** 53n - 1n, 2 ** 53 - 1],
  [2n ** 53n, 2n ** 53n],
  [MIN, MIN],
  [10n ** 400n, 10n ** 400n],
] as const)('the shortest exact form of %s is %s', ([value, short]) => {
  expect(toInt64(value)).toBe(short)
})
