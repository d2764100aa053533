import type { Random } from '../core/settings/random.ts'
import type { Client } from './clients.ts'
import type { Fetch } from './ports.ts'
import type { Happening } from './scenario-event.ts'
import type { WorldTime } from './world-time.ts'

/** What a client has to do, and what its programs share. Times in milliseconds of the world. */
export interface Job {
  readonly client: Client
  readonly key: string
  readonly baseUrl: string
  /** How many requests are to be served. */
  readonly requests: number
  /** From one request of a program to its next. */
  readonly pace: number
  /** When the work is given up. */
  readonly deadline: number
  readonly random: Random
  readonly time: WorldTime
  readonly fetch: Fetch
  readonly signal: AbortSignal
  /** When the ban of the key ends; `undefined` when it is not banned. */
  readonly bannedUntil: () => Promise<number | undefined>
  readonly note: (happening: Happening) => void
  readonly tally: Tally
}

/** How far a client has come. */
export interface Tally {
  /** Requests that one of its programs has taken on. */
  taken: number
  sent: number
  served: number
  refused: number
  bannedUntil: number
}

export function newTally(): Tally {
  return { taken: 0, sent: 0, served: 0, refused: 0, bannedUntil: 0 }
}
