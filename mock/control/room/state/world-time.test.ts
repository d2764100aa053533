import { describe, expect, it } from 'vitest'
import type { Key } from './control-api.ts'
import { outsideTimeOf, spendable, standingAt, worldTimeAt } from './world-time.ts'

const NOON = '2026-03-01T12:00:00.000Z'
const READ = Date.parse(NOON)

describe('the time of a world', () => {
  it.each([
    ['runs as the time outside', { now: NOON, frozen: false, speed: 1 }, 2000],
    ['runs at its speed', { now: NOON, frozen: false, speed: 60 }, 120_000],
    ['stands still', { now: NOON, frozen: true, speed: 60 }, 0],
  ])('%s', (_fact, clock, passed) => {
    expect(worldTimeAt({ clock, readAt: 5000 }, 7000) - READ).toBe(passed)
  })
})

it('a moment of the world was outside as long ago as its speed says', () => {
  const clock = { now: NOON, frozen: false, speed: 60 }
  expect(outsideTimeOf({ clock, readAt: 5000 }, READ - 120_000)).toBe(3000)
})

describe('a window', () => {
  const window = { limit: 60, remaining: 3, resetsAt: '2026-03-01T12:01:00.000Z' }

  it.each([
    ['counts down to its reset', READ + 15_000, { limit: 60, left: 3, renewsIn: 45_000 }],
    ['is full from its reset on', READ + 60_000, { limit: 60, left: 60, renewsIn: undefined }],
  ])('%s', (_fact, time, standing) => {
    expect(standingAt(window, time)).toEqual(standing)
  })

  it('that is not open has no reset', () => {
    const closed = { ...window, remaining: 60, resetsAt: null }
    expect(standingAt(closed, READ)).toEqual({ limit: 60, left: 60, renewsIn: undefined })
  })

  it('has nothing to spend while its key is banned, and what is left again from the end of the ban on', () => {
    const bannedUntil = '2026-03-01T12:00:30.000Z'
    const key = { windows: { minute: window, day: window }, bannedUntil } as Key
    expect([READ, READ + 30_000].map((time) => spendable(key, time))).toEqual([0, 3])
  })
})
