import { DEVIL_KEYS, devilService } from '../devil/devil-service.ts'
import { mixOf } from '../devil/devilries.ts'
import { FREE_KEYS, freeService } from '../free/free-service.ts'
import { socketTransport } from '../../../contract-tests/engine/transport.ts'
import { nowIn, poster } from '../run-over-stranger.ts'
import { KEYS } from '../strangers/strangers.ts'
import { testService } from '../test-service.ts'
import type { Overlay } from '../violations/service.ts'
import { BASE_URL, type TimedService } from './random-client.ts'

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

/** The devil of a seed, which may break a promise. */
export function timedDevil(seed: number, breach?: string): TimedService {
  const { ports, clock } = devilService(mixOf(seed), seed, ['free', 'free'], breach)
  return {
    transport: ports.transport,
    keys: [DEVIL_KEYS.key, DEVIL_KEYS.secondKey],
    now: () => clock.now(),
    advance: (seconds) => {
      clock.advance(seconds)
    },
  }
}

const TIMEOUT_MS = 10_000

/** A stranger that runs in a process of its own, reset; its clock stands still. */
export async function timedStranger(baseUrl: string): Promise<TimedService> {
  const post = poster(baseUrl)
  await post('reset')
  let { now } = nowIn(await post('freeze'))
  const send = socketTransport(TIMEOUT_MS)
  return {
    transport: (request) => send({ ...request, url: baseUrl + request.url.slice(BASE_URL.length) }),
    keys: [KEYS[0], KEYS[1]],
    now: () => now,
    advance: async (seconds) => {
      now = nowIn(await post('advance', { seconds })).now
    },
  }
}
