import { MOST, OVERHEAD } from '../memory/bounds.ts'
import { plans, type PlanId } from '../../../spec/plans.ts'
import type { Share } from '../memory/memory.ts'
import { BoundedMap } from './bounded-map.ts'
import { newStatistics, type ClientStatistics } from './client-statistics.ts'
import { newMeter, type Meter, type PlanLimits } from './meter.ts'

/** A key to be added; only the Enterprise plan has figures of its own. */
export interface KeySpec {
  readonly key: string
  readonly plan: PlanId
  readonly perMinute?: number | undefined
  readonly perDay?: number | undefined
}

/** A source of requests: a valid key, or a client address without one. */
export interface Caller {
  /** The key or the address. */
  readonly id: string
  readonly hasKey: boolean
  plan: PlanId
  limits: PlanLimits
  readonly meter: Meter
  readonly statistics: ClientStatistics
}

/** The callers of a world: its keys, and the client addresses without one. */
export interface Callers {
  readonly keys: BoundedMap<Caller>
  readonly addresses: BoundedMap<Caller>
  /** The memory that they fill. */
  readonly share: Share
}

/** The callers that a world starts with; `undefined` if there is no room for them. */
export function newCallers(specs: readonly KeySpec[], share: Share): Callers | undefined {
  const callers: Callers = {
    keys: new BoundedMap<Caller>(MOST.callers),
    addresses: new BoundedMap<Caller>(MOST.callers),
    share,
  }
  return specs.every((spec) => addKey(callers, keyCaller(spec))) ? callers : undefined
}

/** Adds a key. Of `MOST.callers` keys it replaces the least recently used one. False, and nothing is added, if there is no room. */
export function addKey({ keys, share }: Callers, caller: Caller): boolean {
  if (keys.size < MOST.callers && !share.allocate(OVERHEAD.caller)) return false
  keys.set(caller.id, caller)
  return true
}

export function removeKey({ keys, share }: Callers, key: string): void {
  if (keys.delete(key)) share.free(OVERHEAD.caller)
}

/** Adds an address. It replaces the least recently used one if there is no room for another. */
export function addAddress({ addresses, share }: Callers, caller: Caller): void {
  if (addresses.size < MOST.callers && !share.allocate(OVERHEAD.caller)) addresses.deleteOldest()
  addresses.set(caller.id, caller)
}

// The document leaves the figures of Enterprise to the contract. These are for a key without figures of its own.
const CUSTOM: PlanLimits = { minute: 5000, day: 1_000_000 }

/** The limits of a plan, with the key's own figures if the plan is custom. */
export function planLimits({ plan, perMinute, perDay }: Omit<KeySpec, 'key'>): PlanLimits {
  const figures = plans.find(({ id }) => id === plan)
  if (!figures) throw new RangeError(`no plan "${plan}"`)
  return {
    minute: figures.perMinute === 'custom' ? (perMinute ?? CUSTOM.minute) : figures.perMinute,
    day: figures.perDay === 'custom' ? (perDay ?? CUSTOM.day) : figures.perDay,
  }
}

export function keyCaller(spec: KeySpec): Caller {
  return { ...newCaller(spec.key, true), plan: spec.plan, limits: planLimits(spec) }
}

/** A client without a valid key, which has the limits of the plan Free. */
export function anonymousCaller(address: string): Caller {
  return newCaller(address, false)
}

/** A caller without any requests yet. */
function newCaller(id: string, hasKey: boolean): Caller {
  return {
    id,
    hasKey,
    plan: 'free',
    limits: planLimits({ plan: 'free' }),
    meter: newMeter(),
    statistics: newStatistics(),
  }
}
