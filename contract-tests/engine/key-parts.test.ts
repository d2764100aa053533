import { expect, test } from 'vitest'
import { keyCutter } from './cut-keys.ts'
import { partFinder } from './key-parts.ts'

const KEY = 'sk-9f8E7d6C5b4Axq-Zr2'
const discloses = partFinder([KEY], ['https://zr2.example/v1'])
const chars = Array.from(KEY)
const utf16 = Buffer.from(KEY, 'utf16le')
const each = (write: (code: number) => string): string =>
  chars.map((char) => write(char.charCodeAt(0))).join('')

test.for([
  ['without its last three letters', KEY.slice(0, -3)],
  ['a part from its middle', KEY.slice(8, 14)],
  ['soft hyphens between', chars.join('\u00ad')],
  ['zero-width spaces between', chars.join('\u200b')],
  ['Cyrillic letters between', chars.join('б')],
  ['fullwidth letters', each((code) => (code > 0x20 ? String.fromCharCode(code + 0xfee0) : ' '))],
  ['an array of letters', JSON.stringify(chars)],
  ['a letter a line', chars.join('\r\n')],
  ['a Buffer', JSON.stringify(Buffer.from(KEY))],
  ['numbers of its bytes', chars.map((char) => char.charCodeAt(0)).join(' ')],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(each((code) => `%${code.toString(16)}`)))],
  ['quoted-printable', each((code) => `=${code.toString(16).toUpperCase()}`)],
  ['quoted-printable with soft line breaks', each((code) => `=${code.toString(16).toUpperCase()}=\r\n`)],
  ['escaped in JSON in JSON', JSON.stringify(each((code) => `\\u00${code.toString(16)}`))],
  ['HTML by decimal numbers', each((code) => `&#${code};`)],
  ['UTF-16 in base64', utf16.toString('base64')],
  ['UTF-16, the other way round, in base64', Buffer.from(utf16).swap16().toString('base64')],
  ['UTF-16 in hex', utf16.toString('hex')],
  ['a part in base64', Buffer.from(`x: ${KEY.slice(3, 12)}`).toString('base64')],
  [
    'base64 in lines',
    (
      Buffer.from(KEY)
        .toString('base64')
        .match(/.{1,5}/g) ?? []
    ).join('\r\n'),
  ],
  ['a part in hex', Buffer.from(KEY.slice(0, -4)).toString('hex')],
  ['hex with 0x', chars.map((char) => `0x${char.charCodeAt(0).toString(16)}`).join(', ')],
  ['backwards with dots', chars.toReversed().join('.')],
] as const)('a part of a key is found: %s', ([_form, text]) => {
  expect(discloses(text)).toBe(true)
  expect(discloses(`{"message": "It was <${text}>."}`)).toBe(true)
  expect(discloses(`a${text}`)).toBe(true)
})

test.for([
  'X-RateLimit-Limit: expected one of 60, 300, 1000, and actual is 61',
  '[{"id":9007199254740993,"name":"Rex","categoryId":1,"status":"available"}]',
  'sk-9f is four letters',
  'https://zr2.example/v1/pets, which may stand there',
])('other texts are left alone: %s', (text) => {
  expect(discloses(text)).toBe(false)
})

test('words that clauses contain, or that name a kind of key, disclose nothing', () => {
  const worded = partFinder(['enterprise-production-k3y9q'], [])
  expect(worded('The plan Enterprise, in production')).toBe(false)
  expect(worded('ends with onk3y9')).toBe(true)
})

test('only the string with the part is replaced, and the text is still JSON', () => {
  const cut = keyCutter({ key: KEY, secondKey: undefined })
  expect(cut(`{"message":"It ends with ${KEY.slice(-7)}","code":"no \\" key"}`)).toBe(
    '{"message":"{part-of-the-key}","code":"no \\" key"}',
  )
  expect(cut(JSON.stringify(chars))).toMatch(/^\{part-of-the-key, in \d+ characters\}$/)
})

test.for([
  ['letters', 'sk9f'],
  ['quotes', '"'],
  ['backslashes', '\\"'],
  ['percent signs', '%25'],
  ['numbers', '115,'],
  ['entities', '&#0'],
  ['equals signs', '=3d'],
  ['hex', '736b'],
] as const)('4 MB of %s take a moment', ([_what, part]) => {
  const cut = keyCutter({ key: KEY, secondKey: undefined })
  const text = part.repeat(4_000_000 / part.length)
  const before = performance.now()
  cut(text)
  expect(performance.now() - before).toBeLessThan(10_000)
})
