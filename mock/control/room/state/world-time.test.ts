import { describe, expect, it } from 'vitest'
import type { KeyState } from '../../../client/world-state.ts'
import { spendable, windowQuotaAt, worldTimeAt } from './world-time.ts'

const NOON = Date.UTC(2026, 2, 1, 12)

describe('the time of a world', () => {
  it.each([
    ['runs as the time outside', { now: NOON, frozen: false, speed: 1 }, 2000],
    ['runs at its speed', { now: NOON, frozen: false, speed: 60 }, 120_000],
    ['does not advance while frozen', { now: NOON, frozen: true, speed: 60 }, 0],
  ])('%s', (_fact, clock, passed) => {
    expect(worldTimeAt({ ...clock, readAt: 5000 }, 7000) - NOON).toBe(passed)
  })
})

describe('a window', () => {
  const window = { limit: 60, remaining: 3, resetsAt: NOON + 60_000 }

  it.each([
    ['counts down to its reset', NOON + 15_000, { limit: 60, left: 3, renewsIn: 45_000 }],
    ['is full from its reset on', NOON + 60_000, { limit: 60, left: 60, renewsIn: undefined }],
  ])('%s', (_fact, time, quota) => {
    expect(windowQuotaAt(window, time)).toEqual(quota)
  })

  it('that is not open has no reset', () => {
    const closed = { ...window, remaining: 60, resetsAt: undefined }
    expect(windowQuotaAt(closed, NOON)).toEqual({ limit: 60, left: 60, renewsIn: undefined })
  })

  it('has no spendable requests while its key is banned, and its quota again after the ban', () => {
    const bannedUntil = NOON + 30_000
    const key = { windows: { minute: window, day: window }, bannedUntil } as KeyState
    expect([NOON, NOON + 30_000].map((time) => spendable(key, time))).toEqual([0, 3])
  })
})
