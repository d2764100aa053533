import { demoKeys } from '../../../fixtures/keys.ts'
import { DEFAULT_PETS, DEFAULT_SEED } from '../../../fixtures/pets.ts'
import { defaultChoices } from '../../../spec/choices.ts'
import type { WorldOptions } from './world-options.ts'
import type { WorldSeed } from './world-state.ts'

/** The options of a mock. Its worlds start with seed 1, 100 pets, the demo keys, the default choices, and limits on. */
export interface MockOptions extends WorldOptions {
  /** The system time, Unix milliseconds; the machine's clock by default. */
  readonly time?: (() => number) | undefined
  /** The memory for pets, journals and unread replies of all worlds together, in megabytes; 512 by default. */
  readonly memory?: number | undefined
  /** Pages of these origins may use the control API; by default no page of another origin. */
  readonly allowOrigins?: readonly string[] | undefined
  /** The token that requests from other machines to the control API must present; random by default. */
  readonly controlToken?: string | undefined
}

/** The options of the worlds among those of a mock, with the default number of pets. */
export function worldOptionsOf(options: MockOptions): WorldOptions {
  const { time: _time, controlToken: _token, allowOrigins: _origins, memory: _memory, ...world } = options
  return { ...world, pets: world.pets ?? DEFAULT_PETS }
}

/** The default seed of a mock's worlds, which options change. */
export const UNCHANGED: WorldSeed = {
  seed: DEFAULT_SEED,
  pets: [],
  keys: demoKeys,
  choices: defaultChoices,
  faults: [],
  limits: true,
}
