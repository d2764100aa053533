import { didYouMean } from '../../../spec/index.ts'
import { Events } from '../journal/events.ts'
import type { Memory } from '../memory/memory.ts'
import { ControlError, throwInvalid } from './control-error.ts'
import { checkInput } from './input.ts'
import { applyOptions, type WorldOptions } from './world-options.ts'
import { checkRoom, type Ports, type WorldSeed } from './world-state.ts'
import { World } from './world.ts'

/** Worlds that may exist at once. */
export const MOST_WORLDS = 100

/** The name of the world at `/v1`, and of the one that takes the document's staging address. */
export const DEFAULT_WORLD = 'default'
export const STAGING_WORLD = 'staging'

/** All worlds of a mock. The default one and staging are always there. */
export class Worlds {
  readonly events = new Events()
  readonly #worlds = new Map<string, World>()
  readonly #ports: Ports
  readonly #startedAt: number
  #seed: WorldSeed

  constructor(seed: WorldSeed, ports: Ports) {
    this.#seed = seed
    this.#ports = ports
    this.#startedAt = ports.time()
    this.create(DEFAULT_WORLD)
    this.create(STAGING_WORLD)
  }

  /** What all of them may fill. */
  get memory(): Memory {
    return this.#ports.memory
  }

  get default(): World {
    return this.get(DEFAULT_WORLD)
  }

  /** Milliseconds since the start, by the time outside. */
  get uptime(): number {
    return Math.max(0, this.#ports.time() - this.#startedAt)
  }

  list(): readonly World[] {
    return [...this.#worlds.values()]
  }

  find(name: string): World | undefined {
    return this.#worlds.get(name)
  }

  /** The world of that name; throws a ControlError with the nearest one where there is none. */
  get(name: string): World {
    checkInput('readWorld', { path: { world: name } })
    const world = this.#worlds.get(name)
    if (world) return world
    const near = didYouMean(name, [...this.#worlds.keys()])
    throw new ControlError('not-found', `There is no world ${JSON.stringify(name.slice(0, 60))}.${near}`)
  }

  /** Adds a world that starts as the default one did. */
  create(name: string, ...more: readonly never[]): World {
    if (more.length > 0)
      throwInvalid('A world is created at once with its name alone: with options, await createWith')
    return this.#add(name, this.#seed)
  }

  /** The same with options such as a mock is started with, pets of its own among them; some may have to be made first. */
  async createWith(name: string, options: WorldOptions): Promise<World> {
    this.#checkNew(name)
    const { worlds } = this.memory
    return this.#add(name, await applyOptions(options, this.#seed, worlds.bytes - worlds.taken))
  }

  remove(name: string): void {
    const world = this.get(name)
    if (name === DEFAULT_WORLD || name === STAGING_WORLD) {
      throw new ControlError('conflict', `The world ${name} cannot be removed: reset it instead`)
    }
    this.#worlds.delete(name)
    world.release()
    this.#told(world, 'world-removed')
  }

  /**
   * Changes what every world starts with, and resets them to it; throws a ControlError, and changes nothing, where there is
   * no room for the starting pets.
   */
  reseed(change: Partial<WorldSeed>): void {
    const seed = { ...this.#seed, ...change }
    checkRoom(seed, this.#ports, this.#worlds.size)
    this.#seed = seed
    for (const world of this.list()) world.release()
    for (const world of this.list()) world.reseed(change)
  }

  #add(name: string, seed: WorldSeed): World {
    this.#checkNew(name)
    const world = new World(name, seed, this.#ports, this.events)
    this.#worlds.set(name, world)
    this.#told(world, 'world-created')
    return world
  }

  #checkNew(name: string): void {
    checkInput('createWorld', { body: { name } })
    if (this.#worlds.has(name)) throw new ControlError('conflict', `The world ${name} exists already`)
    if (this.#worlds.size >= MOST_WORLDS) {
      throw new ControlError('conflict', `There are ${MOST_WORLDS} worlds already: remove one first`)
    }
  }

  #told(world: World, what: 'world-created' | 'world-removed'): void {
    const sentence = what === 'world-created' ? `world ${world.name} created` : `world ${world.name} removed`
    const change = { world: world.name, time: world.clock.read().now, what, sentence }
    this.events.emit({ kind: 'change', change })
  }
}

/** The path of a world's base address: `/v1` for the default one, `/{name}/v1` for any other. */
export function basePathOf(name: string): string {
  return name === DEFAULT_WORLD ? '/v1' : `/${name}/v1`
}
