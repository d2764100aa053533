import { expect, test } from 'vitest'
import { announcement, leadsTo } from './writing.ts'

test.each([
  ['/v1/pets/7', true],
  ['https://other.test/shop/v1/pets/7', true],
  ['pets/7', true],
  ['../v1/pets/7', true],
  ['7', false],
  ['/animals/7', false],
  ['/v1/pets/17', false],
  ['http://', false],
])('a Location of %s leads to the new pet: %s', (location, isSo) => {
  expect(leadsTo('/pets/7', location, 'http://pets.test/v1/pets')).toBe(isSo)
})

const SUNSET = 'Thu, 05 Dec 2030 00:00:00 GMT'

test.each<[Record<string, string>, string]>([
  [{}, 'none'],
  [{ deprecation: '@1764892800', sunset: SUNSET }, 'standard'],
  [{ deprecation: '@1764892800' }, 'deprecation alone'],
  [{ sunset: SUNSET }, 'sunset alone'],
  [{ deprecation: 'true', sunset: SUNSET }, 'Deprecation: true'],
  [{ deprecation: '', sunset: SUNSET }, 'Deprecation: '],
  [{ deprecation: '@1764892800', sunset: 'soon' }, 'Sunset: soon'],
])('%o announces a deprecation: %s', (headers, seen) => {
  expect(JSON.stringify(announcement(headers))).toContain(seen)
})
