import { Events } from '../core/journal/events.ts'
import type { AtOnce } from '../core/message/awaitable.ts'
import { keyIdentifier, type KeySecret } from '../core/message/key-id.ts'
import type { Request } from '../core/message/request.ts'
import type { Share } from '../core/memory/memory.ts'
import type { Caller } from '../core/limits/caller.ts'
import type { RequestContext } from '../core/request/request-context.ts'
import { local, type LocalWorlds } from '../core/world/control-types.ts'
import { cachedSeedTraits } from '../core/world/seed-traits.ts'
import {
  restoreState,
  createSnapshot,
  snapshotText,
  writePets,
  type CheckedWorld,
  type SavedWorld,
  type SettingsKept,
  type Snapshot,
} from '../core/world/snapshot.ts'
import {
  checkRoom,
  freshState,
  type LocalState,
  type Ports,
  type SeedPorts,
  type WorldSeed,
  type WorldState,
} from '../core/world/world-state.ts'
import type { Counts, KeysMet, Publish, WorldStore, WorldStores } from '../core/world/world-store.ts'
import { Worlds } from '../core/world/worlds.ts'

/** The worlds of a seed in the memory of this process, which answers at once. */
export function beginInMemory(seed: WorldSeed, ports: Ports): LocalWorlds {
  const worlds = Worlds.begin(seed, memoryWorlds(ports))
  if (worlds instanceof Promise) throw new TypeError('worlds in memory begin at once')
  return local(worlds)
}

/** Worlds in the memory of this process. */
export function memoryWorlds(given: Ports): AtOnce<WorldStores> {
  const ports = { ...given, traitsOf: cachedSeedTraits() }
  const worlds = new Map<string, MemoryWorld>()
  return {
    time: ports.time,
    memory: ports.memory,
    events: new Events(),
    keyId: keyIdentifier(newKeySecret),
    ready: () => undefined,
    names: () => [...worlds.keys()],
    has: (name) => worlds.has(name),
    create: (name, seed, publish) => {
      const world = new MemoryWorld(seed, ports, publish)
      worlds.set(name, world)
      return world
    },
    open: (name) => {
      const world = worlds.get(name)
      if (!world) throw new RangeError(`no world ${name}`)
      return world
    },
    remove: (name) => {
      worlds.delete(name)
    },
    checkRoom: (seed, names) => {
      const others = [...worlds].filter(([name]) => !names.includes(name))
      const taken = others.reduce((sum, [, { allocated }]) => sum + allocated, 0)
      checkRoom(seed, ports, (ports.memory.worlds.bytes - taken) / names.length)
    },
  }
}

/** A secret for the ids of keys. */
export function newKeySecret(): KeySecret {
  const words = Array.from(crypto.getRandomValues(new Uint32Array(2)))
  return words.map((word) => word.toString(16).padStart(8, '0')).join('')
}

/** A world in the memory of this process. A step runs at once, and once. */
class MemoryWorld implements WorldStore {
  readonly #ports: SeedPorts
  readonly #publish: Publish
  /** Its share of the memory. */
  #share: Share
  #seed: WorldSeed
  /** The snapshot that it starts from instead of the seed. */
  #start: CheckedWorld | undefined
  #state: LocalState

  /** Throws a ControlError if there is no room for the starting pets. */
  constructor(seed: WorldSeed, ports: SeedPorts, publish: Publish) {
    this.#ports = ports
    this.#publish = publish
    this.#seed = seed
    this.#share = ports.memory.worlds.open()
    this.#state = this.#fresh()
  }

  get lastState(): LocalState {
    return this.#state
  }

  /** The bytes that no other world can have. */
  get allocated(): number {
    return this.#share.allocated
  }

  enter(
    _request: Request,
    step: (state: WorldState) => RequestContext<WorldState>,
  ): RequestContext<WorldState> {
    return step(this.#state)
  }

  changeCaller<Result>(
    { caller, state }: RequestContext<WorldState>,
    step: (caller: Caller, state: WorldState) => Result,
  ): Result {
    return step(caller, state)
  }

  changeCallerSoon({ caller }: RequestContext<WorldState>, step: (caller: Caller) => void): void {
    step(caller)
  }

  monotonicTime(at = performance.now()): number {
    return at
  }

  change<Result>(_keys: KeysMet, step: (state: LocalState) => Result): Result {
    return step(this.#state)
  }

  /** A request that is under way ends in the state that it met, so none sees half a reset. */
  reset(): Counts {
    this.#state.journal.close()
    this.#share.freeAll()
    this.#state = this.#fresh()
    return countsOf(this.#state)
  }

  restore(saved: SavedWorld, isStart: boolean, pets = writePets(saved)): Counts {
    // Of the pets, all that is still read is written.
    const checked = { saved: { ...saved, pets: [] }, pets }
    const before = this.#share.held
    this.#share.freeAll()
    try {
      const state = restoreState(checked, this.#ports, this.#share, this.#publish)
      this.#state.journal.close()
      this.#state = state
    } catch (error) {
      this.#share.freeAll()
      this.#share.allocate(before)
      throw error
    }
    if (isStart) {
      this.#start = checked
      this.#share.guarantee()
    }
    return countsOf(this.#state)
  }

  reseed(change: Partial<WorldSeed>): Counts {
    this.release()
    this.#share = this.#ports.memory.worlds.open()
    this.#seed = { ...this.#seed, ...change }
    this.#start = undefined
    return this.reset()
  }

  snapshot(): Snapshot {
    return createSnapshot(this.#state)
  }

  snapshotText(kept?: SettingsKept): Iterable<string> {
    return snapshotText(this.#state, kept)
  }

  release(): void {
    this.#state.journal.close()
    this.#share.end()
  }

  #fresh(): LocalState {
    try {
      const [ports, share, publish] = [this.#ports, this.#share, this.#publish]
      const state = this.#start
        ? restoreState(this.#start, ports, share, publish)
        : freshState(this.#seed, ports, share, publish)
      this.#share.guarantee()
      return state
    } catch (error) {
      this.#share.end()
      throw error
    }
  }
}

function countsOf({ pets, callers }: LocalState): Counts {
  return { pets: pets.size, keys: callers.keys.size }
}
