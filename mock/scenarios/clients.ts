import type { Random } from '../core/settings/random.ts'

/** A refusal, as the client sees it. */
export interface RefusedRequest {
  /** The wait that Retry-After asks for, in milliseconds; `undefined` without Retry-After. */
  readonly asked: number | undefined
  /** Refusals in a row, this one included. */
  readonly inARow: number
}

/** A kind of client, with its behaviour under a rate limit. */
export interface Client {
  readonly id: ClientId
  readonly name: string
  /** What it does, in a few words that complete a sentence after its name. */
  readonly does: string
  /** How many programs share its key. */
  readonly programs: number
  /** How long it waits after a refusal, in milliseconds. */
  readonly waitAfter: (refusal: RefusedRequest, random: Random) => number
}

export const clientIds = ['naive', 'polite', 'backoff', 'stampede'] as const
export type ClientId = (typeof clientIds)[number]

const SECOND = 1000
const LONGEST_BACKOFF = 64 * SECOND

/** Added to the wait that was asked for, because no two clocks agree to the millisecond. */
const MARGIN = 100

/** The document promises Retry-After (LIMIT-8); without it a client waits for a second. */
const asAsked = ({ asked = SECOND }: RefusedRequest): number => asked + MARGIN

/** "Full jitter": anything up to a bound that doubles with every refusal in a row. */
const fullJitter = ({ inARow }: RefusedRequest, random: Random): number =>
  random() * Math.min(LONGEST_BACKOFF, SECOND * 2 ** (inARow - 1))

export const clients: Readonly<Record<ClientId, Client>> = {
  naive: {
    id: 'naive',
    name: 'Naive',
    does: 'retries at once',
    programs: 1,
    waitAfter: () => 0,
  },
  polite: {
    id: 'polite',
    name: 'Polite',
    does: 'waits as long as Retry-After says',
    programs: 1,
    waitAfter: asAsked,
  },
  backoff: {
    id: 'backoff',
    name: 'Backoff',
    does: 'doubles its waits, with jitter, and ignores Retry-After',
    programs: 1,
    waitAfter: fullJitter,
  },
  stampede: {
    id: 'stampede',
    name: 'Stampede',
    does: '25 programs share the key and all retry when its limit resets',
    programs: 25,
    waitAfter: asAsked,
  },
}
