import type { ClockReading } from '../../core/clock.ts'
import type { Clock } from '../generated/wire.ts'
import { isoTime } from './iso-time.ts'

/** A clock as it goes over the wire. */
export function viewClock({ now, frozen, speed }: ClockReading): Clock {
  return { now: isoTime(now), frozen, speed }
}
