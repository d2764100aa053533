import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { inTime, patienceFor } from './redis-link.ts'

describe('a reply', () => {
  /** Timers that run by hand. */
  function timers() {
    const due: (() => void)[] = []
    const after = (_milliseconds: number, run: () => void) => {
      due.push(run)
      return () => undefined
    }
    return { after, next: () => due.shift()?.() }
  }

  test('that arrived while this process was blocked is not late', async () => {
    const { after, next } = timers()
    const asked = Promise.withResolvers<string>()
    const reply = inTime(asked.promise, ['PING'], undefined, after)
    // The first thing that a process does which was blocked for so long.
    next()
    await turn()
    asked.resolve('PONG')
    expect(await reply).toBe('PONG')
  })

  test('that does not come after that either is late', async () => {
    const { after, next } = timers()
    let silences = 0
    const never = new Promise<never>(() => undefined)
    const reply = inTime(never, ['PING'], () => (silences += 1), after)
    next()
    expect(silences).toBe(0)
    next()
    await expect(reply).rejects.toThrow('Redis has not answered within 700 ms')
    expect(silences).toBe(1)
  })
})

test('a request fails within a second, and a start with a million pets has more time', () => {
  expect(patienceFor(['SET', 'pet', 'x'.repeat(100_000)])).toBe(610)
  expect(patienceFor(['SET', 'start', 'x'.repeat(50_000_000)])).toBe(5600)
})
