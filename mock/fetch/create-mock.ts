import { machineTime } from '../../spec/machine-time.ts'
import { DEFAULT_MEMORY, MEGABYTE, Memory } from '../core/memory/memory.ts'
import { local } from '../core/world/control-types.ts'
import { checkNamed, refuseOptions } from '../core/world/input.ts'
import { UNCHANGED, worldOptionsOf } from '../core/world/mock-options.ts'
import { applyAtOnce } from '../core/world/world-options.ts'
import { onTimers } from '../edge/deliver.ts'
import { memoryPets } from '../stores/memory-pets.ts'
import { beginInMemory } from '../stores/memory-worlds.ts'
import { BaseAddress } from './base-address.ts'
import { FetchControls, type FetchMock, type FetchOptions } from './fetch-mock.ts'

/** Options that only a mock with a server has. */
const OF_A_SERVER = ['port', 'host', 'store']

/**
 * Creates a mock without a server: `mock.fetch(request)` resolves with the response. Throws a ControlError or a ChoiceError
 * for a bad option. Only the first 500 pets of seed 1 are built in: make others with `makePets` and pass them as `pets`.
 */
export function createMock(options: FetchOptions = {}, sleep = onTimers): FetchMock {
  const { baseUrl, control = false, ...others } = options
  refuseOptions(options, OF_A_SERVER, 'startMock of petstore-mock')
  checkNamed('FetchOptions', { ...others, control }, 'The options')
  const address = new BaseAddress(baseUrl)
  const { memory = DEFAULT_MEMORY, time, controlToken: token, allowOrigins = [] } = others
  const worlds = beginInMemory(applyAtOnce(worldOptionsOf(others), UNCHANGED), {
    time: time ?? machineTime,
    createPetStore: memoryPets,
    memory: new Memory(memory * MEGABYTE),
  })
  return local(
    new FetchControls(worlds, address, { sleep, control: control ? { token, allowOrigins } : undefined }),
  )
}
