import { randomBytes } from 'node:crypto'
import { machineTime } from '../spec/machine-time.ts'
import { DEFAULT_MEMORY, MEGABYTE, Memory } from './core/memory/memory.ts'
import type { LocalWorlds, SharedWorlds } from './core/world/control-types.ts'
import { throwInvalid } from './core/world/control-error.ts'
import { checkNamed, refuseOptions } from './core/world/input.ts'
import { UNCHANGED, worldOptionsOf, type MockOptions } from './core/world/mock-options.ts'
import { applyOptions } from './core/world/world-options.ts'
import type { Ports, WorldSeed } from './core/world/world-state.ts'
import { memoryProblem, MOST_MEMORY } from './heap.ts'
import { memoryPets } from './stores/memory-pets.ts'
import { beginInMemory } from './stores/memory-worlds.ts'

export type { MockOptions }

/** Refuses a bad option of a mock that has no server of its own, or that has; throws a ControlError. */
export function checkOptions(options: MockOptions, listens: boolean): void {
  refuseOptions(options, ['baseUrl'], 'createMock of petstore-mock/fetch')
  checkNamed(listens ? 'StartOptions' : 'MockOptions', options, 'The options')
}

/** The seed of the worlds of a mock. Throws a ControlError or a ChoiceError for a bad value, as `applyOptions` does. */
export async function seedOf(options: MockOptions, room?: number): Promise<WorldSeed> {
  return await applyOptions(worldOptionsOf(options), UNCHANGED, room)
}

/** A random token of 128 bits. */
export function newToken(): string {
  return randomBytes(16).toString('base64url')
}

/** Ports of worlds that a test may replace. */
export type WorldPorts = Partial<Pick<Ports, 'createPetStore'>>

/** The worlds that options describe, without a server. Rejects like `seedOf`. */
export async function createWorlds(options: MockOptions = {}, ports: WorldPorts = {}): Promise<LocalWorlds> {
  const { createPetStore = memoryPets } = ports
  const memory = budgetOf(options)
  const seed = await seedOf(options, roomOfWorld(memory))
  const time = options.time ?? machineTime
  return beginInMemory(seed, { time, createPetStore, memory })
}

/** Worlds in a shared store, and a function that closes the connection to it. */
export interface OpenWorlds {
  readonly worlds: SharedWorlds
  readonly close: () => void
}

/**
 * The worlds that Redis stores at an address. Worlds that are missing there start as the options say. Rejects like `seedOf`,
 * and with a ControlError if the store cannot be used.
 */
export async function openWorlds(options: MockOptions, address: string): Promise<OpenWorlds> {
  if (options.time) throwInvalid('time cannot be said with a store: all that share one go by its clock')
  const memory = budgetOf(options)
  const seed = await seedOf(options, roomOfWorld(memory))
  const { openRedis } = await import('./stores/redis/open-redis.ts')
  const { begin, explained, close } = await openRedis(address, memory)
  try {
    return { worlds: await begin(seed), close }
  } catch (error) {
    close()
    throw explained(error)
  }
}

/** How much a world may start with, in bytes, and of how many megabytes in all. Throws a ControlError for a bad `memory`. */
export function startingRoom(options: Pick<MockOptions, 'memory'>): { bytes: number; megabytes: number } {
  return { bytes: roomOfWorld(budgetOf(options)), megabytes: megabytesOf(options) }
}

/** The default world and staging both start with the same, so each may have half of the budget. */
function roomOfWorld(memory: Memory): number {
  return memory.worlds.bytes / 2
}

function megabytesOf({
  memory = Math.min(DEFAULT_MEMORY, MOST_MEMORY),
}: Pick<MockOptions, 'memory'>): number {
  return memory
}

function budgetOf(options: Pick<MockOptions, 'memory'>): Memory {
  const memory = megabytesOf(options)
  const problem = memoryProblem(memory)
  if (problem !== undefined) throwInvalid(`memory ${problem}`)
  return new Memory(memory * MEGABYTE)
}
