import { describe, expect, test } from 'vitest'
import { defaultChoices } from '../../../spec/choices.ts'
import { Faults } from '../faults/faults.ts'
import { newCallers } from '../limits/caller.ts'
import { Budget } from '../memory/memory.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { Clock } from '../settings/clock.ts'
import { parseSettings } from '../settings/settings.ts'
import { ask, NOW } from '../testing/test-world.ts'
import { answer } from './answer.ts'
import { orBug, unavailable } from './failures.ts'
import { StoreError, type ServiceState, type StateStore } from './request-context.ts'
import type { Outcome } from '../message/outcome.ts'

const LISTED: Outcome = { status: 200, json: '[]', reason: { step: 'act', sentence: 'listed' } }
const BUG = {
  status: 500,
  code: 'internal_error',
  message: 'The mock has made a mistake; its log says more',
  reason: { step: 'bug', sentence: 'a mistake in the mock itself: lost' },
}

describe('a mistake of the mock', () => {
  test('is answered 500, be it made at once or later', async () => {
    const lost = (): never => {
      throw new Error('lost')
    }
    expect(orBug(lost)).toMatchObject(BUG)
    expect(await orBug(() => Promise.reject(new Error('lost')))).toMatchObject(BUG)
  })

  test('is none where the store does not answer', async () => {
    const gone = new StoreError('gone')
    expect(gone.name).toBe('StoreError')
    expect(() =>
      orBug(() => {
        throw gone
      }),
    ).toThrow(gone)
    await expect(orBug(() => Promise.reject(gone))).rejects.toThrow(gone)
  })

  test('is not what a step decides', async () => {
    expect(orBug(() => LISTED)).toBe(LISTED)
    expect(orBug(() => undefined)).toBeUndefined()
    expect(await orBug(() => Promise.resolve(LISTED))).toBe(LISTED)
  })
})

function stateNow(): ServiceState {
  const callers = newCallers([], new Budget(10_000).open())
  if (callers === undefined) throw new Error('no room')
  return {
    clock: new Clock(() => NOW + 300),
    settings: parseSettings(defaultChoices),
    callers,
    pets: memoryPets(),
    faults: new Faults(
      () => 0,
      () => undefined,
    ),
    limitsOn: true,
    categories: new Set(),
  }
}

test('a store that does not answer makes a 503, to retry in a second, with the limit of Free', () => {
  const { status, headers, body, reason } = unavailable(stateNow(), new StoreError('no route'))
  expect([status, JSON.parse(body)]).toMatchObject([
    503,
    {
      code: 'store_unavailable',
      message: 'The service cannot reach the store of its state. Retry after 1 s',
    },
  ])
  expect(reason).toEqual({
    step: 'store',
    sentence: "the store of the mock's state does not answer: no route",
  })
  expect(headers).toEqual([
    'Date',
    'Thu, 15 Jan 2026 10:30:20 GMT',
    'X-RateLimit-Limit',
    '60',
    'X-RateLimit-Remaining',
    '0',
    'X-RateLimit-Reset',
    String(NOW / 1000 + 1),
    'Content-Type',
    'application/json',
    'Retry-After',
    '1',
    'Cache-Control',
    'no-store',
  ])
  expect(() => unavailable(stateNow(), new TypeError('lost'))).toThrow('lost')
})

describe('a request whose store is on another machine', () => {
  const storeThat = (enters: StateStore['enter']): StateStore => ({
    enter: enters,
    changeCaller: ({ caller, state }, step) => step(caller, state),
    changeCallerSoon: ({ caller }, step) => {
      step(caller)
    },
    monotonicTime: (at = 0) => at,
    lastState: stateNow(),
  })
  const statusOf = async (store: StateStore): Promise<number> =>
    (await answer(store, ask(), (_context, reply) => reply)).status

  test('is answered once that has', async () => {
    expect(await statusOf(storeThat((_request, step) => Promise.resolve(step(stateNow()))))).toBe(401)
  })

  test('is answered 503 where that does not, and fails for any other error', async () => {
    expect(await statusOf(storeThat(() => Promise.reject(new StoreError('gone'))))).toBe(503)
    await expect(statusOf(storeThat(() => Promise.reject(new TypeError('lost'))))).rejects.toThrow('lost')
  })
})
