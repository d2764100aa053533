import { createExpressApp } from '../create-app.ts'
import { listen, type Timeouts } from '../listen.ts'
import type { Sleep } from '../send-harmed.ts'
import type { PetStore } from '../../core/pets/pet-store.ts'
import { Worlds } from '../../core/world/worlds.ts'
import { startMock, type MockOptions } from '../../index.ts'
import { Mock } from '../../mock.ts'
import { seedOf } from '../../options.ts'
import { memoryPets } from '../../stores/memory-pets.ts'

/** The time at which test services stand still: 40 seconds before the minute ends, and in the middle of a day. */
export const NOW = Date.UTC(2026, 0, 15, 10, 30, 20)

/** Starts a mock whose time stands still until its clock is moved. */
export function start(options: MockOptions = {}): Promise<Mock> {
  return startMock({ port: 0, time: () => NOW, ...options })
}

/** What a service runs on, where a test puts something else in the place of the usual. */
export interface TestPorts {
  readonly createPetStore?: () => PetStore
  readonly sleep?: Sleep
  readonly timeouts?: Timeouts
}

/** Starts a mock on ports of one's own. */
export async function startOn(ports: TestPorts, options: MockOptions = {}): Promise<Mock> {
  const { createPetStore = memoryPets, sleep, timeouts } = ports
  const time = options.time ?? ((): number => NOW)
  const worlds = new Worlds(await seedOf(options), { time, createPetStore })
  const app = createExpressApp(worlds, { token: 'test' }, sleep)
  return new Mock(worlds, await listen(app, worlds, '127.0.0.1', 0, timeouts), 'test')
}
