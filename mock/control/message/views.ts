import type {
  Change as ChangeView,
  Clock,
  Fault as FaultView,
  Key,
  Window,
  World as WorldView,
} from '../../client/generated/wire.ts'
import type { Fault } from '../../core/faults/faults.ts'
import type { Change } from '../../core/journal/events.ts'
import type { WindowQuota } from '../../core/limits/meter.ts'
import { isoTime, type ClockReading } from '../../core/settings/clock.ts'
import type { KeyState } from '../../core/world/key-control.ts'
import type { WorldReading } from '../../core/world/world.ts'
import { basePathOf } from '../../core/world/worlds.ts'

/** A world in the format of the API. `mount` is the path at which the mock is mounted. */
export function viewWorld(world: WorldReading, mount: string): WorldView {
  const { name, pets, keys, clock, limits, faults } = world
  return { name, basePath: mount + basePathOf(name), pets, keys, clock: viewClock(clock), limits, faults }
}

/** A clock in the format of the API. */
export function viewClock({ now, frozen, speed }: ClockReading): Clock {
  return { now: isoTime(now), frozen, speed }
}

/** A key in the format of the API. */
export function viewKey({ key, keyId, plan, windows, strikes, bannedUntil, report }: KeyState): Key {
  return {
    key,
    keyId,
    plan,
    windows: { minute: viewWindow(windows.minute), day: viewWindow(windows.day) },
    strikes,
    bannedUntil: isoTimeOrNull(bannedUntil),
    report,
  }
}

function viewWindow({ limit, remaining, resetsAt }: WindowQuota): Window {
  return { limit, remaining, resetsAt: isoTimeOrNull(resetsAt) }
}

/** A fault in the format of the API, without the conditions that it does not have. */
export function viewFault(fault: Fault): FaultView {
  const { id, effect, operation, key, probability, after, times, seconds, hits, healsAt } = fault
  return {
    id,
    effect,
    ...(operation !== undefined && { operation }),
    ...(key !== undefined && { key }),
    ...(probability !== undefined && { probability }),
    ...(after !== undefined && { after }),
    ...(times !== undefined && { times }),
    ...(seconds !== undefined && { seconds }),
    hits,
    healsAt: isoTimeOrNull(healsAt),
  }
}

/** A change in the format of the API. */
export function viewChange({ world, time, what, sentence }: Change): ChangeView {
  return { world, time: isoTime(time), what, sentence }
}

/** Null for a missing time. */
function isoTimeOrNull(time: number | undefined): string | null {
  return time === undefined ? null : isoTime(time)
}
