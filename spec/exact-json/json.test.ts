import { describe, expect, test } from 'vitest'
import { jsonSize, MOST_LEVELS, parseJson, stringifyJson, TooDeep } from './json.ts'

describe('parseJson', () => {
  test.for([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['9223372036854775808', 9223372036854775808n],
    ['9007199254740993.0', 9007199254740993n],
    ['9.007199254740993e15', 9007199254740993n],
    ['90071992547409930e-1', 9007199254740993n],
    ['1e3', 1000],
    ['1E+3', 1000],
    ['1000e-3', 1],
    ['0e99', 0],
    ['0.000e-400', 0],
    ['0.1', 0.1],
    ['1.5e300', 15n * 10n ** 299n],
  ] as const)('%s is the number %s', ([text, value]) => {
    expect(parseJson(text)).toBe(value)
    expect(parseJson(`{"a":[${text}]}`)).toEqual({ a: [value] })
  })

  test.for([
    '2.00000000000000001',
    '0.1234567890123456789',
    '1e400',
    '-1e400',
    '1e-400',
    '1e999999999',
    '9'.repeat(401),
    `1.${'0'.repeat(50)}1`,
  ])('%s, which neither a double nor a short integer represents, retains its text', (text) => {
    expect(JSON.isRawJSON(parseJson(text))).toBe(true)
    expect(stringifyJson(parseJson(`[${text}]`))).toBe(`[${text}]`)
  })

  test.for(['', '{', '{"a":1,}', "{'a':1}", '01', 'NaN', '9007199254740993x', '[9007199254740993', '1e5 2'])(
    '%s is refused, as JSON.parse does',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError)
    },
  )

  test('strings of digits stay strings', () => {
    const text = '{"9007199254740993":"9007199254740993","a":"1e400"}'
    expect(parseJson(text)).toEqual({ '9007199254740993': '9007199254740993', a: '1e400' })
  })

  test.for([
    `1.${'0'.repeat(100_000)}1`,
    '9'.repeat(100_000),
    `0.${'0'.repeat(100_000)}`,
    `1e${'9'.repeat(100_000)}`,
    `[${'1e5,'.repeat(25_000)}0]`,
  ])('a number as long as a body is read quickly (%#)', (text) => {
    const before = process.threadCpuUsage()
    parseJson(text)
    // Whatever else the machine does meanwhile does not count.
    const { user, system } = process.threadCpuUsage(before)
    expect(user + system).toBeLessThan(2_000_000)
  })
})

describe('depth', () => {
  const arrays = (levels: number, inner: string): string => '['.repeat(levels) + inner + ']'.repeat(levels)
  const objects = (levels: number, inner: string): string =>
    '{"a":'.repeat(levels) + inner + '}'.repeat(levels)

  test.for([
    arrays(MOST_LEVELS, ''),
    arrays(MOST_LEVELS, '1e400'),
    objects(MOST_LEVELS, '9007199254740993'),
    `[${`${arrays(MOST_LEVELS - 1, '')},`.repeat(3)}1]`,
    JSON.stringify('['.repeat(1000)),
    JSON.stringify({ [`"${'{'.repeat(1000)}\\`]: '\\"['.repeat(1000) }),
  ])('the greatest depth is read, and written again (%#)', (text) => {
    expect(stringifyJson(parseJson(text))).toBe(text)
  })

  test.for([
    arrays(MOST_LEVELS + 1, ''),
    arrays(MOST_LEVELS + 1, '1e400'),
    objects(MOST_LEVELS + 1, '1'),
    arrays(50, objects(51, '""')),
    arrays(1_000_000, ''),
    '['.repeat(1_000_000),
    `["\\\\",${arrays(MOST_LEVELS, '')}]`,
  ])('a greater depth is refused at once (%#)', (text) => {
    expect(() => parseJson(text)).toThrow(new TooDeep('it nests deeper than 100 levels'))
  })
})

test.for([
  ['1', 0, 1],
  ['[]', 1, 2],
  ['[1,2,[3]]', 2, 5],
  ['{"a":"[,{","b\\\\":{"c":"\\"["}}', 2, 4],
  [']]]][', 0, 2],
] as const)('the size of %s is found without parsing it', ([text, levels, values]) => {
  expect(jsonSize(text)).toEqual({ levels, values })
})

describe('stringifyJson', () => {
  test.for([
    ['{"a":9007199254740993,"b":[-9223372036854775808,1.5,"x",null,true]}'],
    ['[1e400,0.1234567890123456789]'],
    ['"\\ud83d\\u0000"'],
    ['{"__proto__":1,"constructor":{"a":2}}'],
  ] as const)('writes %s as it was read', ([text]) => {
    expect(stringifyJson(parseJson(text))).toBe(text)
  })

  test('writes a bigint as a number, also with indentation', () => {
    expect(stringifyJson({ a: 2n ** 63n, b: [1] }, 2)).toBe(
      '{\n  "a": 9223372036854775808,\n  "b": [\n    1\n  ]\n}',
    )
  })
})
