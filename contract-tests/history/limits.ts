// Which limits, and which Reset, a key's replies may speak of: those of its plan.
import type { ClauseId } from '../../spec/clauses.ts'
import { rateLimitOf } from './headers.ts'
import {
  type Finding,
  type History,
  isServed,
  isWithKey,
  precedes,
  type RecordedExchange,
  remembering,
  type Rule,
} from './history.ts'
import { allowsLimit, type Figures, plansOf, speaksOfLimit } from './plans.ts'
import { endsInAMinute, LONGEST_MINUTE_MS } from './readings.ts'
import { shown } from './values.ts'
import { endOfWait, isReset, ROUNDED_WAIT_MS } from './waits.ts'

/** What one key was answered at the first base address, and the figures that it may have. */
export interface KeyLimits {
  readonly caller: string
  /** All replies to the key, by `id`. */
  readonly own: readonly RecordedExchange[]
  /** Those that speak of its limits. */
  readonly replies: readonly RecordedExchange[]
  readonly figures: readonly Figures[]
}

export const limitsByKey = remembering(({ exchanges, plans }: History): readonly KeyLimits[] => {
  const withKey = exchanges.filter((one) => isWithKey(one) && one.probe.base === undefined)
  return [...Map.groupBy(withKey, ({ probe }) => probe.caller)].map(([caller, own]) => {
    const replies = own.filter(speaksOfLimit)
    return { caller, own, replies, figures: plansOf(plans?.get(caller), replies) }
  })
})

const MOST_FIGURES = 2

/** A key's replies speak of the figures of its plan, or of one for the minute and one for the day. */
export const limitIsOfThePlan: Rule = (history) =>
  limitsByKey(history).flatMap(({ caller, replies, figures }): readonly Finding[] => {
    const plan = history.plans?.get(caller)
    const given = plan === undefined ? '' : `, for the key is said to be of the plan ${plan}`
    const strange = replies.filter((reply) => !figures.some((one) => allowsLimit(one, reply)))
    const lawful = [...new Set(figures.flatMap(({ minute, day }) => [minute, day]))].join(', ')
    const findings = strange.map((reply) =>
      finding('LIMIT-2', `one of ${lawful}${given}`, withLimit, [reply]),
    )
    if (findings.length > 0) return findings
    const firsts = new Map(replies.toReversed().map((reply) => [rateLimitOf(reply).limit, reply]))
    const first = [...firsts.values()].toReversed().slice(0, MOST_FIGURES + 1)
    if (first.length > MOST_FIGURES)
      return [finding('LIMIT-2', 'one figure for the minute and one for the day', withLimit, first)]
    const isOfAPlan = figures.every(({ day }) => day !== 'custom')
    const steps = isOfAPlan ? [] : stepsOfOneCount(replies).slice(0, ENOUGH_STEPS)
    if (steps.length < ENOUGH_STEPS) return []
    return [finding('LIMIT-2', 'one figure for each window', withLimit, [...new Set(steps.flat())])]
  })

// That two windows of a key end together and have as many left is a rare accident; that both fall on is not.
const ENOUGH_STEPS = 3

/** Replies in a row that speak of two limits, and count on in one window. */
function stepsOfOneCount(
  replies: readonly RecordedExchange[],
): readonly (readonly [RecordedExchange, RecordedExchange])[] {
  return replies.flatMap((now, at) => {
    const before = replies[at - 1]
    if (before === undefined || !precedes(before, now)) return []
    const [was, is] = [rateLimitOf(before), rateLimitOf(now)]
    const countsOn = was.reset === is.reset && was.remaining === is.remaining + 1
    return countsOn && was.limit !== is.limit ? [[before, now] as const] : []
  })
}

function withLimit({ headers }: RecordedExchange): string {
  return `X-RateLimit-Limit ${shown(headers['x-ratelimit-limit'])}`
}

/** Reset is at most a minute ahead where Limit is surely the limit per minute. */
export const resetIsOfTheWindow: Rule = (history) =>
  limitsByKey(history).flatMap(({ replies, figures }): readonly Finding[] => {
    const fitting = figures.filter((one) => replies.every((reply) => allowsLimit(one, reply)))
    if (fitting.length === 0) return []
    return replies
      .filter(isInWindow)
      .filter((reply) => !fitting.some((one) => allowsWindow(one, reply)))
      .map((reply) => ({
        ...finding('LIMIT-4', EXPECTED, withReset, [reply]),
        // Its Reset may be that of a ban, and its Retry-After too short.
        alternatives: reply.status === 429 ? OF_THE_WAIT : [],
      }))
  })

const OF_THE_WAIT: readonly ClauseId[] = ['LIMIT-9', 'LIMIT-12', 'LIMIT-8']

const EXPECTED = 'X-RateLimit-Reset at most a minute ahead, because X-RateLimit-Limit is the limit per minute'

/** Whether a reply has a Reset that is the end of a window: while a key is banned, it may be that of the ban. */
export function isInWindow(reply: RecordedExchange): boolean {
  return (isServed(reply) || isRefusedBriefly(reply)) && isReset(reply)
}

/** Whether a refusal asks for a wait that no ban beyond the minute explains. */
export function isRefusedBriefly(reply: RecordedExchange): boolean {
  // Its Reset may be rounded up where the wait is not.
  return reply.status === 429 && endOfWait(reply) - reply.received <= LONGEST_MINUTE_MS - ROUNDED_WAIT_MS
}

/**
 * Whether the window that a Reset points to is the one that its Limit speaks of: 1,000 is Free's day and Business's minute, and a
 * Reset that is hours ahead can only be a day's.
 */
function allowsWindow({ minute, day }: Figures, reply: RecordedExchange): boolean {
  const { limit } = rateLimitOf(reply)
  const mayBeOfMinute = endsInAMinute(reply) && (minute === limit || minute === 'custom')
  return mayBeOfMinute || day === limit || day === 'custom'
}

function withReset(reply: RecordedExchange): string {
  const { limit, reset } = rateLimitOf(reply)
  const ahead = Math.round(reset - reply.received / 1000)
  return `X-RateLimit-Reset is ${ahead} s ahead; X-RateLimit-Limit is ${limit}`
}

function finding(
  clause: Finding['clause'],
  expected: string,
  describe: (reply: RecordedExchange) => string,
  replies: readonly RecordedExchange[],
): Finding {
  const steps = replies.map((exchange) => ({ exchange, shows: describe(exchange) }))
  return { clause, alternatives: [], expected, actual: steps.at(-1)?.shows ?? '', steps }
}
