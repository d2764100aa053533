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
import { basePathOf, DEFAULT_WORLD } from '../../core/world/worlds.ts'

/** A service, and the proxy before it, by their base addresses. */
export interface Proxied {
  readonly service: string
  readonly baseUrl: string
}

/** Where worlds are reached. */
export interface Place {
  /** The path at which the mock is mounted in another app; empty if it has its own server. */
  readonly mount: string
  /** The service that the default world stands before, if it is that of a proxy. */
  readonly proxied?: Proxied | undefined
}

/** A world in the format of the API. */
export function viewWorld(world: WorldReading, { mount, proxied }: Place): WorldView {
  const { name, pets, keys, clock, limits, faults } = world
  return {
    name,
    basePath: mount + basePathOf(name),
    ...(proxied && name === DEFAULT_WORLD && { proxied: { ...proxied } }),
    pets,
    keys,
    clock: viewClock(clock),
    limits,
    faults,
  }
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
