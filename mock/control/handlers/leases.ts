import { replacesWorld } from '../../client/event-stream.ts'
import { ControlError } from '../../core/world/control-error.ts'
import { allAlike, andThenAlike, type Awaitable } from '../../core/message/awaitable.ts'
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
export class Leases<Later extends boolean = false> {
  readonly #worlds: Worlds<Later>
  readonly #every: Every
  readonly #lent = new Map<World<Later>, Lent>()
  #rest: () => void = () => undefined

  constructor(worlds: Worlds<Later>, every: Every) {
    this.#worlds = worlds
    this.#every = every
  }

  /** Takes a lease, or renews the one of that name, under new terms. */
  take(world: World<Later>, name: string, { seconds, keys = [] }: LeaseTerms): Awaitable<void, Later> {
    return andThenAlike(world.clock.read(), ({ speed, frozen }) => {
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
    })
  }

  /** Ends a lease, and puts back what it stands for. */
  end(world: World<Later>, name: string): Awaitable<void, Later> {
    const lent = this.#lent.get(world)
    const lease = lent?.leases.get(name)
    if (!lent || !lease)
      throw new ControlError(
        'not-found',
        `There is no lease ${name}; it may have ended, or its world was reset`,
      )
    lease.forget()
    lent.leases.delete(name)
    const isLast = lent.leases.size === 0
    if (isLast) this.#forget(world)
    const removed = allAlike(lease.keys.map((key) => removeIfThere(world, key)))
    return andThenAlike(removed, () => (isLast ? pacedAs(lent.pace, world) : undefined))
  }

  /** Forgets all leases; what they stand for stays as it is. */
  close(): void {
    for (const world of this.#lent.keys()) this.#forget(world)
  }

  get #size(): number {
    return [...this.#lent.values()].reduce((total, { leases }) => total + leases.size, 0)
  }

  #lapse(world: World<Later>, name: string, seconds: number): void {
    const sentence = `the lease ${name} was not renewed for ${seconds} s: its keys are removed, and the clock runs as before`
    this.#worlds.events.emit({
      kind: 'change',
      change: { world: world.name, time: world.time, what: 'lease', sentence },
    })
    const ended = this.end(world, name)
    if (ended instanceof Promise) ended.catch(console.error)
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

  #forget(world: World<Later>): void {
    for (const { forget } of this.#lent.get(world)?.leases.values() ?? []) forget()
    this.#lent.delete(world)
    if (this.#lent.size === 0) this.#rest()
  }
}

function removeIfThere<Later extends boolean>({ keys }: World<Later>, key: string): Awaitable<void, Later> {
  return andThenAlike(keys.has(key), (isThere) => (isThere ? keys.remove(key) : undefined))
}

function pacedAs<Later extends boolean>(pace: Lent['pace'], { clock }: World<Later>): Awaitable<void, Later> {
  return andThenAlike(clock.read(), ({ speed, frozen }) => {
    if (speed === pace.speed && frozen === pace.frozen) return
    return andThenAlike(clock.change(pace), () => undefined)
  })
}
