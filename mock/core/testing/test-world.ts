import { defaultChoices } from '../../../spec/index.ts'
import { Events } from '../journal/events.ts'
import { World } from '../world/world.ts'
import type { Ports, WorldSeed } from '../world/world-state.ts'

/** The time at which test worlds stand still: 40 seconds before the minute ends, and in the middle of a day. */
export const NOW = Date.UTC(2026, 0, 15, 10, 30, 20)

/** A world of its own: no pets, the key `free` on the plan Free, and a clock that stands still. */
export function testWorld(
  ports: Pick<Ports, 'createPetStore'> & Partial<Ports>,
  seed: Partial<WorldSeed> = {},
): World {
  const whole: WorldSeed = {
    seed: 1,
    pets: [],
    keys: [{ key: 'free', plan: 'free' }],
    choices: defaultChoices,
    faults: [],
    limits: true,
    ...seed,
  }
  return new World('test', whole, { time: () => NOW, ...ports }, new Events())
}
