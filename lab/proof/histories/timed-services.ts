import { FREE_KEYS, freeService } from '../free/free-service.ts'
import { testService } from '../test-service.ts'
import type { Overlay } from '../violations/service.ts'
import type { TimedService } from './random-client.ts'

/** The mock in this process, with an overlay; its clock stands still. */
export async function timedMock(
  overlay: Overlay,
  options: Parameters<typeof testService>[1],
): Promise<TimedService> {
  const { world, transport } = await testService(overlay, options)
  world.clock.freeze()
  return {
    transport,
    keys: ['free-demo-key', 'free-demo-key-2'],
    now: () => world.clock.read().now,
    advance: (seconds) => world.clock.advance({ seconds }),
  }
}

/** A service that uses its freedom. */
export function timedFree(mix: Parameters<typeof freeService>[0]): TimedService {
  const { transport, control } = freeService(mix)
  let now = Date.UTC(2026, 2, 10, 8, 20, 17)
  return {
    transport,
    keys: [FREE_KEYS.key, FREE_KEYS.secondKey],
    now: () => now,
    advance: (seconds) => {
      now += seconds * 1000
      return control[0].clock.advance({ seconds })
    },
  }
}
