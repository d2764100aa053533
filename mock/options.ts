import { randomBytes } from 'node:crypto'
import { demoKeys } from '../fixtures/keys.ts'
import { DEFAULT_PETS, DEFAULT_SEED } from '../fixtures/pets.ts'
import { defaultChoices } from '../spec/index.ts'
import { applyOptions, WORLD_OPTIONS, type WorldOptions } from './core/world/world-options.ts'
import { checkFunction, checkText } from './core/world/control-error.ts'
import type { Ports, WorldSeed } from './core/world/world-state.ts'
import { Worlds } from './core/world/worlds.ts'
import { memoryPets } from './stores/memory-pets.ts'

/** What a mock is started with. Its worlds start with seed 1, 100 pets, the demo keys, the default choices, and limits on. */
export interface MockOptions extends WorldOptions {
  /** The time outside, Unix milliseconds; the machine's clock where it is not said. */
  readonly time?: (() => number) | undefined
  /** What a request to the control API must present when it does not come from this machine; random where it is not said. */
  readonly controlToken?: string | undefined
}

/** The names of the options of a mock. */
export const MOCK_OPTIONS = [...WORLD_OPTIONS, 'time', 'controlToken']

const DEFAULTS: WorldSeed = {
  seed: DEFAULT_SEED,
  pets: [],
  keys: demoKeys,
  choices: defaultChoices,
  faults: [],
  limits: true,
}

/** The seed of the worlds that options describe; throws a ControlError or a ChoiceError for a bad value. */
export async function seedOf(options: MockOptions): Promise<WorldSeed> {
  if (options.time !== undefined) checkFunction('time', options.time)
  if (options.controlToken !== undefined) checkText('controlToken', options.controlToken)
  return await applyOptions({ ...options, pets: options.pets ?? DEFAULT_PETS }, DEFAULTS)
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
  return new Worlds(await seedOf(options), { time: options.time ?? Date.now, createPetStore })
}
