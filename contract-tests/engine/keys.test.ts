import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { fillIn, inShell, keyCutter } from './keys.ts'

const keys = { key: 'a+b/c=secret-1', secondKey: 'a+b/c=secret-12' }

test.for([
  ['Bearer {key}', 'Bearer a+b/c=secret-1', 'Bearer $API_KEY'],
  ['Bearer {second-key}', 'Bearer a+b/c=secret-12', 'Bearer $SECOND_API_KEY'],
  ['Bearer {key-without-its-end}', 'Bearer a+b/c=secret-', 'Bearer ${API_KEY%?}'],
  ['Basic {key-as-basic}', `Basic ${btoa('a+b/c=secret-1:')}`, 'Basic $(printf %s: "$API_KEY" | base64)'],
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

test.for([
  ['as it is', `no such key: ${keys.key}!`, 'no such key: {key}!'],
  ['twice', `${keys.key} ${keys.key}`, '{key} {key}'],
  ['the second one', keys.secondKey, '{second-key}'],
  ['without its end', 'a+b/c=secret-', '{key-without-its-end}'],
  ['without its start', '+b/c=secret-1', '{key-without-its-start}'],
  ['in the other case', 'A+B/C=SECRET-1', '{key-in-the-other-case}'],
  ['percent-encoded', encodeURIComponent(keys.key), '{key}'],
  ['percent-encoded in lower case', encodeURIComponent(keys.key).toLowerCase(), '{key}'],
  ['with its slash escaped', String.raw`a+b\/c=secret-1`, '{key}'],
  ['in base64', btoa(keys.key), '{key}'],
  ['as the Basic scheme has it', btoa(`${keys.key}:`), '{key}'],
  ['not at all', 'a+b/c', 'a+b/c'],
] as const)('a key that is echoed is cut out: %s', ([_form, text, left]) => {
  expect(keyCutter(keys)(text)).toBe(left)
})

test('a shell makes of each form what the suite sends', () => {
  const marks = [
    '-without-its-end',
    '-without-its-start',
    '-and-a-letter',
    '-in-the-other-case',
    '-with-a-blank',
  ]
  for (const mark of marks.map((form) => `{key${form}}`)) {
    const options = { env: { ...process.env, API_KEY: keys.key } }
    expect(execFileSync('sh', ['-c', `printf %s "${inShell(mark)}"`], options).toString()).toBe(
      fillIn(mark, keys),
    )
  }
})

test('a short key is cut out whole only', () => {
  expect(keyCutter({ key: 'abcd', secondKey: undefined })('abcd abc')).toBe('{key} abc')
})
