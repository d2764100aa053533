import { expect, test } from 'vitest'
import { parseQuery } from './request.ts'

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
