// What a key is refused.
import type { ClauseId } from '../../spec/clauses.ts'
import { rateLimitOf } from './headers.ts'
import {
  countUpTo,
  type Finding,
  type History,
  inTime,
  isRefusal,
  isServed,
  minimal,
  type RecordedExchange,
  remembering,
  type Rule,
} from './history.ts'
import { type KeyHistory, orderOf, unsharedKeys } from './key-histories.ts'
import { otherWindows } from './other-windows.ts'
import { mostInMinute, plansOf, speaksOfLimit } from './plans.ts'
import { isSameWindow, LONGEST_MINUTE_MS, MINUTE_MS, type Reading, readingsOf } from './readings.ts'
import { earliestEndOfWait, endOfWait, waitShown } from './waits.ts'

// Of a client that hammers on, no more is looked at.
export const MOST_REFUSALS = 100

/** A first refusal, the reply before it that says how many were left, and what rules out that another window refuses. */
interface RefusedByWindow {
  readonly key: KeyHistory
  readonly refused: RecordedExchange
  readonly last: RecordedExchange
  readonly before: Reading
  readonly ruledOut: readonly RecordedExchange[]
}

/** The first refusals of keys that others do not use, by the window of which the reply before them speaks. What follows on one may be a ban. */
export const refusedByTheWindow = remembering((history: History): readonly RefusedByWindow[] =>
  unsharedKeys(history).flatMap((key) => {
    const refusals = key.own.filter(({ status }) => status === 429)
    const isRuledOut = refusals.length > 0 ? otherWindows(key, history) : () => undefined
    return refusals.flatMap((refused): readonly RefusedByWindow[] => {
      const [last] = key.order.before(refused, 1)
      if (last === undefined || isRefusal(last)) return []
      const [before] = readingsOf([last])
      const ruledOut = before && isRuledOut(before, refused)
      return before === undefined || ruledOut === undefined ? [] : [{ key, refused, last, before, ruledOut }]
    })
  }),
)

/** The side of LIMIT-5 that a refusal with some left breaks, if it breaks that clause. */
export const NONE_REFUSED_EARLY = 'no request is refused while some are left'

/**
 * A key is refused for the first time when as many requests were made with it as its last reply said were left: those of another
 * window where that may have been used up before. Where it shows that others use up keys in longer silences, a refusal of a window
 * that is used up by its own word is no breach.
 */
export const refusedWhenSpent: Rule = (history) => {
  const early = refusedEarly(history)
  const areOthers = early.some(({ isUsedUp, last, refused }) => isUsedUp && isMuchLater(last, refused))
  return early.flatMap((one): readonly Finding[] => {
    const { refused, last, before, ruledOut, left, other, isUsedUp } = one
    if (isUsedUp && areOthers) return []
    // Another key that has gone on after a refusal may be banned.
    const ofOthers = (['LIMIT-11', 'LIMIT-12'] as const).slice(0, refusalsOfOthers(refused, history))
    // Where all of the quota was answered, it is Remaining that is wrong.
    const own: readonly ClauseId[] =
      answeredInWindow(one, history) >= before.limit ? ['LIMIT-3', 'LIMIT-5'] : ['LIMIT-5', 'LIMIT-3']
    const [clause = 'LIMIT-5', ...alternatives] = other ? [...ofOthers, ...own] : [...own, ...ofOthers]
    const finding: Finding = {
      clause,
      alternatives,
      expected: `an answer, ${left} of ${before.limit} requests being left`,
      actual: 'status 429',
      aspect: NONE_REFUSED_EARLY,
      steps: inTime([
        ...ruledOut.flatMap((exchange) =>
          exchange === last ? [] : [{ exchange, shows: whatItRulesOut(exchange) }],
        ),
        { exchange: last, shows: `${before.remaining} of ${before.limit} left` },
        ...(other && !ruledOut.includes(other)
          ? [{ exchange: other, shows: 'status 429, another key' }]
          : []),
        { exchange: refused, shows: 'status 429' },
      ]),
    }
    return [ruledOut.length > 0 ? minimal(finding, refusedWhenSpent, history) : finding]
  })
}

/** How many requests with a key were answered in the window that refuses it, those to no operation of the document too. */
function answeredInWindow({ refused, last }: RefusedByWindow, { exchanges }: History): number {
  const { caller, base } = last.probe
  const inWindow = exchanges.filter(
    (one) =>
      one.probe.caller === caller &&
      one.probe.base === base &&
      one.id <= refused.id &&
      isSameWindow(rateLimitOf(one), rateLimitOf(last)),
  )
  return inWindow.reduce((sum, one) => sum + spentBy(one), 0)
}

interface RefusedEarly extends RefusedByWindow {
  /** What was left by the reply before, without what was asked since. */
  readonly left: number
  /** What another key was refused meanwhile. */
  readonly other: RecordedExchange | undefined
  /** Whether the refusal says that nothing is left of that window. Then others may have used it. */
  readonly isUsedUp: boolean
}

function refusedEarly(history: History): readonly RefusedEarly[] {
  return refusedByTheWindow(history).flatMap((one): readonly RefusedEarly[] => {
    const { key, refused, last, before } = one
    // What was let in without a valid key may count for this one.
    const spent = orderOf(history)
      .around(last, refused)
      .filter(
        (other) =>
          other !== last &&
          (other.probe.caller === key.caller || (other.probe.caller === 'nobody' && isServed(other))),
      )
    const left = spent.reduce((sum, other) => sum - spentBy(other), before.remaining)
    if (left <= 0) return []
    const other = lastRefusalOfOthers(refused, history, last.id)
    const [was, is] = [rateLimitOf(last), rateLimitOf(refused)]
    const isUsedUp =
      other === undefined && was.limit === is.limit && was.reset === is.reset && is.remaining === 0
    return [{ ...one, left, other, isUsedUp }]
  })
}

// Few use a key in the moments between two requests of a run; but who does so then, does so at any time.
const SILENCE_MS = 10_000

function isMuchLater(before: RecordedExchange, one: RecordedExchange): boolean {
  return one.sent - before.received > SILENCE_MS
}

/** A key has nothing left in the window that refuses it, by the word of the refusal too. */
export const noneLeftWhenRefused: Rule = (history) =>
  refusedByTheWindow(history).flatMap(({ key, refused, last, ruledOut }): readonly Finding[] => {
    const { limit, remaining } = rateLimitOf(refused)
    // Unless it shows by itself which window refuses, its figures may be those of another one.
    if (!(remaining > 0) || ruledOut.length > 0) return []
    if (isGivenBack(key, last, refused, history)) return []
    const shows = `status 429, ${remaining} of ${limit} left`
    // It may be refused because another key is.
    const isBesideOthers = refusalsOfOthers(refused, history, last.id) > 0
    return [
      {
        clause: isBesideOthers ? 'LIMIT-11' : 'LIMIT-3',
        alternatives: isBesideOthers ? ['LIMIT-3', 'LIMIT-5'] : ['LIMIT-5'],
        expected: 'X-RateLimit-Remaining 0 in the refusal of a window that is used up',
        actual: `X-RateLimit-Remaining ${remaining}`,
        aspect: NONE_REFUSED_EARLY,
        steps: [
          { exchange: last, shows: `${rateLimitOf(last).remaining} of ${limit} left` },
          { exchange: refused, shows },
        ],
      },
    ]
  })

/**
 * A key that is refused for the first time, for longer than a minute, is refused by its day, which has nothing left by the word of the
 * refusal; the reply before it spoke of the minute, which had some left.
 */
export const dayIsUsedUpWhenRefused: Rule = (history) =>
  unsharedKeys(history).flatMap((key): readonly Finding[] => {
    const refused = key.own.find(isRefusal)
    if (refused?.status !== 429) return []
    const [last] = key.order.before(refused, 1)
    if (last === undefined) return []
    const [before, now] = [rateLimitOf(last), rateLimitOf(refused)]
    const areLeft = before.remaining > 0 && before.limit < now.limit && now.remaining > 0
    const isByDay = earliestEndOfWait(refused) - refused.received > LONGEST_MINUTE_MS
    if (!areLeft || !isByDay || isGivenBack(key, last, refused, history)) return []
    const shows = `status 429, ${now.remaining} of ${now.limit} left, Retry-After: ${refused.headers['retry-after'] ?? ''}`
    return [
      {
        clause: 'LIMIT-6',
        alternatives: ['LIMIT-5', 'LIMIT-3'],
        expected: 'X-RateLimit-Remaining 0 in the refusal of a day that is used up, or an answer',
        actual: `status 429, X-RateLimit-Remaining ${now.remaining}`,
        steps: [
          { exchange: last, shows: `${before.remaining} of ${before.limit} left` },
          { exchange: refused, shows },
        ],
      },
    ]
  })

/**
 * A key is not refused by a day that had more left than anybody can have used since: no key is served more than its minutes allow,
 * whoever uses it.
 */
export const daysLastTheirQuota: Rule = (history) =>
  unsharedKeys(history).flatMap(({ own, order, caller }): readonly Finding[] => {
    const figures = plansOf(history.plans?.get(caller), own.filter(speaksOfLimit))
    const refused = own.find(
      (one) => one.status === 429 && earliestEndOfWait(one) - one.received > LONGEST_MINUTE_MS,
    )
    const last = refused && order.before(refused).findLast(isServed)
    if (refused === undefined || last === undefined) return []
    // Those that have as many in a day.
    const fitting = figures.filter(({ day }) => day === rateLimitOf(refused).limit)
    const perMinute = fitting.length > 0 ? mostInMinute(fitting) : undefined
    const [before, now] = [rateLimitOf(last), rateLimitOf(refused)]
    // It may end one minute and begin another.
    const minutes = Math.ceil((refused.received - last.sent) / MINUTE_MS) + 1
    const isTooMuch = perMinute !== undefined && before.remaining > perMinute * minutes
    if (!isTooMuch || !isSameWindow(before, now) || now.remaining !== 0) return []
    // Whoever goes on may be banned.
    const refusals = own.filter((one) => isRefusal(one) && one.id < refused.id)
    if (refusals.some((one) => !((order.next(one)?.sent ?? 0) >= endOfWait(one)))) return []
    return [
      {
        clause: 'LIMIT-6',
        alternatives: ['LIMIT-5', 'LIMIT-3'],
        expected: `an answer: ${before.remaining} of ${before.limit} were left of the day, and nobody is served more than ${perMinute * minutes} meanwhile`,
        actual: 'status 429',
        steps: [
          { exchange: last, shows: `${before.remaining} of ${before.limit} left` },
          { exchange: refused, shows: waitShown(refused) },
        ],
      },
    ]
  })

/** Whether an error may be given back between the reply before a refusal and the figures of that. */
function isGivenBack(
  { caller }: KeyHistory,
  last: RecordedExchange,
  refused: RecordedExchange,
  history: History,
): boolean {
  return orderOf(history)
    .around(last, refused)
    .some((one) => one.probe.caller === caller && isFree(one))
}

/** Whether a reply is an error that a service need not count. */
function isFree(exchange: RecordedExchange): boolean {
  return exchange.status >= 400 && !isRefusal(exchange)
}

function whatItRulesOut(exchange: RecordedExchange): string {
  return exchange.status === 200 ? 'a day before' : waitShown(exchange)
}

/** The last request of another key that was refused before one was answered, after some time. */
function lastRefusalOfOthers(
  { probe, id }: RecordedExchange,
  history: History,
  since: number,
): RecordedExchange | undefined {
  const { all, ids } = refusalsIn(history)
  const between = all.slice(countUpTo(ids, since), countUpTo(ids, id - 1))
  return between.findLast((one) => one.probe.caller !== probe.caller)
}

/** How many requests of other keys were refused before one was answered, after some time: that may be what it is refused for. */
export function refusalsOfOthers({ probe, id }: RecordedExchange, history: History, since = 0): number {
  const { ids: all, byCaller } = refusalsIn(history)
  const between = (ids: readonly number[]): number => countUpTo(ids, id - 1) - countUpTo(ids, since)
  return between(all) - between(byCaller.get(probe.caller) ?? [])
}

/** The requests that were refused over the limit, and their ids, in rising order. */
const refusalsIn = remembering(({ exchanges }: History) => {
  const refused = exchanges.filter(({ status }) => status === 429)
  const byCaller = Map.groupBy(refused, ({ probe }) => probe.caller)
  return {
    all: refused,
    ids: refused.map(({ id }) => id),
    byCaller: new Map(Array.from(byCaller, ([caller, own]) => [caller, own.map(({ id }) => id)])),
  }
})

/** How many requests one took that were left: a refusal none, as the first one came when all were taken by others. */
function spentBy({ status, tries = 1 }: RecordedExchange): number {
  return status === 429 ? tries - 1 : tries
}
