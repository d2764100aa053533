import { replacesWorld } from '../../client/event-stream.ts'
import { ControlError } from '../../core/world/control-error.ts'
import type { World } from '../../core/world/world.ts'
import type { Worlds } from '../../core/world/worlds.ts'
import type { Every } from '../events/event-hub.ts'

/** Leases that there may be at once. */
export const MOST_LEASES = 100

/** What a driver asks to be put back for it. */
export interface LeaseTerms {
  /** How long the lease lasts from now on, by the time outside. */
  readonly seconds: number
  /** Keys to remove at its end. */
  readonly keys?: readonly string[]
}

interface Lease {
  readonly keys: readonly string[]
  readonly forget: () => void
}

/** How the clock of a world ran before its first lease, and its leases by name. */
interface Lent {
  readonly pace: { readonly speed: number; readonly frozen: boolean }
  readonly leases: Map<string, Lease>
}

/**
 * Puts worlds back for drivers that may be killed at any time. A lease ends when its driver says so, or when it was not
 * renewed in time: then its keys are removed, and with the last one of a world its clock runs as it did before the first.
 */
export class Leases {
  readonly #worlds: Worlds
  readonly #every: Every
  readonly #lent = new Map<World, Lent>()
  #rest: () => void = () => undefined

  constructor(worlds: Worlds, every: Every) {
    this.#worlds = worlds
    this.#every = every
  }

  /** Takes a lease, or renews the one of that name, under new terms. */
  take(world: World, name: string, { seconds, keys = [] }: LeaseTerms): void {
    const { speed, frozen } = world.clock.read()
    const lent = this.#lent.get(world) ?? { pace: { speed, frozen }, leases: new Map<string, Lease>() }
    const isNew = !lent.leases.has(name)
    if (isNew && this.#size >= MOST_LEASES)
      throw new ControlError('conflict', `There are ${MOST_LEASES} leases already: end one first`)
    if (this.#lent.size === 0) this.#rest = this.#forgetWhatIsReset()
    this.#lent.set(world, lent)
    lent.leases.get(name)?.forget()
    const forget = this.#every(seconds * 1000, () => {
      this.#lapse(world, name, seconds)
    })
    lent.leases.set(name, { keys, forget })
  }

  /** Ends a lease, and puts back what it stands for. */
  end(world: World, name: string): void {
    const lent = this.#lent.get(world)
    const lease = lent?.leases.get(name)
    if (!lent || !lease)
      throw new ControlError(
        'not-found',
        `There is no lease ${name}; it may have ended, or its world was reset`,
      )
    lease.forget()
    lent.leases.delete(name)
    if (lent.leases.size === 0) this.#forget(world)
    for (const key of lease.keys) if (world.keys.has(key)) world.keys.remove(key)
    const { speed, frozen } = world.clock.read()
    const isAsBefore = speed === lent.pace.speed && frozen === lent.pace.frozen
    if (lent.leases.size === 0 && !isAsBefore) world.clock.change(lent.pace)
  }

  /** Forgets all leases; what they stand for stays as it is. */
  close(): void {
    for (const world of this.#lent.keys()) this.#forget(world)
  }

  get #size(): number {
    return [...this.#lent.values()].reduce((total, { leases }) => total + leases.size, 0)
  }

  #lapse(world: World, name: string, seconds: number): void {
    const sentence = `the lease ${name} was not renewed for ${seconds} s: its keys are removed, and the clock runs as before`
    this.#worlds.events.emit({
      kind: 'change',
      change: { world: world.name, time: world.clock.read().now, what: 'lease', sentence },
    })
    this.end(world, name)
  }

  /** A world that was reset is as it began, whatever is lent. */
  #forgetWhatIsReset(): () => void {
    return this.#worlds.events.subscribe((event) => {
      if (event.kind === 'exchange') return
      const { what, world: name } = event.change
      if (!replacesWorld(what) && what !== 'world-removed') return
      for (const world of this.#lent.keys()) if (world.name === name) this.#forget(world)
    })
  }

  #forget(world: World): void {
    for (const { forget } of this.#lent.get(world)?.leases.values() ?? []) forget()
    this.#lent.delete(world)
    if (this.#lent.size === 0) this.#rest()
  }
}
