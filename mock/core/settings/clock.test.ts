import { beforeEach, describe, expect, test } from 'vitest'
import { memoryPets } from '../../stores/memory-pets.ts'
import { testWorld } from '../testing/test-world.ts'
import { Clock } from './clock.ts'

const START = Date.UTC(2026, 0, 15, 10, 30)
// A century before the year in which the formats of HTTP and RFC 3339 end.
const LATEST = Date.UTC(9900, 0)

let outside = START
let clock = new Clock(() => outside)

beforeEach(() => {
  outside = START
  clock = new Clock(() => outside)
})

describe('a clock', () => {
  test('follows the system time', () => {
    outside += 1_234
    expect(clock.read()).toEqual({ now: START + 1_234, frozen: false, speed: 1 })
  })

  test('continues from the time that it is set to, forwards or backwards', () => {
    for (const time of [START + 86_400_000, START - 86_400_000]) {
      clock.set(time)
      outside += 500
      expect(clock.now()).toBe(time + 500)
    }
  })

  test('advances by milliseconds, in addition to the time that passes', () => {
    outside += 100
    clock.advance(60_000)
    outside += 100
    clock.advance(-1)
    expect(clock.now()).toBe(START + 60_199)
  })

  test('stops while it is frozen, and continues from there', () => {
    clock.freeze(true)
    outside += 5_000
    expect(clock.read()).toEqual({ now: START, frozen: true, speed: 1 })
    clock.advance(10)
    clock.freeze(false)
    outside += 5
    expect(clock.now()).toBe(START + 15)
  })

  test('runs at its speed from the moment it is set', () => {
    outside += 1_000
    clock.setSpeed(60)
    outside += 1_000
    expect(clock.now()).toBe(START + 61_000)
    clock.setSpeed(0.5)
    outside += 1_001
    expect(clock.now()).toBe(START + 61_500)
  })

  test('retains its speed while it is frozen', () => {
    clock.setSpeed(10)
    clock.freeze(true)
    outside += 1_000
    clock.freeze(false)
    outside += 1_000
    expect(clock.read()).toEqual({ now: START + 10_000, frozen: false, speed: 10 })
  })

  test.for([
    { time: -1, now: 0 },
    { time: 0.6, now: 1 },
    { time: 1e300, now: LATEST },
    { time: Infinity, now: LATEST },
  ])('that is set to $time stays in the range of writable dates', ({ time, now }) => {
    clock.set(time)
    clock.freeze(true)
    expect(clock.now()).toBe(now)
    expect(new Date(clock.now() + 86_400_000).toISOString()).toMatch(/^\d{4}-/)
  })

  test('never leaves that range', () => {
    clock.set(Infinity)
    clock.setSpeed(100_000)
    outside += 1e12
    expect(clock.now()).toBe(LATEST)
  })
})

describe('httpDate', () => {
  test.for([0, 999, START, START + 999, LATEST])('%i is written as an IMF-fixdate', (time) => {
    expect(clock.httpDate(time)).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4,6} \d\d:\d\d:\d\d GMT$/)
    expect(Date.parse(clock.httpDate(time))).toBe(time - (time % 1000))
  })

  test('is formatted for each second, also when time goes backwards', () => {
    const times = [START, START + 1, START + 1_000, START, START - 1]
    const seconds = times.map((time) => clock.httpDate(time).slice(-6, -4))
    expect(seconds).toEqual(['00', '00', '01', '00', '59'])
  })
})

test('a clock that is set and frozen in one call shows exactly that time', () => {
  const world = testWorld({ createPetStore: memoryPets, time: () => (outside += 1) })
  expect(world.clock.change({ now: START, frozen: true, speed: 60 }).now).toBe(START)
  expect(world.clock.read().now).toBe(START)
})
