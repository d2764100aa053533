import { expect, test } from 'vitest'
import { defaultChoices } from '../../../spec/choices.ts'
import { inspectJson } from './inspect-json.ts'

function inspect(text: string, refuseDuplicates = true): string | undefined {
  const chosen = refuseDuplicates ? '400' : 'last-wins'
  return inspectJson(text, JSON.parse(text), { ...defaultChoices, 'duplicate-body-field': chosen })
}

test.for([
  'null',
  '0',
  '"a\\":b"',
  '[]',
  '{}',
  '{"a":1,"b":1}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"b\\":","c":"\\"a\\":"}',
  '{"a":["a","a"],"b":"a"}',
  '{"a":"\\\\","b":1}',
  '{"constructor":1,"prototype":2,"toString":3}',
  `${'['.repeat(32)}${']'.repeat(32)}`,
])('finds no problem in %s', (text) => {
  expect(inspect(text)).toBeUndefined()
})

test.for([
  ['{"a":1,"a":1}', '"a"'],
  ['{"a":1,"\\u0061":2}', '"\\u0061"'],
  ['{"a" : 1, "a"\n\t\r : 2}', '"a"'],
  ['{"x":{"a":1,"a":2}}', '"a"'],
  ['[[{"a":1,"b":2,"a":3}]]', '"a"'],
  ['{"a":"\\":","a":1}', '"a"'],
  ['{"a":{"b":1},"c":{"b":1},"a":1}', '"a"'],
  ['{"":1,"":2}', '""'],
  ['{"\\"":1,"\\"":2}', '"\\""'],
  ['{"a":[{"b":1}],"a":[]}', '"a"'],
] as const)('in %s the name %s stands twice', ([text, name]) => {
  expect(inspect(text)).toBe(`The body names the field ${name} twice`)
  expect(inspect(text, false)).toBeUndefined()
})

test('a long duplicate name is truncated in the message', () => {
  const name = 'x'.repeat(1_000)
  expect(inspect(`{"${name}":1,"${name}":2}`)?.length).toBeLessThan(100)
})

test.for(['{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"\\u005f_proto__":1}'])(
  '%s names __proto__',
  (text) => {
    expect(inspect(text)).toBe('The body names a field __proto__')
    expect(inspect(text, false)).toBe('The body names a field __proto__')
  },
)

test.for([33, 50_000])('%i levels are too deep', (levels) => {
  expect(inspect('['.repeat(levels) + ']'.repeat(levels))).toBe('The body nests deeper than 32 levels')
  expect(inspect('{"a":'.repeat(levels) + '1' + '}'.repeat(levels))).toContain('deeper than 32')
})
