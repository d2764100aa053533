// A minute's quota that a key is refused before it was served, where the replies speak of the day.
import { type RateLimit, rateLimitOf } from './headers.ts'
import {
  type Finding,
  type History,
  inTime,
  isServed,
  precedes,
  type RecordedExchange,
  refusesKey,
  type Rule,
} from './history.ts'
import { type KeyHistory, unsharedKeys } from './key-histories.ts'
import { SURELY_OVER_MS } from './long-minutes.ts'
import { type Figures, figuresOf } from './plans.ts'
import {
  CLOCKS_S,
  endsInAMinute,
  figuresShown,
  isSameWindow,
  MINUTE_MS,
  type Reading,
  readingsOf,
} from './readings.ts'
import { MOST_REFUSALS, refusalsOfOthers } from './refusals.ts'
import { earliestEndOfWait, hasEnd } from './waits.ts'

/**
 * A key is not refused before it was served a minute's quota, where nothing else can refuse it: not the day, of which some are left by
 * the word of the refusal; no ban, as the key never went on before the wait of a refusal was over; and a minute of no kind. Too few
 * requests were sent in the last one for any that is fixed or rolls; a bucket has served more in shorter time before; and a counter
 * that weighs the minute before would have refused sooner, or later.
 */
export const minuteIsServed: Rule = (history) =>
  history.isExcerpt === true
    ? []
    : unsharedKeys(history).flatMap((key): readonly Finding[] => {
        const plan = history.plans?.get(key.caller)
        const [figures] = plan === undefined ? [] : figuresOf(plan)
        const isFirstBase = key.own[0]?.probe.base === undefined
        if (figures === undefined || figures.minute === 'custom' || key.isSet || !isFirstBase) return []
        const refused = key.own.filter(({ status }) => status === 429).slice(0, MOST_REFUSALS)
        const all = refused.length === 0 ? [] : sentBy(key, history)
        const [finding] = refused.flatMap((one) => {
          const day = dayAt(one, key, figures)
          return day === undefined ? [] : shortMinute(key, one, day, all, Number(figures.minute), history)
        })
        return finding === undefined ? [] : [finding]
      })

/**
 * What a refusal says of the day, of which some are left, so that it is not what it was refused by. Of one that speaks of its minute, by
 * the next reply that speaks of the day: nobody used the key meanwhile where that leaves one fewer than the last.
 */
function dayAt(refused: RecordedExchange, { own }: KeyHistory, figures: Figures): RateLimit | undefined {
  const isOfDay = (one: RecordedExchange): boolean => speaksOfDay(one, figures)
  if (isOfDay(refused)) return rateLimitOf(refused)
  if (rateLimitOf(refused).limit !== figures.minute) return undefined
  const next = own.find((one) => isOfDay(one) && isServed(one) && precedes(refused, one))
  if (next === undefined) return undefined
  const { remaining, ...day } = rateLimitOf(next)
  return { ...day, remaining: remaining + 1 }
}

/** Whether a reply surely speaks of the day, of which some are left. */
function speaksOfDay(reply: RecordedExchange, { minute, day }: Figures): boolean {
  const { limit, remaining } = rateLimitOf(reply)
  const isOfDay = limit === day && limit !== minute && !endsInAMinute(reply)
  return isOfDay && remaining > 0 && hasEnd(reply)
}

/** All that may count for a key, be it at another base address, or served without one. */
function sentBy({ caller }: KeyHistory, { exchanges }: History): readonly RecordedExchange[] {
  return exchanges.filter(
    (one) => one.probe.caller === caller || (one.probe.caller === 'nobody' && isServed(one)),
  )
}

function shortMinute(
  key: KeyHistory,
  refused: RecordedExchange,
  day: RateLimit,
  all: readonly RecordedExchange[],
  quota: number,
  history: History,
): readonly Finding[] {
  const since = refused.sent - SURELY_OVER_MS
  const before = all.filter((one) => one !== refused && one.sent <= refused.received)
  const counted = count(before.filter(({ received }) => received > since))
  if (counted >= quota) return []
  const own = key.own.filter((one) => one.sent <= refused.received)
  const readings = readingsOf(own).filter((one) => one.limit === day.limit)
  const first = readings.findLast(({ exchange }) => exchange.received <= since)
  // What others sent with the key counts in the day too.
  if (first === undefined || !isSameWindow(first, day) || first.remaining - day.remaining >= quota) return []
  const ledger = readings.filter((one) => isSameWindow(one, day))
  const refusals = before.filter((one) => one.status === 429)
  if (
    own.some(refusesKey) ||
    hasGoneOn(refusals, before) ||
    mayBeWeighed(ledger, refusals, refused, day, quota)
  )
    return []
  const burst = densestBurst(ledger, quota)
  if (burst === undefined || burst.size <= sizeFor(refused, day, ledger, quota) + ROUNDINGS) return []
  const isOfOthers = refusalsOfOthers(refused, history) > 0
  return [
    {
      clause: 'LIMIT-5',
      alternatives: ['LIMIT-10', 'LIMIT-12', 'LIMIT-3', ...(isOfOthers ? (['LIMIT-11'] as const) : [])],
      expected: `an answer, for ${counted} of the ${quota} requests of a minute were sent in the last one`,
      actual: 'status 429',
      steps: inTime([
        { exchange: burst.first, shows: figuresShown(burst.first) },
        { exchange: burst.last, shows: figuresShown(burst.last) },
        { exchange: first.exchange, shows: figuresShown(first.exchange) },
        { exchange: refused, shows: `status 429, ${figuresShown(refused)}` },
      ]),
    },
  ]
}

function count(exchanges: readonly RecordedExchange[]): number {
  return exchanges.reduce((sum, { tries = 1 }) => sum + tries, 0)
}

/** Whether something was asked with a key before the wait of a refusal was over: then it may be banned. */
function hasGoneOn(refusals: readonly RecordedExchange[], before: readonly RecordedExchange[]): boolean {
  return refusals.some((refusal) => {
    const end = earliestEndOfWait(refusal)
    const isEarly = (one: RecordedExchange): boolean =>
      one !== refusal && one.received > refusal.sent && !(one.sent >= end)
    return before.some(isEarly)
  })
}

// A bucket may be filled once a second, and round up or down.
const ROUNDINGS = 3

/** A row of requests, and how much a bucket must have held when it began: what they took of the day, without what was given back meanwhile. */
interface Burst {
  readonly size: number
  readonly first: RecordedExchange
  readonly last: RecordedExchange
}

/** The row of requests for which a bucket that is refilled evenly must have held the most. */
function densestBurst(ledger: readonly Reading[], quota: number): Burst | undefined {
  let [first, most] = [ledger[0], Number.NEGATIVE_INFINITY]
  let densest: Burst | undefined
  for (const last of ledger) {
    const left = last.remaining + givenBack(last.exchange.sent, quota)
    if (left > most) [first, most] = [last, left]
    const size = 1 + most - last.remaining - givenBack(last.exchange.received, quota)
    if (first !== undefined && size > (densest?.size ?? 0))
      densest = { size, first: first.exchange, last: last.exchange }
  }
  return densest
}

/** How much a bucket must hold for a request that comes after some others. */
function sizeFor(
  refused: RecordedExchange,
  { remaining: left }: RateLimit,
  ledger: readonly Reading[],
  quota: number,
): number {
  return ledger.reduce((most, { exchange, remaining }) => {
    const size = 1 + remaining - left - givenBack(refused.sent - exchange.received, quota)
    return Math.max(most, size)
  }, 1)
}

function givenBack(milliseconds: number, quota: number): number {
  return (milliseconds * quota) / MINUTE_MS
}

const SECOND_MS = 1000

/**
 * Whether a counter that weighs the minute of the calendar before may refuse a request, and have served those before it: it counts so
 * much of that minute as lies in the last sixty seconds.
 */
function mayBeWeighed(
  ledger: readonly Reading[],
  refusals: readonly RecordedExchange[],
  refused: RecordedExchange,
  { remaining: left }: RateLimit,
  quota: number,
): boolean {
  if (namesItsOwnEnd(refused, quota)) return false
  const minute = refused.sent - (refused.sent % MINUTE_MS)
  const near = Array.from({ length: 2 * CLOCKS_S + 1 }, (_none, at) => (at - CLOCKS_S) * SECOND_MS)
  const starts = [minute, minute + MINUTE_MS].flatMap((start) => near.map((off) => start + off))
  return starts.some((start) => {
    if (start > refused.received) return false
    const at = (instant: number): number =>
      ledger.findLast(({ exchange }) => exchange.received <= instant)?.remaining ?? mostIn(ledger)
    const [before, begun] = [at(start - MINUTE_MS), at(start)]
    const weighed = (past: number, instant: number): number =>
      past * (1 - Math.max(0, instant - start) / MINUTE_MS)
    const isPassed = ledger.some(
      ({ exchange: { received }, remaining }) =>
        received > start && weighed(before - begun, received) + begun - remaining > quota + ROUNDINGS,
    )
    // What is refused may count too.
    const late = refusals.filter(({ received }) => received > start - MINUTE_MS)
    const own = late.filter(({ received }) => received > start).length
    const most = weighed(before - begun + late.length - own, refused.sent) + begun - left + own
    return !isPassed && most >= quota - ROUNDINGS
  })
}

/** Whether a refusal says that a minute ends which is none of the calendar, and later than that: such a counter has none. */
function namesItsOwnEnd(refused: RecordedExchange, quota: number): boolean {
  const { limit, reset } = rateLimitOf(refused)
  const end = reset * SECOND_MS
  const off = Math.abs(end - Math.round(end / MINUTE_MS) * MINUTE_MS)
  const isLater = end > Math.ceil(refused.received / MINUTE_MS) * MINUTE_MS
  return limit === quota && isLater && off > CLOCKS_S * SECOND_MS
}

/** What was left of a day before the first request that its replies speak of. */
function mostIn(ledger: readonly Reading[]): number {
  return (ledger[0]?.remaining ?? 0) + 1
}
