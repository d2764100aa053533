import { randomBytes } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import { HIGHEST_PORT, ORIGINS } from './address.ts'
import { demoKeys } from '../fixtures/keys.ts'
import { DEFAULT_PETS, DEFAULT_SEED } from '../fixtures/pets.ts'
import { defaultChoices, NON_EMPTY_TEXT } from '../spec/index.ts'
import { DEFAULT_MEMORY, LEAST_MEMORY, MEGABYTE, Memory } from './core/memory/memory.ts'
import { throwInvalid } from './core/world/control-error.ts'
import { checkNamed } from './core/world/input.ts'
import { applyOptions, WORLD_OPTIONS, type WorldOptions } from './core/world/world-options.ts'
import type { Ports, WorldSeed } from './core/world/world-state.ts'
import { Worlds } from './core/world/worlds.ts'
import { memoryPets } from './stores/memory-pets.ts'

/** What a mock is started with. Its worlds start with seed 1, 100 pets, the demo keys, the default choices, and limits on. */
export interface MockOptions extends WorldOptions {
  /** The time outside, Unix milliseconds; the machine's clock where it is not said. */
  readonly time?: (() => number) | undefined
  /** What pets, journals and unread replies may fill, in megabytes, all worlds together; 512 where it is not said. */
  readonly memory?: number | undefined
  /** Pages of these origins may use the control API; no page of another origin where it is not said. */
  readonly allowOrigins?: readonly string[] | undefined
  /** What a request to the control API must present when it does not come from this machine; random where it is not said. */
  readonly controlToken?: string | undefined
}

/** The heap that Node gives this process, in megabytes, and how much of it may be filled: the rest is for the work itself. */
const HEAP = Math.floor(getHeapStatistics().heap_size_limit / MEGABYTE)
const MOST_MEMORY = Math.floor(HEAP * 0.7)

/** The options of a mock besides those of its worlds. */
export const OWN_OPTIONS = {
  time: { type: 'function' },
  controlToken: NON_EMPTY_TEXT,
  memory: { type: 'integer', minimum: LEAST_MEMORY },
  allowOrigins: ORIGINS,
}

/** Where a mock of its own listens. */
const ADDRESS = { port: { type: 'integer', minimum: 0, maximum: HIGHEST_PORT }, host: NON_EMPTY_TEXT }

/** Refuses an option of a mock that has no server of its own, or that has; throws a ControlError. */
export function checkOptions(options: MockOptions, listens: boolean): void {
  const known = { ...WORLD_OPTIONS, ...OWN_OPTIONS, ...(listens && ADDRESS) }
  checkNamed(options, known, 'The options')
}

const DEFAULTS: WorldSeed = {
  seed: DEFAULT_SEED,
  pets: [],
  keys: demoKeys,
  choices: defaultChoices,
  faults: [],
  limits: true,
}

/** The seed of the worlds that options describe; throws a ControlError or a ChoiceError for a bad value, as `applyOptions` does. */
export async function seedOf(options: MockOptions, room?: number): Promise<WorldSeed> {
  const { time: _time, controlToken: _token, allowOrigins: _origins, memory: _memory, ...world } = options
  return await applyOptions({ ...world, pets: world.pets ?? DEFAULT_PETS }, DEFAULTS, room)
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
  const { memory = Math.min(DEFAULT_MEMORY, MOST_MEMORY) } = options
  if (memory > MOST_MEMORY) {
    throwInvalid(
      `memory must be at most ${MOST_MEMORY} (MB) here, for Node gives this process a heap of ${HEAP} MB; NODE_OPTIONS=--max-old-space-size=${Math.ceil(memory / 0.7)} gives it more`,
    )
  }
  const budget = new Memory(memory * MEGABYTE)
  // The default world and staging start alike.
  return new Worlds(await seedOf(options, budget.worlds.bytes / 2), {
    // Looked up each time, for fake timers put another in its place.
    time: options.time ?? (() => Date.now()),
    createPetStore,
    memory: budget,
  })
}
