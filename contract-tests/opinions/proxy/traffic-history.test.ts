import { expect, test } from 'vitest'
import type { ObservedExchange } from '../judge.ts'
import { TrafficHistory } from './traffic-history.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }

function listed(pets: readonly unknown[], sent: number, received = sent + 50): ObservedExchange {
  return {
    method: 'GET',
    path: '/pets?limit=50',
    requestHeaders: { authorization: 'Bearer a-key' },
    requestBody: undefined,
    status: 200,
    headers: {},
    body: JSON.stringify(pets),
    at: { sent, received },
  }
}

test('a list that lacks a pet of an earlier one is a breach, with the earlier reply', () => {
  const traffic = new TrafficHistory()
  expect(traffic.contradictions(listed([rex], 1000), false)).toEqual([])
  const [finding] = traffic.contradictions(listed([], 3000), false)
  expect(finding).toMatchObject({ severity: 'error' })
  expect(finding?.message).toMatch(
    /^LIST-2 .*actual 0 pets, without 7; GET \/pets 200, 2 s before: pet 7, sold$/,
  )
})

test.for<[why: string, first: ObservedExchange, second: ObservedExchange, isWrong: boolean]>([
  ['the two overlapped', listed([rex], 1000, 4000), listed([], 3000), false],
  ['the first is wrong by itself', listed([rex], 1000), listed([], 3000), true],
  [
    'nobody knows when the first passed',
    { ...listed([rex], 1000), at: undefined as never },
    listed([], 3000),
    false,
  ],
])('nothing is reported if %s', ([_why, first, second, isWrong]) => {
  const traffic = new TrafficHistory()
  traffic.contradictions(first, isWrong)
  expect(traffic.contradictions(second, false)).toEqual([])
})

test('old exchanges are evicted', () => {
  const traffic = new TrafficHistory()
  traffic.contradictions(listed([rex], 0), false)
  for (let at = 1; at <= 200; at += 1)
    traffic.contradictions({ ...listed([], at * 100), path: '/pets?limit=1', body: '[{}]' }, false)
  expect(traffic.contradictions(listed([], 90_000), false)).toEqual([])
})
