// What each kind of request takes from the quota of a key: one, whatever it asks for.
import { limitBounds, operationIds } from '../../spec/operations.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { breachBy, type Breach, missing } from '../engine/verdicts.ts'
import { rateLimitOf } from '../history/headers.ts'
import { isServed } from '../history/history.ts'
import { asLeft, fallsAlsoOfBuckets, fallsOf, type Fall, type Key } from './rate-limits.ts'

/** Requests, or falls of what is left, that are alike in something. */
export interface Kind<One = Exchange> {
  readonly what: string
  readonly has: (one: One) => boolean
}

const askedFor: readonly Kind[] = [
  ...operationIds.map((id) => ({ what: id, has: ({ probe }: Exchange) => probe.operation === id })),
  { what: 'a list with a filter', has: ({ probe }) => probe.path.includes('status=') },
  { what: 'a page of more than the default', has: (one) => limitOf(one) > limitBounds.default },
]

// The wider one of two that hold the same requests comes first.
export const kinds: readonly Kind[] = [
  ...askedFor,
  ...askedFor.map(({ what, has }) => ({
    what: `${what} that is served`,
    has: (one: Exchange) => has(one) && isServed(one),
  })),
  { what: 'a request that is refused', has: ({ status }) => status >= 400 },
]

function ofFalls({ what, has }: Kind): Kind<Fall> {
  return { what, has: ({ exchange }) => has(exchange) }
}

/** What a request costs may depend on the one before it. */
function following({ what, has }: Kind): Kind<Fall> {
  return { what: `a request after ${what}`, has: ({ before }) => has(before) }
}

// So many of a kind that cost more than others are no accident, where others cost one without exception.
export const ENOUGH = 4
const ENOUGH_OTHERS = 10
const ACCIDENT = accident(ENOUGH, ENOUGH_OTHERS)
// How likely it may be that others who use the key have asked beside each request of the kind.
const CHANCE = 0.001

/**
 * The kind of request that costs more than others: a breach where all other requests show that nobody else uses the key,
 * not verified where others do, who may have been there by chance; `undefined` where there is none.
 */
export function costFault(run: Run, caller: Key): Breach | undefined {
  // What has fallen to 0 might have fallen further.
  const falls = fallsAlsoOfBuckets(run, caller).filter(
    ({ from, by, own }) => by > 0 && own === 1 && from > by,
  )
  const alike = [...kinds, ...answered(falls)]
  const candidates = [...alike.map(ofFalls), ...alike.map(following)]
  const dear = candidates.flatMap(({ what, has }) => {
    const own = falls.filter(has)
    return own.length >= ENOUGH && own.every(({ by }) => by > 1) ? [{ what, has, own }] : []
  })
  const [first] = dear
  const others = falls.filter((fall) => !dear.some(({ has }) => has(fall)))
  if (first === undefined) return undefined
  const { what, own } = first
  if (accident(own.length, others.length) > ACCIDENT) return undefined
  const strays = shareOf(others, ({ by }) => by > 1)
  if (strays ** own.length > CHANCE) return undefined
  const expected = `X-RateLimit-Remaining 1 fewer with ${what}, as with other requests`
  const offences = own.map(({ by, before, exchange }) => ({
    actual: `${by} fewer`,
    before: [before],
    exchange,
  }))
  return strays === 0 ? breachBy(expected, offences) : missing('a key that nobody else uses meanwhile')
}

// So often into replies of a kind, and out of them.
const ENOUGH_TURNS = 3

/**
 * Replies of a kind that leave their own request out of what they report, which the next reply counts: each time that others come
 * between them, and never else.
 */
export function lateFault(run: Run, caller: Key): Breach | undefined {
  const falls = fallsOf(run, caller).filter(({ own }) => own === 1)
  for (const { has } of [...answered(falls), ...askedFor]) {
    const turns = Map.groupBy(falls, ({ before, exchange }) =>
      Math.sign(Number(has(exchange)) - Number(has(before))),
    )
    const [into = [], outOf = []] = [turns.get(1), turns.get(-1)]
    const others = turns.get(0) ?? []
    const isLate = into.every(({ by }) => by === 0) && outOf.every(({ by }) => by === 2)
    const isElse = others.length < ENOUGH_OTHERS || others.some(({ by }) => by !== 1)
    if (!isLate || isElse || Math.min(into.length, outOf.length) < ENOUGH_TURNS) continue
    return breachBy('one fewer left than before, for the next reply counts the request', into.map(asLeft))
  }
  return undefined
}

// So often what was left stayed as it was, and fell by what it had not fallen before.
const ENOUGH_STALE = 8

/**
 * Replies that say again what was left before, while the next one counts on: others who use the key as well would take more in all
 * than the run has sent, or would have to come and go each time.
 */
export function staleFault(run: Run, caller: Key): Breach | undefined {
  for (const falls of Map.groupBy(fallsOf(run, caller), windowOf).values()) {
    const stays = falls.filter(({ by, exchange }) => by === 0 && isServed(exchange))
    if (stays.length >= ENOUGH_STALE && areMadeUpFor(falls))
      return breachBy('one fewer left than before', stays.map(asLeft))
  }
  return undefined
}

/** Whether what is left is never behind by more than one request, nor ahead. */
function areMadeUpFor(falls: readonly Fall[]): boolean {
  let behind = 0
  return falls.every(({ own, by }) => {
    behind += own - by
    return behind === 0 || behind === 1
  })
}

function windowOf({ exchange }: Fall): number {
  return rateLimitOf(exchange).reset
}

/**
 * Requests without a key that are charged to a key: each time that some come between two with it, as many more are gone, and never
 * else. They may be charged to whichever key was used last.
 */
export function keylessFault(run: Run, caller: Key): Breach | undefined {
  const falls = fallsOf(run, caller).filter(({ from, by, own }) => own === 1 && from > by)
  for (const isOfAny of [true, false]) {
    const charged = falls.map((fall) => ({ ...fall, keyless: keylessIn(run, fall, isOfAny) }))
    const dear = charged.filter(({ keyless }) => keyless.length > 0)
    const counts = new Set(dear.map(({ keyless }) => keyless.length))
    const isEnough = dear.length >= ENOUGH && charged.length - dear.length >= ENOUGH_OTHERS && counts.size > 1
    if (!isEnough || charged.some(({ by, keyless }) => by !== 1 + keyless.length)) continue
    return breachBy(
      'X-RateLimit-Remaining 1 fewer, for what is sent without a key counts for none',
      dear.map(({ by, keyless, before, exchange }) => ({
        actual: `${by} fewer, over ${keyless.length} without a key`,
        before: [before, ...keyless],
        exchange,
      })),
    )
  }
  return undefined
}

/** The requests without a key between two with it; those before one with another key alone, unless any count. */
function keylessIn({ session: { exchanges } }: Run, fall: Fall, isOfAny: boolean): readonly Exchange[] {
  const between = exchanges.filter(({ id }) => id > fall.before.id && id < fall.exchange.id)
  const other = between.findIndex(({ probe }) => probe.caller !== 'nobody')
  const own = isOfAny || other < 0 ? between : between.slice(0, other)
  // Whoever is let in without a key may be taken for another caller.
  return own.filter((one) => one.probe.caller === 'nobody' && !isServed(one))
}

/** The replies with each status. */
function answered(falls: readonly Fall[]): readonly Kind[] {
  const statuses = new Set(falls.map(({ exchange }) => exchange.status))
  return Array.from(statuses, (one) => ({
    what: `a request that is answered with ${one}`,
    has: ({ status }) => status === one,
  }))
}

/**
 * How likely it is at the most that somebody else has asked beside each request of a kind, and beside no other, however often
 * they ask.
 */
function accident(own: number, others: number): number {
  const share = own / (own + others)
  return share ** own * (1 - share) ** others
}

function shareOf(falls: readonly Fall[], has: (fall: Fall) => boolean): number {
  return falls.filter(has).length / falls.length
}

function limitOf({ probe }: Exchange): number {
  return Number(/[?&]limit=(\d+)/.exec(probe.path)?.[1])
}
