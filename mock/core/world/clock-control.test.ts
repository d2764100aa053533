import { describe, expect, test } from 'vitest'
import { NOW } from '../testing/test-world.ts'
import { thrownBy, untyped, watchedWorld } from '../testing/watched-world.ts'

const LATEST = Date.UTC(9900, 0)

describe('a clock', () => {
  test('is set to a Date, to milliseconds or to a text', () => {
    const { world, changes } = watchedWorld()
    const times = [new Date(5000), 6000, '1970-01-01T00:00:07Z'].map((time) => world.clock.set(time))
    expect(times.map(({ now }) => now)).toEqual([5000, 6000, 7000])
    expect(world.clock.read()).toEqual({ now: 7000, frozen: false, speed: 1 })
    expect(changes[0]).toBe('clock: it is 1970-01-01T00:00:05.000Z, speed 1')
  })

  test('is advanced by the parts of a duration together', () => {
    const { world } = watchedWorld()
    const { now } = world.clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 4.5 })
    expect(now - NOW).toBe((((24 + 2) * 60 + 3) * 60 + 4.5) * 1000)
    expect(world.clock.advance({ minutes: 0 }).now).toBe(now)
  })

  test('is frozen, and goes on from there at any speed', () => {
    const { world, changes, pass } = watchedWorld()
    expect(world.clock.freeze()).toEqual({ now: NOW, frozen: true, speed: 1 })
    pass(1000)
    expect([world.clock.speed(60).now, world.clock.freeze(false).now]).toEqual([NOW, NOW])
    pass(1000)
    expect(world.clock.read()).toEqual({ now: NOW + 60_000, frozen: false, speed: 60 })
    const at = '2026-01-15T10:30:20.000Z'
    expect(changes).toEqual([
      `clock: it is ${at}, frozen`,
      `clock: it is ${at}, frozen`,
      `clock: it is ${at}, speed 60`,
    ])
  })

  test('makes several changes as one', () => {
    const { world, changes } = watchedWorld()
    expect(world.clock.change({ now: 0, frozen: true, speed: 2 })).toEqual({ now: 0, frozen: true, speed: 2 })
    expect(world.clock.change({ frozen: undefined, speed: 3 })).toEqual({ now: 0, frozen: true, speed: 3 })
    expect(changes).toHaveLength(2)
  })

  test('goes from 1970 to 9900', () => {
    const { world, changes } = watchedWorld()
    expect([world.clock.set(LATEST).now, world.clock.set(0).now]).toEqual([LATEST, 0])
    const refusal = 'invalid: The clock goes from 1970 to 9900'
    expect([
      thrownBy(() => world.clock.set(LATEST + 1)),
      thrownBy(() => world.clock.set(-1)),
      thrownBy(() => world.clock.set('1969-12-31T23:59:59Z')),
      thrownBy(() => [world.clock.set(LATEST - 1000), world.clock.advance({ seconds: 2 })]),
    ]).toEqual([refusal, refusal, refusal, refusal])
    expect([world.clock.read().now, changes.length]).toEqual([LATEST - 1000, 3])
  })

  test('refuses what is no time', () => {
    const { world, changes } = watchedWorld()
    expect([
      thrownBy(() => world.clock.set(Number.NaN)),
      thrownBy(() => world.clock.set(new Date(Number.NaN))),
      thrownBy(() => world.clock.set('soon')),
      thrownBy(() => world.clock.change({})),
      thrownBy(() => world.clock.change(untyped('[1]'))),
      thrownBy(() => world.clock.change(untyped('null'))),
      thrownBy(() => world.clock.set(untyped())),
      thrownBy(() => world.clock.speed(untyped())),
      thrownBy(() => world.clock.speed(0)),
      thrownBy(() => world.clock.advance({ seconds: -1 })),
      thrownBy(() => world.clock.change({ now: 5, speed: -1 })),
    ]).toEqual([
      'invalid: now must be a time such as 2030-12-05T00:00:00Z',
      'invalid: now must be a time such as 2030-12-05T00:00:00Z',
      'invalid: now must be a time such as 2030-12-05T00:00:00Z',
      'invalid: The argument must not be empty',
      'invalid: The argument must be an object',
      'invalid: The argument must be an object',
      'invalid: now is required',
      'invalid: speed is required',
      'invalid: speed must be >= 0.001',
      'invalid: seconds must be >= 0',
      'invalid: speed must be >= 0.001',
    ])
    expect([world.clock.read().now, changes]).toEqual([NOW, []])
  })
})
