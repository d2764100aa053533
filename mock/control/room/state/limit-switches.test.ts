import { beforeEach, describe, expect, it } from 'vitest'
import { LimitSwitches } from './limit-switches.ts'

let limits: LimitSwitches
beforeEach(() => {
  limits = new LimitSwitches()
})

const areOffAt = (...seconds: readonly number[]): readonly boolean[] =>
  seconds.map((second) => limits.areOff(second))

describe('the limits of a world', () => {
  it('are off from the second in which they were switched off, until they are on again', () => {
    limits.note(false, 10_900)
    limits.note(true, 20_000)
    expect(areOffAt(9, 10, 19, 20)).toEqual([false, true, true, false])
  })

  it('that are off when they are first read may have been off before', () => {
    limits.read(false, 10_000)
    limits.note(true, 20_000)
    expect(areOffAt(0, 19, 20)).toEqual([true, true, false])
  })

  it('are as a reading says that is newer than the last event, as after a lost connection', () => {
    limits.read(true, 0)
    limits.note(false, 10_000)
    expect(limits.read(true, 9000)).toBe(true)
    expect(areOffAt(9, 10, 12)).toEqual([false, true, true])
    limits.read(true, 12_000)
    expect(areOffAt(9, 10, 12)).toEqual([false, true, false])
  })
})
