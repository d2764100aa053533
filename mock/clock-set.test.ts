import { expect, test } from 'vitest'
import { steadyTime } from '../spec/machine-time.ts'
import { createMock } from './fetch/create-mock.ts'

const HOUR_MS = 3_600_000
const KEY = 'free-demo-key'

/** A mock on a machine whose clock can be set; `retryAfter` asks for pets, and is undefined if they are served. */
function mockOnMachine(): {
  readonly retryAfter: () => Promise<number | undefined>
  readonly set: (by: number) => void
  readonly pass: (seconds: number) => void
} {
  let [wall, elapsed] = [Date.UTC(2026, 0, 15, 12, 0, 20), 0]
  const mock = createMock({
    time: steadyTime(
      () => wall,
      () => elapsed,
    ),
  })
  return {
    retryAfter: async () => {
      const { headers } = await mock.fetch(`${mock.baseUrl}/pets`, {
        headers: { Authorization: `Bearer ${KEY}` },
      })
      const value = headers.get('Retry-After')
      return value === null ? undefined : Number(value)
    },
    set: (by) => {
      wall += by
    },
    pass: (seconds) => {
      wall += seconds * 1000
      elapsed += seconds * 1000
    },
  }
}

test.for([
  ['back', -HOUR_MS],
  ['back and forth', -HOUR_MS, HOUR_MS],
] as const)('a wait stays as long as it was when the clock of the machine is set %s', async ([, ...sets]) => {
  const { retryAfter, set, pass } = mockOnMachine()
  let wait = await retryAfter()
  while (wait === undefined) wait = await retryAfter()
  for (const by of sets) set(by)
  expect(await retryAfter()).toBe(wait)
  pass(wait + 1)
  expect(await retryAfter()).toBeUndefined()
})

test('a ban stays as long as it was when the clock of the machine is set back', async () => {
  const { retryAfter, set, pass } = mockOnMachine()
  while (((await retryAfter()) ?? 0) <= 60);
  const ban = (await retryAfter()) ?? 0
  set(-HOUR_MS)
  expect(await retryAfter()).toBe(ban)
  pass(ban + 1)
  expect(await retryAfter()).toBeUndefined()
})

test('a clock that is set forward is time that has passed, as where the machine has slept', async () => {
  const { retryAfter, set } = mockOnMachine()
  while ((await retryAfter()) === undefined);
  set(HOUR_MS)
  expect(await retryAfter()).toBeUndefined()
})
