import { expect, test, vi } from 'vitest'
import { keySpellings } from '../testing/key-spellings.ts'
import { keyCutter } from './cut-keys.ts'
import { partFinder } from './key-parts.ts'

const KEY = 'sk-9f8E7d6C5b4Axq-Zr2'
const discloses = partFinder([KEY], ['https://zr2.example/v1'])
test.for(keySpellings(KEY).filter(({ isUnknown }) => isUnknown === undefined))(
  'a key is found $how',
  ({ text }) => {
    expect(discloses(text)).toBe(true)
    expect(discloses(`{"message": "It was <${text}>."}`)).toBe(true)
    expect(discloses(`a${text}`)).toBe(true)
  },
)

test.for([
  ['in base64', Buffer.from(`x: ${KEY.slice(3, 12)}`).toString('base64')],
  ['in hex', Buffer.from(KEY.slice(0, -4)).toString('hex')],
] as const)('a part of a key is found %s', ([_form, text]) => {
  expect(discloses(`It was <${text}>`)).toBe(true)
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

test.for([
  ['letters', 'sk9f'],
  ['quotes', '"'],
  ['backslashes', '\\"'],
  ['percent signs', '%25'],
  ['numbers', '115,'],
  ['entities', '&#0'],
  ['equals signs', '=3d'],
  ['hex', '736b'],
  ['letters that become eighteen', '\ufdfa'],
] as const)(
  '4 MB of %s are read some thirty times at most, with a part of the key behind them',
  ([_what, part]) => {
    const reading = vi.spyOn(String.prototype, 'replaceAll')
    const text = part.repeat(4_000_000 / part.length) + KEY.slice(0, 8)
    const shown = keyCutter({ key: KEY, secondKey: undefined })(text)
    const work = reading.mock.contexts.reduce<number>((sum, read) => sum + String(read).length, 0)
    vi.restoreAllMocks()
    expect(shown).not.toContain(KEY.slice(0, 8))
    expect(work / text.length).toBeLessThan(part === '\ufdfa' ? 300 : 30)
  },
)
