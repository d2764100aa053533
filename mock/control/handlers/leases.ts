import { replacesWorld } from '../../client/event-stream.ts'
import { andThen, type Awaitable } from '../../core/message/awaitable.ts'
import { ControlError } from '../../core/world/control-error.ts'
import type { World } from '../../core/world/world.ts'
import type { Worlds } from '../../core/world/worlds.ts'
import type { Every } from '../events/event-hub.ts'

/** Leases that a mock watches at once. */
export const MOST_LEASES = 100

/** What a driver asks to be put back for it. */
export interface LeaseTerms {
  /** How long the lease lasts from now on, by the time outside. */
  readonly seconds: number
  /** Keys to remove at its end. */
  readonly keys?: readonly string[]
}

/**
 * Puts worlds back for drivers that may be killed at any time: a lease that nobody has renewed in time lapses. Where several
 * mocks share the worlds, each watches those that it was asked for, and asks before it lets one lapse whether another was.
 */
export class Leases {
  readonly #worlds: Worlds
  readonly #every: Every
  /** How to stop the timer of each, by world and name. */
  readonly #watched = new Map<World, Map<string, () => void>>()
  #rest: () => void = () => undefined

  constructor(worlds: Worlds, every: Every) {
    this.#worlds = worlds
    this.#every = every
  }

  /** Takes a lease, or renews the one of that name, under new terms. */
  take(world: World, name: string, { seconds, keys = [] }: LeaseTerms): Awaitable<void> {
    if (this.#size >= MOST_LEASES && !this.#watched.get(world)?.has(name))
      throw new ControlError('conflict', `There are ${MOST_LEASES} leases already: end one first`)
    return andThen(world.leases.take(name, keys), (taken) => {
      this.#watch(world, name, seconds, taken)
    })
  }

  /** Ends a lease, and puts back what it stands for. */
  end(world: World, name: string): Awaitable<void> {
    this.#forget(world, name)
    return world.leases.end(name)
  }

  /** Watches no lease any more; what they stand for stays as it is. */
  close(): void {
    for (const world of this.#watched.keys()) this.#forgetAll(world)
  }

  get #size(): number {
    let size = 0
    for (const names of this.#watched.values()) size += names.size
    return size
  }

  #watch(world: World, name: string, seconds: number, taken: number): void {
    this.#forget(world, name)
    if (this.#watched.size === 0) this.#rest = this.#forgetWhatIsReset()
    const names = this.#watched.get(world) ?? new Map<string, () => void>()
    this.#watched.set(world, names)
    names.set(
      name,
      this.#every(seconds * 1000, () => {
        this.#lapse(world, name, seconds, taken)
      }),
    )
  }

  #lapse(world: World, name: string, seconds: number, taken: number): void {
    this.#forget(world, name)
    const why = `the lease ${name} was not renewed for ${seconds} s: its keys are removed, and the clock runs as before`
    const lapsed = andThen(world.leases.lapse(name, taken, why), (renewed) => {
      if (renewed !== undefined) this.#watch(world, name, seconds, renewed)
    })
    if (!(lapsed instanceof Promise)) return
    // Where the worlds are kept may be gone for a while.
    lapsed.catch(() => {
      this.#watch(world, name, seconds, taken)
    })
  }

  /** A world that was reset is as it began, whatever was lent. */
  #forgetWhatIsReset(): () => void {
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
    if (this.#watched.size === 0) this.#rest()
  }
}
