import { expect, test } from 'vitest'
import { keyCutter, withoutKeys } from './cut-keys.ts'

const KEY = 'Sekret/Key+0001=zz'
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const cut = keyCutter({ key: KEY, secondKey: undefined })

test.for([
  ['as it is', KEY],
  ['in capitals', KEY.toUpperCase()],
  ['in small letters', KEY.toLowerCase()],
  ['percent-encoded', encodeURIComponent(KEY)],
  ['percent-encoded in lower case', encodeURIComponent(KEY).toLowerCase()],
  ['in base64', base64(KEY)],
  ['as the Basic scheme has it', base64(`${KEY}:`)],
] as const)('a whole key is replaced alone: %s', ([_form, text]) => {
  expect(cut(`<${text}> and <${text}>`)).toBe('<{key}> and <{key}>')
})

test('one key may be the other one plus a letter', () => {
  const both = keyCutter({ key: 'a+b/c=secret-1', secondKey: 'a+b/c=secret-12' })
  expect(both('a+b/c=secret-1, a+b/c=secret-12, A+B/C=SECRET-1, a+b/c')).toBe(
    '{key}, {second-key}, {key}, a+b/c',
  )
})

test('a key of less than four letters is left, for it stands in every word', () => {
  const cut = keyCutter({ key: 'a', secondKey: undefined })
  expect(cut('a breach')).toBe('a breach')
})

test('a short key is redacted as it is, and as it is in a URL', () => {
  const short = keyCutter({ key: 'ab/d', secondKey: undefined })
  expect(short('ab/d AB/D ab%2Fd ab/')).toBe('{key} AB/D {key} ab/')
})

test.for(['--------------', '((((((((((', 'aaaaaaaaaaaa', 'é€'.repeat(8), '$&$1$`.*+?^'])(
  'a key of signs alone leaves other texts alone: %s',
  (key) => {
    const cutOdd = keyCutter({ key, secondKey: undefined })
    expect(cutOdd(`x${key}x and a page of pets - 20 (of 100)`)).toBe(
      'x{key}x and a page of pets - 20 (of 100)',
    )
  },
)

test('what discloses a part of a key is replaced whole, but for the JSON around it', () => {
  const part = `{"message":"It ends with ${KEY.slice(-10)}","code":"no \\" key"}`
  expect(cut(part)).toBe('{"message":"{part-of-the-key}","code":"no \\" key"}')
  expect(cut(`It ends with ${KEY.slice(-10)}`)).toBe('{part-of-the-key, in 23 characters}')
  expect(cut(JSON.stringify(Array.from(KEY)))).toMatch(/^\{part-of-the-key, in \d+ characters\}$/)
  expect(cut(`"${KEY.slice(0, 9)}`)).toBe('"{part-of-the-key}"')
})

test('names and strings of a value are redacted, but not our own', () => {
  const value = {
    kind: 'clause',
    headers: { [`x-${KEY}`]: KEY },
    evidence: [1],
    needs: [KEY],
    more: undefined,
  }
  expect(withoutKeys(value, cut)).toEqual({ ...value, headers: { 'x-{key}': '{key}' } })
})

test('a long text is truncated, but not in the middle of a key', () => {
  const found = withoutKeys({ actual: 'a'.repeat(3990) + KEY + 'b'.repeat(9000) }, cut)
  expect(found.actual).toBe(`${'a'.repeat(3990)}{key}bbbbb… (13008 characters)`)
})

test('a body may be longer than other texts, such as the path of a finding, which may have names of a service', () => {
  const text = 'c'.repeat(9000)
  const path = `${'c'.repeat(4000)}… (9000 characters)`
  expect(withoutKeys({ path: text, body: text }, cut)).toEqual({ path, body: text })
})
