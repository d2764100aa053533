import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { fillIn, inShell, unsendable } from './keys.ts'

const keys = { key: 'a+b/c=secret-1', secondKey: 'a+b/c=secret-12' }

test.for([
  ['Bearer {key}', 'Bearer a+b/c=secret-1', 'Bearer $API_KEY'],
  ['Bearer {second-key}', 'Bearer a+b/c=secret-12', 'Bearer $SECOND_API_KEY'],
  ['Bearer {key-without-its-end}', 'Bearer a+b/c=secret-', 'Bearer ${API_KEY%?}'],
  [
    'Basic {key-as-basic}',
    `Basic ${btoa('a+b/c=secret-1:')}`,
    `Basic $(printf %s: "$API_KEY" | base64 | tr -d '\\n')`,
  ],
  ['Bearer {key-without-its-start}', 'Bearer +b/c=secret-1', 'Bearer ${API_KEY#?}'],
  ['Bearer {key-and-a-letter}', 'Bearer a+b/c=secret-1x', 'Bearer ${API_KEY}x'],
  [
    'Bearer {key-in-the-other-case}',
    'Bearer A+B/C=SECRET-1',
    'Bearer $(printf %s "$API_KEY" | tr a-zA-Z A-Za-z)',
  ],
  ['Bearer {key-with-a-blank}', 'Bearer a +b/c=secret-1', 'Bearer ${API_KEY%"${API_KEY#?}"} ${API_KEY#?}'],
  ['nothing', 'nothing', 'nothing'],
] as const)('%s is sent and shown', ([text, sent, shown]) => {
  expect([fillIn(text, keys), inShell(text)]).toEqual([sent, shown])
})

test('a shell expands each placeholder to what the suite sends', () => {
  const placeholders = [
    '-without-its-end',
    '-without-its-start',
    '-and-a-letter',
    '-in-the-other-case',
    '-with-a-blank',
    '-with-another-end',
    '-with-yet-another-end',
    '-without-its-last-four',
    '-without-its-first-four',
    '-and-a-word',
    '-half-in-the-other-case',
    '-as-basic',
  ]
  const long = { ...keys, key: keys.key.repeat(20) }
  for (const both of [keys, long, { ...keys, key: 'ends-in-x' }, { ...keys, key: 'ends-in-q' }])
    for (const placeholder of placeholders.map((form) => `{key${form}}`)) {
      const options = { env: { ...process.env, API_KEY: both.key } }
      expect(execFileSync('sh', ['-c', `printf %s "${inShell(placeholder)}"`], options).toString()).toBe(
        fillIn(placeholder, both),
      )
    }
})

test.for([
  ['a\nb', 'has a line break in it, or another character that no header can carry'],
  ['a\r', 'has a line break in it, or another character that no header can carry'],
  ['a\0', 'has a line break in it, or another character that no header can carry'],
  ['a\u007f', 'has a line break in it, or another character that no header can carry'],
  ['ключ', 'has a line break in it, or another character that no header can carry'],
  [' a', 'begins or ends with a blank, which HTTP strips from a header'],
  ['a\t', 'begins or ends with a blank, which HTTP strips from a header'],
  ['a b', undefined],
  ['clé', undefined],
] as const)('the key %j %s', ([key, why]) => {
  expect(unsendable(key)).toBe(why)
})
