import { expect, test, vi } from 'vitest'
import { machineTime, steadyTime } from './machine-time.ts'

const HOUR_MS = 3_600_000
const BEGIN = Date.UTC(2026, 0, 15)

/** A machine whose clock can be set. */
function machine(): {
  readonly now: () => number
  readonly set: (by: number) => void
  readonly pass: (milliseconds: number) => void
} {
  let [wall, elapsed] = [BEGIN, 17.25]
  const now = steadyTime(
    () => Math.floor(wall),
    () => elapsed,
  )
  return {
    now,
    set: (by) => {
      wall += by
    },
    pass: (milliseconds) => {
      wall += milliseconds
      elapsed += milliseconds
    },
  }
}

test('it is the clock of the machine, to the millisecond', () => {
  const { now, pass } = machine()
  for (const [milliseconds, expected] of [
    [0, 0],
    [0.5, 0],
    [0.75, 1],
    [998.75, 1000],
    [HOUR_MS, HOUR_MS + 1000],
  ] as const) {
    pass(milliseconds)
    expect(now() - BEGIN).toBe(expected)
  }
})

test('a clock that is set back an hour changes no wait: time goes on, a thousandth slower, until the clocks agree', () => {
  const { now, pass, set } = machine()
  set(-HOUR_MS)
  expect(now()).toBe(BEGIN)
  pass(90_000)
  expect(now() - BEGIN).toBe(90_000 - 90)
  pass(1000 * HOUR_MS)
  expect(now() - BEGIN).toBe(90_000 + 999 * HOUR_MS)
})

test('a clock that is set forward an hour is followed at once, and stays followed when it is set back again', () => {
  const { now, pass, set } = machine()
  set(HOUR_MS)
  expect(now() - BEGIN).toBe(HOUR_MS)
  set(-HOUR_MS)
  pass(1000)
  expect(now() - BEGIN).toBe(HOUR_MS + 999)
})

test('a faked Date is followed back, too', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1234 })
  expect(machineTime()).toBe(1234)
  vi.useRealTimers()
  expect(machineTime()).toBeGreaterThan(BEGIN)
})
