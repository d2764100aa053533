import { expect, test } from 'vitest'
import { AnswerTimes } from './answer-times.ts'

function timesOf(...received: readonly number[]): AnswerTimes {
  const times = new AnswerTimes()
  for (const instant of received) times.add(instant)
  return times
}

test.for<[what: string, received: readonly number[], instant: number, last: number]>([
  ['nothing has passed', [], 100, 0],
  ['two arrived before', [10, 20], 100, 2],
  ['one arrived within a millisecond', [10, 99, 100], 101, 2],
  ['an earlier one arrived later', [10, 200, 20], 100, 1],
  ['the clock was put back', [1000, 10, 20], 100, 0],
])('the last of those that had surely arrived: %s', ([_what, received, instant, last]) => {
  expect(timesOf(...received).before(instant)).toBe(last)
})

test('nothing is sure of what arrived before all that is stored', () => {
  const times = timesOf(...Array.from({ length: 30_000 }, (_, index) => index))
  expect(times.before(29_000)).toBe(28_999)
  expect(times.before(5)).toBe(0)
})
