import type { World } from '../../core/world/world.ts'
import { basePathOf } from '../../core/world/worlds.ts'
import type { World as WorldView } from '../../client/generated/wire.ts'
import { viewClock } from './view-clock.ts'

/** A world as it goes over the wire; `mount` is the path that the mock stands at. */
export function viewWorld(world: World, mount: string): WorldView {
  return {
    name: world.name,
    basePath: mount + basePathOf(world.name),
    pets: world.petCount,
    keys: world.keys.size,
    clock: viewClock(world.clock.read()),
    limits: world.limits.on,
    faults: world.faults.list().length,
  }
}
