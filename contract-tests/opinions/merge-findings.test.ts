import { expect, test } from 'vitest'
import type { Finding } from './judge.ts'
import { mergeFindings } from './merge-findings.ts'

const error = (message: string, path?: string): Finding => ({
  message,
  severity: 'error',
  ...(path !== undefined && { path }),
})

test.for([
  ['PET-3', error('Response body property 0.name must be string', 'body.0.name')],
  ['PET-4', error("Response body must have required property 'categoryId'", 'body')],
  ['ERROR-1', error("Response body must have required property 'code'", 'body')],
  ['BASE-3', error('The received media type "text/html" does not match')],
  ['LIMIT-1', error("Response header must have required property 'x-ratelimit-limit'", 'header')],
  ['LIMIT-8', error("Response header must have required property 'retry-after'", 'header')],
] as const)('Prism does not repeat a finding of %s', ([clause, again]) => {
  const own = [error(`${clause}: expected one thing; actual another`)]
  const more = error('Response header parameter x-other must be integer', 'header.x-other')
  expect(mergeFindings(own, [again, more])).toEqual([...own, more])
  expect(mergeFindings([], [again])).toEqual([again])
})

test('a place is reported once', () => {
  const [first, second] = [error('must be integer', 'body.0.id'), error('must match int64', 'body.0.id')]
  expect(mergeFindings([], [first, second])).toEqual([first])
})
