import { expect, test } from 'vitest'
import { someWindowExplains } from './meter.ts'
import { found } from './testing/findings.ts'
import { at } from './testing/quota-scenes.ts'
import type { Scene } from './testing/story.ts'

const LIMIT = 60

/** What a counter of the calendar's minute says that weighs the minute before, of requests at some seconds; the first begins with no past. */
function weighing(seconds: readonly number[]): readonly Scene[] {
  const sent: number[] = []
  return seconds.map((second) => {
    const minute = Math.floor(second / 60)
    sent.push(second)
    const [past, own] = [minute - 1, minute].map(
      (one) => sent.filter((other) => Math.floor(other / 60) === one).length,
    )
    const weight = 1 - (second % 60) / 60
    const left = LIMIT - Math.round((past ?? 0) * weight) - (own ?? 0)
    return at(second, left, (minute + 1) * 60)
  })
}

const burst = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_none, index) => from + index / 10)

test.for<[what: string, seconds: readonly number[]]>([
  ['within a minute', burst(5, 30)],
  ['over two of them', [...burst(50, 40), 61, 65, 80, 100, 118]],
  ['over a minute of silence', [...burst(50, 40), ...burst(185, 5)]],
  ['when a burst has left', [...burst(30, 55), ...burst(110, 20), ...burst(130, 20)]],
])('a counter that weighs the minute before contradicts nothing %s', ([, seconds]) => {
  expect(found(someWindowExplains, weighing(seconds))).toEqual([])
})

test.for<[what: string, scenes: readonly Scene[]]>([
  ['its first minute gives nothing back', [...weighing(burst(5, 10)), at(50, 51, 60)]],
  ['it is not renewed at once', [...weighing(burst(50, 40)), at(60.5, 59, 120), at(80, 59, 120)]],
  ['it gives back no more than there was', [...weighing(burst(50, 5)), at(61, 54, 120), at(70, 58, 120)]],
])('%s', ([, scenes]) => {
  expect(found(someWindowExplains, scenes)).toEqual([expect.stringMatching(/^LIMIT-/)])
})

// Each window of a minute begins with its first request, and its Reset is rounded up: too far ahead to be that of an oldest request.
const minute = (from: number, errors: number): readonly Scene[] =>
  Array.from({ length: LIMIT }, (_none, index) => {
    const more = index < errors ? { status: 400, json: {} } : {}
    return at(from + index / 100, 59 - index, Math.ceil(from + 60.5), more)
  })

test.for<[what: string, scenes: readonly Scene[], found: readonly unknown[]]>([
  ['serves as many as it has after errors that cost one each', [], []],
  [
    'serves one more, which no other window explains either',
    [at(70.7, 0, 131)],
    [expect.stringMatching(/^LIMIT-5/)],
  ],
])('a second minute that begins with errors %s', ([, more, expected]) => {
  expect(found(someWindowExplains, [...minute(0, 0), ...minute(70, 10), ...more])).toEqual(expected)
})
