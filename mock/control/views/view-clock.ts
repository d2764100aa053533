import type { ClockReading } from '../../core/settings/clock.ts'
import type { Clock } from '../../client/generated/wire.ts'
import { isoTime } from './iso-time.ts'

/** A clock as it goes over the wire. */
export function viewClock({ now, frozen, speed }: ClockReading): Clock {
  return { now: isoTime(now), frozen, speed }
}
