import { demoKeys } from '../../../fixtures/keys.ts'
import { DEFAULT_PETS, DEFAULT_SEED } from '../../../fixtures/pets.ts'
import { defaultChoices } from '../../../spec/choices.ts'
import type { WorldOptions } from './world-options.ts'
import type { WorldSeed } from './world-state.ts'

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

/** The options of the worlds among those of a mock that starts with so many pets where it is not said. */
export function worldOptionsOf(options: MockOptions): WorldOptions {
  const { time: _time, controlToken: _token, allowOrigins: _origins, memory: _memory, ...world } = options
  return { ...world, pets: world.pets ?? DEFAULT_PETS }
}

/** What options change to the seed of a mock's worlds. */
export const UNCHANGED: WorldSeed = {
  seed: DEFAULT_SEED,
  pets: [],
  keys: demoKeys,
  choices: defaultChoices,
  faults: [],
  limits: true,
}
