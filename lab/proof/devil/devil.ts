/**
 * A conforming pet store that takes, at each freedom the document leaves, what is most likely to mislead a tester.
 * Written from the document alone, by somebody who has not seen the rest of this repository.
 *
 * Pure and seeded: the same mix, seed and requests in the same order give the same replies.
 */
import type { Key } from './accounts.ts'
import type { Flight } from './breaker.ts'
import { Choices, type Mix } from './devilries.ts'
import { Chance } from './random.ts'
import { Service } from './service.ts'
import type { DevilReply } from './reply.ts'
import type { DevilRequest } from './request.ts'

export { devilries, mixOf, nameOf, type Mix } from './devilries.ts'
export { breaches, type Breach, type BreachName } from './breaches.ts'
export type { DevilReply } from './reply.ts'
export type { DevilRequest } from './request.ts'

export interface Devil {
  /** Answers one request; may resolve late and in another order than requests came. */
  answer(request: DevilRequest): Promise<DevilReply>
  /** The time as the client knows it; that of the service may be some seconds off. */
  readonly clock: { now(): number; advance(seconds: number): void }
  setRemaining(key: string, left: { minute?: number; day?: number }): void
}

export interface DevilOptions {
  readonly keys: readonly Key[]
  /** Yields once. */
  readonly turn?: () => Promise<void>
  /** The name of one of `breaches`. */
  readonly breach?: string
}

const STARTS: Readonly<Record<string, number>> = {
  midday: Date.UTC(2027, 4, 11, 12, 0, 20),
  'minute-end': Date.UTC(2027, 4, 11, 12, 0, 59, 200),
  'day-end': Date.UTC(2027, 11, 31, 23, 59, 57),
  'before-removal': Date.UTC(2030, 11, 4, 23, 59, 50),
  'after-removal': Date.UTC(2031, 1, 1),
}

export function devil(mix: Mix, seed: number, options: DevilOptions): Devil {
  const choices = new Choices(mix, seed)
  const chance = new Chance('turns', seed)
  const turn = options.turn ?? (() => Promise.resolve())
  const pace = Number(choices.of('pace'))
  const off = Number(choices.of('clockOff')) * 1000
  let now = STARTS[choices.of('start')] ?? 0
  const service = new Service(mix, seed, options.keys, options.breach, () => now + off)
  const underWay = new Set<Flight>()

  const turns = async (most: number): Promise<void> => {
    for (let i = chance.int(most + 1); i > 0; i--) await turn()
  }

  const answer = async (request: DevilRequest): Promise<DevilReply> => {
    const flight: Flight = {
      peers: new Set(underWay),
      key: undefined,
      counted: false,
      created: undefined,
      read: undefined,
    }
    for (const peer of underWay) peer.peers.add(flight)
    underWay.add(flight)
    const replies = choices.of('replies')
    // One turn at least, so that requests sent together are under way together.
    await turn()
    if (replies !== 'at-once') await turns(replies === 'slow' ? 3 : 8)
    const reply = service.handle(request, flight)
    now += pace
    if (replies !== 'at-once') await turns(replies === 'slow' ? 12 : 8)
    underWay.delete(flight)
    return reply
  }

  return {
    answer,
    clock: {
      now: () => now,
      advance: (seconds) => {
        now += seconds * 1000
      },
    },
    setRemaining: (key, left) => {
      service.setRemaining(key, left)
    },
  }
}
