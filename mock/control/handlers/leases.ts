import { MOST } from '../../core/memory/bounds.ts'
import { replacesWorld } from '../../client/event-stream.ts'
import { andThen, type Awaitable } from '../../core/message/awaitable.ts'
import { ControlError } from '../../core/world/control-error.ts'
import type { World } from '../../core/world/world.ts'
import type { Worlds } from '../../core/world/worlds.ts'
import type { Every } from '../events/event-hub.ts'

/** The terms of a lease. */
export interface LeaseTerms {
  /** How long the lease lasts from now on, in real seconds. */
  readonly seconds: number
  /** Keys to remove at its end. */
  readonly keys?: readonly string[]
}

/**
 * Restores worlds after drivers that may be killed at any time: a lease that is not renewed in time lapses. When several mocks
 * share the worlds, each watches the leases that were requested from it, and checks before a lapse whether another mock has
 * renewed the lease.
 */
export class Leases {
  readonly #worlds: Worlds
  readonly #every: Every
  /** Functions that stop the timer of each lease, by world and name. */
  readonly #watched = new Map<World, Map<string, () => void>>()
  #unsubscribe: () => void = () => undefined

  constructor(worlds: Worlds, every: Every) {
    this.#worlds = worlds
    this.#every = every
  }

  /** Acquires a lease, or renews the lease of that name with new terms. */
  acquire(world: World, name: string, { seconds, keys = [] }: LeaseTerms): Awaitable<void> {
    if (this.#size >= MOST.leases && !this.#watched.get(world)?.has(name))
      throw new ControlError('conflict', `There are ${MOST.leases} leases already: end one first`)
    return andThen(world.leases.start(name, keys), (renewal) => {
      this.#watch(world, name, seconds, renewal)
    })
  }

  /** Ends a lease: restores the clock and removes the keys. */
  end(world: World, name: string): Awaitable<void> {
    this.#forget(world, name)
    return world.leases.end(name)
  }

  /** Stops watching all leases, without ending them. */
  close(): void {
    for (const world of this.#watched.keys()) this.#forgetAll(world)
  }

  get #size(): number {
    let size = 0
    for (const names of this.#watched.values()) size += names.size
    return size
  }

  /** `renewal`: the number of the last renewal, by which a lapse is checked. */
  #watch(world: World, name: string, seconds: number, renewal: number): void {
    this.#forget(world, name)
    if (this.#watched.size === 0) this.#unsubscribe = this.#forgetOnReset()
    const names = this.#watched.get(world) ?? new Map<string, () => void>()
    this.#watched.set(world, names)
    names.set(
      name,
      this.#every(seconds * 1000, () => {
        this.#lapse(world, name, seconds, renewal)
      }),
    )
  }

  #lapse(world: World, name: string, seconds: number, renewal: number): void {
    this.#forget(world, name)
    const why = `the lease ${name} was not renewed for ${seconds} s: its keys are removed and the speed of the clock is restored`
    const lapsed = andThen(world.leases.lapse(name, renewal, why), (renewed) => {
      if (renewed !== undefined) this.#watch(world, name, seconds, renewed)
    })
    if (!(lapsed instanceof Promise)) return
    // The store may be unavailable for a while.
    lapsed.catch(() => {
      this.#watch(world, name, seconds, renewal)
    })
  }

  /** A reset, a restore and the removal of a world end its leases. */
  #forgetOnReset(): () => void {
    return this.#worlds.events.subscribe((event) => {
      if (event.kind === 'exchange') return
      const { what, world: name } = event.change
      if (!replacesWorld(what) && what !== 'world-removed') return
      for (const world of this.#watched.keys()) if (world.name === name) this.#forgetAll(world)
    })
  }

  #forgetAll(world: World): void {
    for (const name of this.#watched.get(world)?.keys() ?? []) this.#forget(world, name)
  }

  #forget(world: World, name: string): void {
    const names = this.#watched.get(world)
    names?.get(name)?.()
    names?.delete(name)
    if (names?.size !== 0) return
    this.#watched.delete(world)
    if (this.#watched.size === 0) this.#unsubscribe()
  }
}
