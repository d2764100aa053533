import { expect, test } from 'vitest'
import { keyCutter, withoutKeys } from './cut-keys.ts'

const KEY = 'Sekret/Key+0001=zz'
const bytes = Buffer.from(KEY)
const hex = bytes.toString('hex')
const each = (write: (code: string, char: string) => string): string =>
  Array.from(KEY)
    .map((char) => write(char.charCodeAt(0).toString(16), char))
    .join('')
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const cut = keyCutter({ key: KEY, secondKey: undefined })

test.for([
  ['as it is', KEY],
  ['in capitals', KEY.toUpperCase()],
  ['in small letters', KEY.toLowerCase()],
  ['percent-encoded', encodeURIComponent(KEY)],
  ['percent-encoded in lower case', encodeURIComponent(KEY).toLowerCase()],
  ['percent-encoded throughout', each((code) => `%${code}`)],
  ['escaped as JSON does', each((code) => String.raw`\u00${code}`)],
  ['with its slash escaped', KEY.replace('/', String.raw`\/`)],
  ['escaped as HTML does', each((code) => `&#x${code};`)],
  ['in hex', hex],
  ['in capital hex', hex.toUpperCase()],
  ['in hex with colons', hex.match(/../g)?.join(':') ?? ''],
  ['in base64', base64(KEY)],
  ['in base64url', bytes.toString('base64url')],
  ['as the Basic scheme has it', base64(`${KEY}:`)],
  ['reversed', Array.from(KEY).reverse().join('')],
  ['as a header name', KEY.toLowerCase().replaceAll(/[^a-z\d]/g, '')],
  ['as a header name with dashes', KEY.toLowerCase().replaceAll(/[^a-z\d]/g, '-')],
] as const)('an echoed key is redacted: %s', ([_form, text]) => {
  expect(cut(`<${text}> and <${text}>`)).toBe('<{key}> and <{key}>')
})

test.for([
  ['behind a name', base64(`user:${KEY}`)],
  ['behind a scheme', base64(`Bearer ${KEY}`)],
  ['within JSON', base64(JSON.stringify({ key: KEY, more: 1 }))],
  ['without its end', base64(KEY.slice(0, -1))],
] as const)('a key in base64 is redacted: %s', ([_what, text]) => {
  const left = Buffer.from(cut(text).replace('{key}', ''), 'base64').toString()
  expect(cut(text)).toContain('{key}')
  expect(left).not.toMatch(/kre|y\+0|001|zz/i)
})

test.for([
  ['without its end', KEY.slice(0, -1)],
  ['without its start', KEY.slice(1)],
  ['with a blank', `${KEY.slice(0, 1)} ${KEY.slice(1)}`],
] as const)('a near variant of a key is redacted: %s', ([_form, text]) => {
  expect(cut(`<${text}>`)).toBe('<{nearly-the-key}>')
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

const hyphens = '-'.repeat(24)

test.for([
  ['many hyphens', `ab${hyphens}cdefghij`],
  ['hyphens alone', hyphens],
  ['one letter', 'a'.repeat(200)],
  ['one letter and another', `${'a'.repeat(200)}b`],
  ['signs and letters by turns', 'a-'.repeat(60)],
  ['what is encoded already', `${'%2d'.repeat(20)}abc`],
] as const)(
  'every text is redacted quickly, even if it is full of near variants of a key: %s',
  ([_what, key]) => {
    const cutOdd = keyCutter({ key, secondKey: undefined })
    const percent = Array.from(key.slice(0, -1))
      .map((char) => `%${char.charCodeAt(0).toString(16)}`)
      .join('')
    const nearly = [key.slice(0, -2), percent, `ab${'-'.repeat(300)}`, '%2d-', 'a', '&#x000', '61:']
    const before = performance.now()
    for (const part of nearly) cutOdd(`${part}~`.repeat(500_000 / part.length))
    // Half a second in all; a search with backtracking would not end.
    expect(performance.now() - before).toBeLessThan(10_000)
    expect(cutOdd(`the ${key} of`)).toBe('the {key} of')
  },
)

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
  const [found, curl] = [
    withoutKeys({ body: 'a'.repeat(3990) + KEY + 'b'.repeat(9000) }, cut),
    'c'.repeat(9000),
  ]
  expect(found.body).toBe(`${'a'.repeat(3990)}{key}bbbbb… (13008 characters)`)
  expect(withoutKeys({ curl }, cut)).toEqual({ curl })
})
