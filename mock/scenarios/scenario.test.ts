import { expect, it, test } from 'vitest'
import { movedTooFar, paceOf, type Scenario, ScenarioError, scenarioOf } from './scenario.ts'

it('has two clients on the Free plan by default', () => {
  expect(scenarioOf({})).toEqual({
    plan: 'free',
    clients: ['naive', 'polite'],
    requests: 150,
    speed: 10,
    seed: 1,
  })
})

it('has the same length on every plan', () => {
  expect(scenarioOf({ plan: 'business' }).requests).toBe(2500)
  expect(paceOf('free') * 60).toBe(15_000)
  expect(paceOf('business') * 1000).toBe(15_000)
})

test.each<[Partial<Scenario>, string]>([
  [{ clients: [] }, 'Choose one client, or two different ones, of naive, polite, backoff, stampede'],
  [{ clients: ['naive', 'naive'] }, 'Choose one client, or two different ones'],
  [{ clients: ['naive', 'polite', 'backoff'] }, 'Choose one client, or two different ones'],
  [{ speed: 0 }, 'The speed must be a whole number from 1 to 60, not 0'],
  [{ speed: 61 }, 'The speed must be a whole number from 1 to 60, not 61'],
  [{ requests: 1.5 }, 'The number of requests must be a whole number from 1 to 10000, not 1.5'],
])('%o is rejected', (given, message) => {
  expect(() => scenarioOf(given)).toThrow(ScenarioError)
  expect(() => scenarioOf(given)).toThrow(message)
})

const HOUR = 3_600_000

test.each([
  [24 * HOUR - 5000, 'forward by 1 day'],
  [24 * HOUR + 5000, 'forward by 1 day'],
  [-2 * HOUR - 5000, 'back by 2 hours'],
  [HOUR - 5000, 'forward by 1 hour'],
  [HOUR / 4 + 5000, 'forward by 15 minutes'],
  [1467 * 24 * HOUR, 'forward by 1,467 days'],
])('a clock that is moved by %i ms is moved %s', (by, words) => {
  expect(movedTooFar(by)).toContain(`the clock was moved ${words} during the run`)
})
