import { MOST } from '../memory/bounds.ts'
import { didYouMean } from '../../../spec/wording.ts'
import type { Events } from '../journal/events.ts'
import type { Memory } from '../memory/memory.ts'
import { awaitAll, andThen, type Awaitable } from '../message/awaitable.ts'
import type { IdentifyKey } from '../message/key-id.ts'
import { ControlError, throwInvalid } from './control-error.ts'
import { checkInput } from './input.ts'
import { applyOptions, type WorldOptions } from './world-options.ts'
import type { WorldSeed } from './world-state.ts'
import type { Publish, WorldStore, WorldStores } from './world-store.ts'
import { World, type WorldReading } from './world.ts'

/** The name of the world at `/v1`, and of the one at the document's staging address. */
export const DEFAULT_WORLD = 'default'
export const STAGING_WORLD = 'staging'

/** Whether a world is always there. */
export function isLasting(name: string): boolean {
  return name === DEFAULT_WORLD || name === STAGING_WORLD
}

/** All worlds of a mock. The default one and staging are always there. */
export class Worlds {
  /** Those that this process has opened. */
  readonly #worlds = new Map<string, World>()
  readonly #stores: WorldStores
  readonly #startedAt: number
  #seed: WorldSeed

  private constructor(seed: WorldSeed, stores: WorldStores) {
    this.#seed = seed
    this.#stores = stores
    this.#startedAt = stores.time()
  }

  /** The worlds of these stores; the default one and staging are created if they are missing. */
  static begin(seed: WorldSeed, stores: WorldStores): Awaitable<Worlds> {
    const worlds = new Worlds(seed, stores)
    return andThen(worlds.#beginWith(DEFAULT_WORLD), () =>
      andThen(worlds.#beginWith(STAGING_WORLD), () => worlds),
    )
  }

  /** The events of all of them. */
  get events(): Events {
    return this.#stores.events
  }

  /** The memory that all of them share. */
  get memory(): Memory {
    return this.#stores.memory
  }

  /** The id of a key, which is shown instead of it. */
  get keyId(): IdentifyKey {
    return this.#stores.keyId
  }

  get default(): World {
    const world = this.#worlds.get(DEFAULT_WORLD)
    if (!world) throw new RangeError('the worlds have not begun')
    return world
  }

  /** Milliseconds since the start, by the time outside. */
  get uptime(): number {
    return Math.max(0, this.#stores.time() - this.#startedAt)
  }

  list(): Awaitable<readonly World[]> {
    return andThen(this.#stores.names(), (names) =>
      // Also if the store has just lost them.
      Array.from(new Set([DEFAULT_WORLD, STAGING_WORLD, ...names]), (name) => this.#opened(name)),
    )
  }

  /** The world of that name, if this process has opened it. */
  cached(name: string): World | undefined {
    return this.#worlds.get(name)
  }

  find(name: string): Awaitable<World | undefined> {
    return andThen(this.#stores.has(name), (exists) => {
      // The store begins it anew if it has lost it.
      if (exists || isLasting(name)) return this.#opened(name)
      this.#forget(name)
      return undefined
    })
  }

  /** The world of that name; throws a ControlError that suggests the nearest one if there is none. */
  get(name: string): Awaitable<World> {
    const given: unknown = name
    if (given instanceof World) throwInvalid('world must be a name: write world.name')
    checkInput('readWorld', { path: { world: name } })
    return andThen(this.find(name), (world) => {
      if (world) return world
      throw new ControlError('not-found', this.missing(name))
    })
  }

  /** That there is no world of that name; with the nearest one that this process has opened, if one is near. */
  missing(name: string): string {
    const near = didYouMean(name, [...this.#worlds.keys()])
    return `There is no world ${JSON.stringify(name.slice(0, 60))}.${near}`
  }

  /** Adds a world that starts as the default one did. */
  create(name: string, ...more: readonly never[]): Awaitable<World> {
    if (more.length > 0) throwInvalid('create has no options: await createWith')
    return this.#add(name, this.#seed)
  }

  /** The same with options such as a mock is started with, pets of its own among them; some may have to be made first. */
  async createWith(name: string, options: WorldOptions): Promise<World> {
    await this.#checkNew(name)
    const { worlds } = this.memory
    const seed = await applyOptions(options, this.#seed, worlds.bytes - worlds.allocated)
    return await this.#add(name, seed)
  }

  remove(name: string): Awaitable<void> {
    return andThen(this.get(name), (world) => {
      if (isLasting(name)) {
        throw new ControlError('conflict', `The world ${name} cannot be removed: reset it instead`)
      }
      return andThen(this.#stores.remove(name), () => {
        this.#forget(name)
        this.#publish(world, 'world-removed')
      })
    })
  }

  /**
   * Changes what every world but `kept` starts with, and resets them to it; throws a ControlError, and changes nothing, where
   * there is no room for the starting pets.
   */
  reseed(change: Partial<WorldSeed>, kept?: string): Awaitable<void> {
    const seed = { ...this.#seed, ...change }
    return andThen(this.list(), (all) => {
      const worlds = all.filter(({ name }) => name !== kept)
      this.#stores.checkRoom(
        seed,
        worlds.map(({ name }) => name),
      )
      this.#seed = seed
      for (const world of worlds) world.release()
      const reseeded = awaitAll(worlds.map((world) => world.reseed(change)))
      return andThen(reseeded, () => undefined)
    })
  }

  /** Rejects with a StoreError if the store accepts no writes. */
  ready(): Awaitable<void> {
    return this.#stores.ready()
  }

  /** The readings of all worlds. */
  readings(): Awaitable<readonly WorldReading[]> {
    return andThen(this.list(), (worlds) => awaitAll(worlds.map((world) => world.read())))
  }

  #beginWith(name: string): Awaitable<World> {
    return andThen(this.#stores.has(name), (exists) =>
      // Another mock on the same store may create it meanwhile, which is as good.
      exists ? this.#opened(name) : this.#make(name, this.#seed),
    )
  }

  #add(name: string, seed: WorldSeed): Awaitable<World> {
    return andThen(this.#checkNew(name), () => this.#make(name, seed))
  }

  #make(name: string, seed: WorldSeed): Awaitable<World> {
    return andThen(this.#stores.create(name, seed, this.#publisherFor(name)), (store) => {
      const world = this.#open(name, store)
      this.#publish(world, 'world-created')
      return world
    })
  }

  /** The world of that name, which exists. */
  #opened(name: string): World {
    return (
      this.#worlds.get(name) ??
      this.#open(name, this.#stores.open(name, this.#publisherFor(name), this.#seed))
    )
  }

  #open(name: string, store: WorldStore): World {
    const world = new World(name, store, this.events, this.keyId)
    this.#worlds.set(name, world)
    return world
  }

  #forget(name: string): void {
    this.#worlds.get(name)?.release()
    this.#worlds.delete(name)
  }

  #publisherFor(name: string): Publish {
    return (what, sentence) => {
      const time = this.#worlds.get(name)?.time ?? 0
      this.events.emit({ kind: 'change', change: { world: name, time, what, sentence } })
    }
  }

  #checkNew(name: string): Awaitable<void> {
    checkInput('createWorld', { body: { name } })
    return andThen(this.#stores.names(), (names) => {
      if (names.includes(name))
        throw new ControlError('conflict', `The world ${name} exists already: remove or reset it`)
      if (names.length >= MOST.worlds) {
        throw new ControlError('conflict', `There are ${MOST.worlds} worlds already: remove one first`)
      }
    })
  }

  #publish(world: World, what: 'world-created' | 'world-removed'): void {
    const sentence = what === 'world-created' ? `world ${world.name} created` : `world ${world.name} removed`
    this.events.emit({ kind: 'change', change: { world: world.name, time: world.time, what, sentence } })
  }
}

/** The path of a world's base address: `/v1` for the default one, `/{name}/v1` for any other. */
export function basePathOf(name: string): string {
  return name === DEFAULT_WORLD ? '/v1' : `/${name}/v1`
}
