import { expect, test } from 'vitest'
import { decodeBody, header, parseQuery, percentDecode } from './request.ts'

test.each([
  '',
  '&',
  '=',
  'limit',
  'limit=',
  'limit=20',
  'limit=20&status=available',
  'limit=1&limit=2&status=sold',
  '&&limit=2&',
  'a=b=c',
  '=b',
  'name=a+b&name=%C3%A9',
  'a&b=1&c',
])('a query is parsed as forms are: %j', (query) => {
  const expected = Array.from(new URLSearchParams(query), ([name, value]) => `${name}=${value}`)
  const parsed = [...parseQuery(query)].flatMap(([name, values]) => values.map((value) => `${name}=${value}`))
  expect(parsed.toSorted()).toEqual(expected.toSorted())
})

test('several lines of a header are one', () => {
  const headers = { accept: ['a', 'b'], host: 'c', te: undefined }
  expect(['accept', 'host', 'te', 'date'].map((name) => header({ headers }, name))).toEqual([
    'a, b',
    'c',
    undefined,
    undefined,
  ])
})

test('a body is text unless it is too long or no UTF-8; a byte order mark is none of it', () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0xc3, 0xab)
  expect(decodeBody(bytes, 5)).toEqual({ kind: 'text', text: 'ë' })
  expect(decodeBody(bytes, 4)).toEqual({ kind: 'too-large' })
  expect(decodeBody(Uint8Array.of(0xff), 4)).toEqual({ kind: 'not-utf-8' })
})

test.each([
  ['abc', 'abc'],
  ['a%20b', 'a b'],
  ['%C3%AB', 'ë'],
  ['100%', '100%'],
  ['%ff', '%ff'],
])('the path segment %s is %s', (text, decoded) => {
  expect(percentDecode(text)).toBe(decoded)
})
