// Minutes that last longer than one, which shows without any clock of the service's.
import { rateLimitOf } from './headers.ts'
import { countUpTo, type Finding, isServed, type RecordedExchange, type Rule } from './history.ts'
import { type KeyHistory, requestsWith, unsharedKeys } from './key-histories.ts'
import { type Figures, isOfMinute, plansOf, speaksOfLimit } from './plans.ts'
import { endsAfter, figuresShown, MINUTE_MS, ROUNDING_S } from './readings.ts'
import { hasEnd } from './waits.ts'

const MINUTE_S = 60
/** How long after a reply its request counts in no minute any more; one that rolls may give back once a second. */
export const SURELY_OVER_MS = MINUTE_MS + 2 * ROUNDING_S * 1000

/**
 * What was served more than a minute ago counts no more, in a window of any kind. So no window has two replies that are further
 * apart. And where each reply begins a minute of its own, and over more than one of them Remaining has fallen by each request, nothing
 * was given back, and the minute never ends.
 */
export const minutesEnd: Rule = (history) =>
  history.isExcerpt === true
    ? []
    : unsharedKeys(history).flatMap((key): readonly Finding[] => {
        const figures = plansOf(history.plans?.get(key.caller), key.own.filter(speaksOfLimit))
        return [...longest(key, figures), ...prolonged(key, figures, requestsWith(key.caller, history))]
      })

/** The first two replies of one Reset that lie more than a minute apart. */
function longest({ own }: KeyHistory, figures: readonly Figures[]): readonly Finding[] {
  const served = own.filter((one) => isServed(one) && hasEnd(one) && isOfMinute(figures, rateLimitOf(one)))
  for (const replies of Map.groupBy(served, (one) => rateLimitOf(one).reset).values()) {
    const [first] = replies
    const last = first && replies.find(({ sent }) => sent - first.received >= SURELY_OVER_MS)
    if (first === undefined || last === undefined) continue
    return [
      {
        clause: 'LIMIT-4',
        alternatives: ['LIMIT-5', 'LIMIT-10'],
        expected: 'another X-RateLimit-Reset after a minute',
        actual: `the same ${secondsBetween(first, last)} s later`,
        steps: [first, last].map((exchange) => ({ exchange, shows: figuresShown(exchange) })),
      },
    ]
  }
  return []
}

function secondsBetween(first: RecordedExchange, last: RecordedExchange): number {
  return Math.round((last.sent - first.received) / 1000)
}

function prolonged(
  key: KeyHistory,
  figures: readonly Figures[],
  all: readonly RecordedExchange[],
): readonly Finding[] {
  const stretch = prolongedIn(key, figures, all)
  const [first, last] = [stretch[0], stretch.at(-1)]
  if (first === undefined || last === undefined) return []
  return [
    {
      clause: 'LIMIT-10',
      alternatives: ['LIMIT-4', 'LIMIT-5'],
      expected: `requests given back after a minute: the first of these was answered ${secondsBetween(first, last)} s before`,
      actual: `one fewer left with each request, ${rateLimitOf(last).remaining} now`,
      steps: stretch.map((exchange) => ({ exchange, shows: figuresShown(exchange) })),
    },
  ]
}

/**
 * The first stretch of a key's requests that is longer than a minute, and in which each began a minute and none was given back; no
 * other of `all` with the key, as under a scheme in another case, was sent meanwhile.
 */
function prolongedIn(
  { own, order }: KeyHistory,
  figures: readonly Figures[],
  all: readonly RecordedExchange[],
): readonly RecordedExchange[] {
  // What was sent again may have been counted twice.
  if (own.some(({ tries = 1 }) => tries > 1)) return []
  const times = own.map(({ received }) => received)
  const ids = all.map(({ id }) => id)
  for (const [at, last] of own.entries()) {
    const from = countUpTo(times, last.sent - SURELY_OVER_MS) - 1
    const first = own[from]
    if (first === undefined || order.beside(first) > 0 || order.beside(last) > 0) continue
    const fall = rateLimitOf(first).remaining - rateLimitOf(last).remaining
    if (fall !== at - from) continue
    const stretch = own.slice(from, at + 1)
    if (countUpTo(ids, last.id) - countUpTo(ids, first.id) !== at - from) continue
    const isOneMeter = stretch.every((one) => isServed(one) && isOfMinute(figures, rateLimitOf(one)))
    if (isOneMeter && stretch.length > 2 && stretch.every((one) => endsAfter(one, MINUTE_S))) return stretch
  }
  return []
}
