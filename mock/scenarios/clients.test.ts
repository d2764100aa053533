import { describe, expect, it } from 'vitest'
import { clients } from './clients.ts'

const half = (): number => 0.5

describe('how long a client waits', () => {
  it.each([
    ['naive', 'not at all, whatever Retry-After says', { asked: 45_000, inARow: 3 }, 0],
    ['polite', 'a little longer than Retry-After says', { asked: 45_000, inARow: 1 }, 45_100],
    ['polite', 'about a second without Retry-After', { asked: undefined, inARow: 9 }, 1100],
    ['stampede', 'a little longer than Retry-After says', { asked: 45_000, inARow: 1 }, 45_100],
    ['backoff', 'up to a second at first, whatever Retry-After says', { asked: 45_000, inARow: 1 }, 500],
    ['backoff', 'up to twice as long after each refusal', { asked: 45_000, inARow: 4 }, 4000],
    ['backoff', 'up to 64 seconds and no longer', { asked: undefined, inARow: 40 }, 32_000],
  ] as const)('%s: %s', (id, _fact, refusal, milliseconds) => {
    expect(clients[id].waitAfter(refusal, half)).toBe(milliseconds)
  })
})
