import { removeKey } from '../limits/caller.ts'
import type { Awaitable } from '../message/awaitable.ts'
import { distinctForm } from '../message/distinct-form.ts'
import { publishPace } from './clock-control.ts'
import { ControlError } from './control-error.ts'
import { forLease } from '../message/lease-pace.ts'
import type { WorldState } from './world-state.ts'
import type { Changing } from './world-store.ts'

/** The leases of a world, and how its clock ran before the first of them. */
export interface Lent {
  readonly pace: { readonly speed: number; readonly frozen: boolean }
  readonly leases: readonly Lease[]
}

interface Lease {
  readonly name: string
  /** Keys to remove at its end. */
  readonly keys: readonly string[]
  /** How often it was started or renewed. */
  readonly renewals: number
  /** The speed that it has set last, and the one before that which it has not set. */
  readonly speed?: { readonly own: number; readonly others: number }
}

/**
 * The leases of a world. They are part of its state, so that it is the same whichever mock is asked where several share it, and
 * a reset forgets them. Expiry is up to the caller, which has timers.
 */
export class LeaseControl {
  readonly #world: Changing

  constructor(world: Changing) {
    this.#world = world
  }

  /** Starts a lease, or renews the one of that name, under new terms; returns how often that was done. */
  start(name: string, keys: readonly string[]): Awaitable<number> {
    return this.#world.change([], (state) => {
      const { speed, frozen } = state.clock.read()
      const before = findLease(name, state)
      const renewals = (before?.renewals ?? 0) + 1
      const { pace } = state.lent ?? { pace: { speed, frozen } }
      const lease = { ...before, name, keys: [...keys], renewals }
      state.lent = { pace, leases: [...otherLeases(name, state), lease] }
      return renewals
    })
  }

  /** Sets the speed of the clock for a lease. */
  setSpeed(name: string, speed: number): Awaitable<void> {
    return this.#world.change([], (state) => {
      const lease = findLease(name, state)
      const { speed: current } = state.clock.read()
      const others = lease?.speed?.own === current ? lease.speed.others : current
      if (state.lent && lease)
        state.lent = {
          ...state.lent,
          leases: [...otherLeases(name, state), { ...lease, speed: { own: speed, others } }],
        }
      state.clock.setSpeed(speed)
      publishPace(state, forLease('for', name))
    })
  }

  /**
   * Ends a lease: its keys are removed, and with the last one the clock runs as it did before the first. Where others are left, a
   * speed that none but this lease has set is the one before it again.
   */
  end(name: string): Awaitable<void> {
    return this.#world.change('all', (state) => {
      const lease = findLease(name, state)
      if (lease) putBack(lease, state)
      else
        throw new ControlError(
          'not-found',
          `There is no lease ${name}; it may have ended, or its world was reset`,
        )
    })
  }

  /**
   * Ends a lease that was renewed so often and no more, and publishes why. Returns its renewals if it was renewed since;
   * `undefined` if it has ended.
   */
  lapse(name: string, renewals: number, why: string): Awaitable<number | undefined> {
    return this.#world.change('all', (state) => {
      const lease = findLease(name, state)
      if (!lease || lease.renewals !== renewals) return lease?.renewals
      state.publish('lease', why)
      putBack(lease, state)
      return undefined
    })
  }
}

function findLease(name: string, { lent }: WorldState): Lease | undefined {
  return lent?.leases.find((lease) => lease.name === name)
}

function otherLeases(name: string, { lent }: WorldState): readonly Lease[] {
  return lent?.leases.filter((lease) => lease.name !== name) ?? []
}

function putBack({ name, keys, speed: set }: Lease, state: WorldState): void {
  const { callers, clock, lent, publish } = state
  for (const key of keys) {
    if (!callers.keys.get(key)) continue
    const form = distinctForm(key, callers.keys.keys())
    removeKey(callers, key)
    publish('keys', `key ${form} removed`)
  }
  const leases = otherLeases(name, state)
  state.lent = lent && leases.length > 0 ? { ...lent, leases } : undefined
  if (state.lent) {
    const isItsOwn = clock.speed === set?.own && !leases.some(({ speed }) => speed?.own === set.own)
    if (!isItsOwn || set.own === set.others) return
    clock.setSpeed(set.others)
    publishPace(state, forLease('after', name))
    return
  }
  if (!lent) return
  const { speed, frozen } = lent.pace
  if (clock.read().speed === speed && clock.read().frozen === frozen) return
  clock.setSpeed(speed)
  clock.freeze(frozen)
  publishPace(state, forLease('after', name))
}
