import { DEFAULT_MEMORY, MEGABYTE, Memory } from '../core/memory/memory.ts'
import { checkNamed } from '../core/world/input.ts'
import { OWN_OPTIONS, UNCHANGED, worldOptionsOf } from '../core/world/mock-options.ts'
import { applyAtOnce, WORLD_OPTIONS } from '../core/world/world-options.ts'
import { Worlds } from '../core/world/worlds.ts'
import { onTimers } from '../edge/deliver.ts'
import { memoryPets } from '../stores/memory-pets.ts'
import { memoryWorlds } from '../stores/memory-worlds.ts'
import { BaseAddress } from './base-address.ts'
import { FetchMock, type FetchOptions } from './fetch-mock.ts'

/**
 * The mock without a server: `mock.fetch(request)` resolves with the response. Throws a ControlError or a ChoiceError for a
 * bad option, pets among them that are not at hand: those of another seed than 1, or more than 500, come from `makePets`.
 */
export function createMock(options: FetchOptions = {}, sleep = onTimers): FetchMock {
  const { baseUrl, control = false, ...others } = options
  checkNamed(
    { ...others, control },
    { ...WORLD_OPTIONS, ...OWN_OPTIONS, control: { type: 'boolean' } },
    'The options',
  )
  const address = new BaseAddress(baseUrl)
  const { memory = DEFAULT_MEMORY, time, controlToken: token, allowOrigins = [] } = others
  const stores = memoryWorlds({
    // Looked up each time, for fake timers put another in its place.
    time: time ?? (() => Date.now()),
    createPetStore: memoryPets,
    memory: new Memory(memory * MEGABYTE),
  })
  const worlds = Worlds.begin(applyAtOnce(worldOptionsOf(others), UNCHANGED), stores)
  return new FetchMock(worlds, address, { sleep, control: control ? { token, allowOrigins } : undefined })
}
