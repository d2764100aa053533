import { expect, test } from 'vitest'
import { SharedTime } from './shared-time.ts'

const BEGIN = Date.UTC(2026, 0, 15)

test('the time of Redis comes from the reply with the shortest delay', () => {
  const time = new SharedTime()
  for (const [read, at] of [
    [BEGIN, 100],
    [BEGIN + 10, 102],
    [BEGIN + 50, 200],
    [BEGIN + 60, 152],
  ] as const) {
    time.learn(read, at)
  }
  expect(time.now(1152)).toBeCloseTo(BEGIN + 1060, -1)
  expect(time.ahead).toBeGreaterThan(BEGIN - 92.2)
  expect(time.ahead).toBeLessThanOrEqual(BEGIN - 92)
})

test('a Redis clock that is slightly slow, or was set back, is followed', () => {
  const time = new SharedTime()
  time.learn(BEGIN, 0)
  time.learn(BEGIN + 99_950, 100_000)
  expect(time.now(100_000)).toBe(BEGIN + 99_950)
  time.learn(BEGIN, 100_001)
  expect(time.now(100_001)).toBe(BEGIN)
})
