import { expect, it } from 'vitest'
import { ControlClient } from '../../../client/control-client.ts'
import { Room } from './room.ts'

const NOON = Date.UTC(2026, 2, 1, 12)

it('the clock and all countdowns stop while the connection is lost, and go on when it is back', () => {
  const room = new Room(new ControlClient(''))
  room.readings.clock.value = { now: NOON + 3_600_000, frozen: false, speed: 10, readAt: NOON }
  const shown = (): readonly number[] => [room.time.value ?? NaN, room.ahead.value]
  room.connection.value = 'open'
  room.tick(NOON + 2000)
  expect(shown()).toEqual([NOON + 3_620_000, 3_618_000])
  room.connection.value = 'lost'
  room.tick(NOON + 60_000)
  expect(shown()).toEqual([NOON + 3_620_000, 3_618_000])
  room.connection.value = 'open'
  room.tick(NOON + 61_000)
  expect(shown()).toEqual([NOON + 4_210_000, 4_149_000])
})
