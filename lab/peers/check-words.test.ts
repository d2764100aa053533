import { expect, test } from 'vitest'
import type { RunReport } from '../../contract-tests/index.ts'
import { runOn, testService } from '../proof/test-service.ts'
import { isActualTrue, isDetailTrue } from './check-actual.ts'
import { isReasonTrue } from './check-reasons.ts'

type Exchange = RunReport['exchanges'][number]

const refused = exchange(1, 'POST', '/pets', 422, '{"code":"no","message":"No.","status":400}', {
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '18',
})
const listed = exchange(2, 'GET', '/pets?limit=-1', 200, '[{"id":1,"name":7,"categoryId":true}]')

test.for<[actual: string, expected: string, one: Exchange, isTrue: boolean]>([
  ['status 422', '400: the body has no name', refused, true],
  ['status 400', '400: the body has no name', refused, false],
  ['18 left, after 422', 'fewer left than before', refused, true],
  ['17 left', 'fewer left than before', refused, false],
  ['no x-ratelimit-reset', 'X-RateLimit-Reset', refused, true],
  ['no x-ratelimit-limit', 'X-RateLimit-Limit', refused, false],
  ['X-RateLimit-Remaining missing', 'X-RateLimit-Remaining', refused, false],
  ['invalid: [0].name must be a string', 'a valid `name` in each pet', listed, true],
  ['invalid: [0].id must be an integer', 'a valid `id` in each pet', listed, false],
  ['1 pet', '20 pets', listed, true],
  ['3 pets', '20 pets', listed, false],
])('%s: %s of %s is %s', ([actual, expected, one, isTrue]) => {
  expect(isActualTrue(actual, expected, one, [])).toBe(isTrue)
})

test.for<[detail: string, isTrue: boolean]>([
  ['limit=-1: a page of 1', true],
  ['limit=-1: a page of 30', false],
  ['limit=-1: 400', false],
  ['status 422 for POST /pets', true],
])('the words for an open point, “%s”, are %s', ([detail, isTrue]) => {
  expect(isDetailTrue(detail, [refused, listed])).toBe(isTrue)
})

test('reasons of a run are true of it, and others are not', async () => {
  const report = await runOn(await testService((healthy) => healthy), { exhaust: false, ban: false })
  const isTrue = (reason: string): boolean | undefined => isReasonTrue(reason, report)
  expect(isTrue('precondition missing: a creation that was answered 429')).toBe(true)
  expect(isTrue('precondition missing: a 405: PATCH /pets is answered 404')).toBe(false)
  expect(isTrue('precondition missing: a body that was refused')).toBe(false)
  expect(isTrue('precondition missing: a request that was served, with a Reset that is a time')).toBe(false)
  expect(isTrue('depends on: PET-1')).toBe(false)
  expect(isTrue('precondition missing: a blue moon')).toBeUndefined()
})

function exchange(
  id: number,
  method: string,
  path: string,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Exchange {
  return { id, method, path, curl: '', caller: 'key', status, headers, body }
}
