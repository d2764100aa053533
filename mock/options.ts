import { randomBytes } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import { HIGHEST_PORT } from './address.ts'
import { NON_EMPTY_TEXT } from '../spec/value-problems.ts'
import { DEFAULT_MEMORY, MEGABYTE, Memory } from './core/memory/memory.ts'
import { throwInvalid } from './core/world/control-error.ts'
import { checkNamed } from './core/world/input.ts'
import { OWN_OPTIONS, UNCHANGED, worldOptionsOf, type MockOptions } from './core/world/mock-options.ts'
import { applyOptions, WORLD_OPTIONS } from './core/world/world-options.ts'
import type { Ports, WorldSeed } from './core/world/world-state.ts'
import { Worlds } from './core/world/worlds.ts'
import { memoryPets } from './stores/memory-pets.ts'
import { memoryWorlds } from './stores/memory-worlds.ts'

export type { MockOptions }

/** The heap that Node gives this process, in megabytes, and how much of it may be filled: the rest is for the work itself. */
const HEAP = Math.floor(getHeapStatistics().heap_size_limit / MEGABYTE)
const MOST_MEMORY = Math.floor(HEAP * 0.7)

/** Where a mock of its own keeps its state, besides. */
const STORE = { store: NON_EMPTY_TEXT }

/** Where a mock of its own listens. */
const ADDRESS = { port: { type: 'integer', minimum: 0, maximum: HIGHEST_PORT }, host: NON_EMPTY_TEXT }

/** Refuses an option of a mock that has no server of its own, or that has; throws a ControlError. */
export function checkOptions(options: MockOptions, listens: boolean): void {
  const known = { ...WORLD_OPTIONS, ...OWN_OPTIONS, ...(listens && { ...ADDRESS, ...STORE }) }
  checkNamed(options, known, 'The options')
}

/** The seed of the worlds that options describe; throws a ControlError or a ChoiceError for a bad value, as `applyOptions` does. */
export async function seedOf(options: MockOptions, room?: number): Promise<WorldSeed> {
  return await applyOptions(worldOptionsOf(options), UNCHANGED, room)
}

/** A token that nobody guesses. */
export function newToken(): string {
  return randomBytes(16).toString('base64url')
}

/** What worlds run on, where something else is put in the place of the usual. */
export type WorldPorts = Partial<Pick<Ports, 'createPetStore'>>

/** The worlds that options describe, without a way in; rejects like `seedOf`. */
export async function createWorlds(options: MockOptions = {}, ports: WorldPorts = {}): Promise<Worlds> {
  const { createPetStore = memoryPets } = ports
  const memory = budgetOf(options)
  // The default world and staging start alike.
  const seed = await seedOf(options, memory.worlds.bytes / 2)
  // Looked up each time, for fake timers put another in its place.
  const time = options.time ?? (() => Date.now())
  return Worlds.begin(seed, memoryWorlds({ time, createPetStore, memory }))
}

/** Worlds that other mocks share, and how to leave them. */
export interface SharedWorlds {
  readonly worlds: Worlds<true>
  readonly close: () => void
}

/**
 * The worlds that are kept at an address, in Redis; those that are missing begin as the options say. Rejects like `seedOf`, and
 * with a ControlError where the store cannot be used.
 */
export async function openWorlds(options: MockOptions, address: string): Promise<SharedWorlds> {
  if (options.time) throwInvalid('time cannot be said with a store: all that share one go by its clock')
  const memory = budgetOf(options)
  const seed = await seedOf(options, memory.worlds.bytes / 2)
  const { openRedis } = await import('./stores/redis/open-redis.ts')
  const { stores, explained, close } = await openRedis(address, memory)
  try {
    return { worlds: await Worlds.begin(seed, stores), close }
  } catch (error) {
    close()
    throw explained(error)
  }
}

function budgetOf(options: MockOptions): Memory {
  const { memory = Math.min(DEFAULT_MEMORY, MOST_MEMORY) } = options
  if (memory > MOST_MEMORY) {
    throwInvalid(
      `memory must be at most ${MOST_MEMORY} (MB) here, for Node gives this process a heap of ${HEAP} MB; NODE_OPTIONS=--max-old-space-size=${Math.ceil(memory / 0.7)} gives it more`,
    )
  }
  return new Memory(memory * MEGABYTE)
}
