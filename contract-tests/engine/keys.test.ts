import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { fillIn, inShell, unlikelyKey, unsendable } from './keys.ts'

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
  ['a\nb', 'has a line break in it, which no header can carry (RFC 9110, section 5.5)'],
  ['a\r', 'has a line break in it, which no header can carry (RFC 9110, section 5.5)'],
  ['a\0', 'has the character U+0000 in it, which no header can carry (RFC 9110, section 5.5)'],
  ['a\u007f', 'has the character U+007F in it, which no header can carry (RFC 9110, section 5.5)'],
  ['ключ', 'has the character к (U+043A) in it, which no header can carry (RFC 9110, section 5.5)'],
  [' a', 'begins or ends with a blank, which HTTP strips from a header'],
  ['a\t', 'begins or ends with a blank, which HTTP strips from a header'],
  ['a😀', 'has the character 😀 (U+1F600) in it, which no header can carry (RFC 9110, section 5.5)'],
  ['a b', undefined],
  ['clé', undefined],
] as const)('the key %j %s', ([key, why]) => {
  expect(unsendable(key)).toBe(why)
})

test.for([
  ['a b', 'has a blank in it, which a bearer key cannot contain (RFC 6750, section 2.1)'],
  ['clé', 'has the character é (U+00E9) in it, which a bearer key cannot contain (RFC 6750, section 2.1)'],
  ['a\u00a0b', 'has the character U+00A0 in it, which a bearer key cannot contain (RFC 6750, section 2.1)'],
  ['abc.def_ghi-jkl~mno+pqr/stu==', undefined],
  ['id:{"secret"}!@#$%', undefined],
] as const)('services are likely to refuse the key %j, which %s', ([key, why]) => {
  expect(unlikelyKey(key)).toBe(why)
})
