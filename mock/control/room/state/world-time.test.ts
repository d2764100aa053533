import { describe, expect, it } from 'vitest'
import type { KeyState } from '../../../client/world-state.ts'
import { isOutdated, minuteQuotaAt, windowQuotaAt, worldTimeAt } from './world-time.ts'

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

  it.each([
    ['before its reset, of what is left in it', 30_000, 3],
    ['after its reset, of all', 90_000, 60],
  ])(
    'has nothing left while its key is banned, and says what it has after the ban: %s',
    (_when, ban, after) => {
      const key = { windows: { minute: window, day: window }, bannedUntil: NOON + ban } as KeyState
      expect(minuteQuotaAt(key, NOON + 10_000)).toEqual({
        limit: 60,
        left: 0,
        renewsIn: ban - 10_000,
        afterBan: after,
      })
      expect(minuteQuotaAt(key, NOON + ban)).toMatchObject({ left: after, afterBan: undefined })
    },
  )
})

it.each([
  ['neither window nor ban is over', {}, false],
  ['its minute is over', { minute: 0 }, true],
  ['its day is over', { day: -1 }, true],
  ['its ban is over', { ban: 0 }, true],
  ['no window is open', { minute: undefined, day: undefined }, false],
])('a key has changed since it was read where one of them ends: %s', (_fact, ends, changed) => {
  const { minute, day, ban } = { minute: 1000, day: 2000, ban: 3000, ...ends }
  const at = (ahead: number | undefined) => (ahead === undefined ? undefined : NOON + ahead)
  const window = (ahead: number | undefined) => ({ limit: 60, remaining: 3, resetsAt: at(ahead) })
  const windows = { minute: window(minute), day: window(day) }
  expect(isOutdated({ windows, bannedUntil: at(ban) } as KeyState, NOON)).toBe(changed)
})
