import { describe, expect, test } from 'vitest'
import { defaultChoices, type Choices } from '../../../spec/choices.ts'
import {
  admit,
  ban,
  isBannedByHand,
  liftBan,
  newMeter,
  refund,
  setRemaining,
  readQuota,
  readMeter,
  type Admission,
  type Meter,
} from './meter.ts'
import { parseSettings, type Settings } from '../settings/settings.ts'

const NOW = Date.UTC(2026, 0, 15, 10, 30, 20)
const MINUTE_END = Date.UTC(2026, 0, 15, 10, 31)
const DAY_END = Date.UTC(2026, 0, 16)
const limits = { minute: 3, day: 5 }

function settings(choices: Partial<Choices> = {}): Settings {
  return parseSettings({ ...defaultChoices, ban: 'after-2-strikes-for-90-seconds', ...choices })
}

function ask(meter: Meter, now = NOW, choices?: Partial<Choices>, mayBeBanned = true): Admission {
  return admit(meter, limits, now, settings(choices), mayBeBanned ? () => true : undefined)
}

function askTimes(times: number, meter: Meter, now = NOW): Admission {
  let last = ask(meter, now)
  for (let time = 1; time < times; time += 1) last = ask(meter, now)
  return last
}

/** The remaining requests of the minute and the day. */
function left(meter: Meter, now = NOW): readonly number[] {
  const { minute, day } = readMeter(meter, limits, now, settings()).windows
  return [minute.remaining, day.remaining]
}

describe('admit', () => {
  test('counts an admitted request in both windows', () => {
    const meter = newMeter()
    expect(ask(meter)).toMatchObject({
      admitted: true,
      quota: { window: 'minute', limit: 3, remaining: 2 },
    })
    expect(left(meter)).toEqual([2, 4])
  })

  test('counts a refused request in neither window', () => {
    const meter = newMeter()
    expect(askTimes(4, meter)).toMatchObject({ admitted: false, by: 'minute', until: MINUTE_END })
    expect(left(meter)).toEqual([0, 2])
    expect(ask(meter)).toMatchObject({ by: 'striking' })
  })

  test('records a strike until the last of the full windows ends', () => {
    const meter = newMeter()
    const never = { ban: 'none' } as const
    setRemaining(meter, limits, 'day', 0, NOW, settings(never))
    ask(meter, NOW, never)
    setRemaining(meter, limits, 'day', 5, NOW, settings(never))
    setRemaining(meter, limits, 'minute', 0, NOW, settings(never))
    ask(meter, NOW, never)
    expect(ask(meter, MINUTE_END, never)).toMatchObject({ admitted: true })
    setRemaining(meter, limits, 'minute', 0, MINUTE_END, settings(never))
    expect(ask(meter, MINUTE_END, { ban: 'after-3-strikes-for-90-seconds' })).toMatchObject({
      by: 'striking',
    })
  })

  test('refuses by the day window when it is full and the minute window is not', () => {
    const meter = newMeter()
    askTimes(3, meter)
    askTimes(2, meter, MINUTE_END)
    expect(ask(meter, MINUTE_END)).toMatchObject({
      by: 'day',
      until: DAY_END,
      quota: { limit: 5, remaining: 0 },
    })
    expect(ask(meter, DAY_END)).toMatchObject({ admitted: true })
  })

  test('refuses by the window that resets last when both are full', () => {
    const meter = newMeter()
    setRemaining(meter, limits, 'minute', 0, NOW, settings())
    setRemaining(meter, limits, 'day', 0, NOW, settings())
    expect(ask(meter)).toMatchObject({ by: 'day', until: DAY_END })
    const lastMinute = newMeter()
    const choices = { 'window-alignment': 'first-request' } as const
    const midnight = DAY_END - 1
    ask(lastMinute, DAY_END - 86_400_000, choices)
    for (const window of ['minute', 'day'] as const) {
      setRemaining(lastMinute, limits, window, 0, midnight, settings(choices))
    }
    expect(ask(lastMinute, midnight, choices)).toMatchObject({ by: 'minute', until: DAY_END + 59_000 })
  })

  test.for([
    { left: 40_000, retryAfter: 40 },
    { left: 39_999, retryAfter: 40 },
    { left: 39_001, retryAfter: 40 },
    { left: 39_000, retryAfter: 39 },
    { left: 1_000, retryAfter: 1 },
    { left: 1, retryAfter: 1 },
  ])(
    '$left ms before the reset Retry-After is $retryAfter, in whole seconds and rounded up',
    ({ left, retryAfter }) => {
      const meter = newMeter()
      askTimes(3, meter)
      expect(ask(meter, MINUTE_END - left)).toMatchObject({ retryAfter, until: MINUTE_END })
    },
  )

  test('Retry-After, in whole seconds, is never before the reset, and less than a second after it', () => {
    for (let fraction = 0; fraction < 1_000; fraction += 37) {
      const now = NOW + fraction
      const meter = newMeter()
      const choices = { 'window-alignment': 'first-request' } as const
      for (let asked = 0; asked < 3; asked += 1) ask(meter, now, choices)
      const refused = ask(meter, now + 20, choices)
      if (refused.admitted) throw new Error('admitted')
      const over = now + 20 + refused.retryAfter * 1000 - refused.until
      expect(over).toBeGreaterThanOrEqual(0)
      expect(over).toBeLessThan(1000)
      expect(refused.quota.reset * 1000).toBe(refused.until)
    }
  })

  test('a window of a time that is still to come is renewed: the clock was set back', () => {
    const meter = newMeter()
    const choices = { 'window-alignment': 'first-request' } as const
    ask(meter, NOW, choices)
    const earlier = NOW - 1000
    expect(ask(meter, earlier, choices)).toMatchObject({
      quota: { remaining: 2, reset: (earlier + 60_000) / 1000 },
    })
  })

  test('a window that began with a request is renewed once windows follow the calendar', () => {
    const meter = newMeter()
    ask(meter, NOW, { 'window-alignment': 'first-request' })
    expect(ask(meter, NOW + 1000, { 'window-alignment': 'calendar' })).toMatchObject({
      quota: { remaining: 2, reset: MINUTE_END / 1000 },
    })
  })

  test('a smaller plan leaves 0 remaining, not a negative number', () => {
    const meter = newMeter()
    askTimes(3, meter)
    const smaller = admit(meter, { minute: 1, day: 2 }, NOW, settings(), () => true)
    expect(smaller).toMatchObject({ admitted: false, quota: { limit: 2, remaining: 0 } })
    expect(readQuota(meter, { minute: 1, day: 2 }, NOW, settings()).remaining).toBe(0)
  })
})

describe('bans', () => {
  test('the strike that reaches the threshold bans, at least until the window ends', () => {
    const meter = newMeter()
    expect(askTimes(4, meter)).toMatchObject({ by: 'minute', retryAfter: 40 })
    expect(ask(meter)).toMatchObject({ by: 'striking', until: NOW + 90_000, retryAfter: 90 })
    expect(ask(meter, NOW + 60_000)).toMatchObject({ by: 'banned', until: NOW + 90_000, retryAfter: 30 })
    expect(ask(meter, NOW + 90_000)).toMatchObject({ admitted: true })
    const spentDay = newMeter()
    setRemaining(spentDay, limits, 'day', 0, NOW, settings())
    expect(askTimes(2, spentDay)).toMatchObject({ by: 'striking', until: DAY_END })
  })

  test.for([0, 1, 500, 999])(
    'is announced with the seconds of its choice, %i ms past a second',
    (milliseconds) => {
      const meter = newMeter()
      askTimes(4, meter, NOW + milliseconds)
      expect(ask(meter, NOW + milliseconds)).toMatchObject({ by: 'striking', retryAfter: 90 })
    },
  )

  test('strikes are removed when the window is renewed', () => {
    const meter = newMeter()
    askTimes(4, meter)
    expect(askTimes(3, meter, MINUTE_END)).toMatchObject({ by: 'day' })
    expect(ask(meter, MINUTE_END)).toMatchObject({ by: 'striking' })
  })

  test('a caller that cannot be banned is only refused', () => {
    const meter = newMeter()
    for (let asked = 0; asked < 20; asked += 1) ask(meter, NOW, {}, false)
    expect(ask(meter, NOW, {}, false)).toMatchObject({ by: 'minute' })
    expect(ask(meter, MINUTE_END, {}, false)).toMatchObject({ admitted: true })
    expect(readMeter(meter, limits, NOW, settings())).toMatchObject({ strikes: 0, bannedUntil: undefined })
  })

  test('are off when the choice is `none`', () => {
    const meter = newMeter()
    for (let asked = 0; asked < 20; asked += 1) ask(meter, NOW, { ban: 'none' })
    expect(ask(meter, NOW, { ban: 'none' })).toMatchObject({ by: 'minute' })
    expect(readMeter(meter, limits, NOW, settings())).toMatchObject({ bannedUntil: undefined })
  })

  test('a manual ban lasts for the given time, or until the full windows end', () => {
    const meter = newMeter()
    ban(meter, limits, NOW, 5_000)
    expect(ask(meter)).toMatchObject({
      by: 'banned',
      retryAfter: 5,
      quota: { window: 'minute', remaining: 0 },
    })
    liftBan(meter)
    setRemaining(meter, limits, 'minute', 0, NOW, settings())
    ban(meter, limits, NOW, 5_000)
    expect(ask(meter)).toMatchObject({ by: 'banned', retryAfter: 40 })
  })

  test('an earned ban is distinguished from a manual one until it ends, also when the window of its strikes is over', () => {
    const meter = newMeter()
    askTimes(5, meter)
    for (const now of [NOW, MINUTE_END + 1000]) {
      expect(ask(meter, now)).toMatchObject({ by: 'banned' })
      expect(isBannedByHand(meter)).toBe(false)
    }
    ban(meter, limits, NOW, 5_000)
    expect(isBannedByHand(meter)).toBe(true)
  })

  test('lifting a ban removes the strikes and does not change the windows', () => {
    const meter = newMeter()
    askTimes(5, meter)
    liftBan(meter)
    expect(ask(meter)).toMatchObject({ admitted: false, by: 'minute' })
    expect(ask(meter)).toMatchObject({ by: 'striking' })
  })
})

describe('windows', () => {
  test('the first request opens both', () => {
    const meter = newMeter()
    const choices = { 'window-alignment': 'first-request' } as const
    expect(ask(meter, NOW, choices)).toMatchObject({ quota: { reset: (NOW + 60_000) / 1000 } })
    expect(ask(meter, NOW + 59_999, choices)).toMatchObject({ quota: { remaining: 1 } })
    expect(ask(meter, NOW + 60_000, choices)).toMatchObject({
      quota: { remaining: 2, reset: (NOW + 120_000) / 1000 },
    })
  })

  test('setting the clock back starts new ones', () => {
    const meter = newMeter()
    askTimes(3, meter)
    expect(ask(meter, NOW - 60_000)).toMatchObject({ admitted: true })
    expect(left(meter, NOW - 60_000)).toEqual([2, 1])
  })

  test('reading the quota counts no request', () => {
    const meter = newMeter()
    for (let asked = 0; asked < 9; asked += 1) readQuota(meter, limits, NOW, settings())
    expect(readQuota(meter, limits, NOW, settings())).toEqual({
      window: 'minute',
      limit: 3,
      remaining: 3,
      reset: MINUTE_END / 1000,
    })
  })

  test.for([
    { left: 9, remaining: 3 },
    { left: 3, remaining: 3 },
    { left: 2, remaining: 2 },
    { left: 0, remaining: 0 },
  ])('setting $left left of 3 results in $remaining', ({ left, remaining }) => {
    const meter = newMeter()
    setRemaining(meter, limits, 'minute', left, NOW, settings())
    expect(readQuota(meter, limits, NOW, settings({ 'reported-window': 'minute' })).remaining).toBe(remaining)
  })
})

describe('refund', () => {
  function admitted(
    meter: Meter,
    now = NOW,
    choices?: Partial<Choices>,
  ): Extract<Admission, { admitted: true }> {
    const admission = ask(meter, now, choices)
    if (!admission.admitted) throw new Error('refused')
    return admission
  }

  test('refunds a request in both windows', () => {
    const meter = newMeter()
    ask(meter)
    refund(meter, admitted(meter))
    expect(left(meter)).toEqual([2, 4])
  })

  test('does not change a window that was renewed meanwhile', () => {
    const meter = newMeter()
    const late = admitted(meter)
    ask(meter, MINUTE_END)
    refund(meter, late)
    expect(left(meter, MINUTE_END)).toEqual([2, 4])
  })

  test('closes a window that opens with the first counted request', () => {
    const meter = newMeter()
    const choices = { 'window-alignment': 'first-request' } as const
    refund(meter, admitted(meter, NOW, choices))
    expect(ask(meter, NOW + 30_000, choices)).toMatchObject({ quota: { reset: (NOW + 90_000) / 1000 } })
  })
})
