// What a caller has left of a minute that the headers of its replies do not speak of.
import type { PlanId } from '../../spec/plans.ts'
import { rateLimitOf } from '../history/headers.ts'
import { SURELY_OVER_MS } from '../history/long-minutes.ts'
import { type Figures, isOfMinute, plansOf } from '../history/plans.ts'
import { endsInAMinute } from '../history/readings.ts'
import { mayEndDay } from '../history/waits.ts'
import type { Caller, Exchange } from './exchange.ts'
import type { Unanswered } from './unanswered.ts'

/** What a run has sent so far, and the plan of a caller, where it is given. */
interface Sent {
  readonly exchanges: readonly Exchange[]
  readonly unanswered: readonly Unanswered[]
  readonly plan: PlanId | undefined
}

/**
 * How many requests a caller can surely send in the minute that it is in, of whatever kind that is, by what it was admitted in the last
 * one; without limit where its last reply but for refusals speaks of the minute itself, and where its minute is a figure of its own.
 */
export function leftOfUnreportedMinute(
  caller: Caller,
  { exchanges, unanswered, plan }: Sent,
  now: number,
): number {
  const own = exchanges.filter(({ probe }) => probe.caller === caller)
  const replies = own.filter(
    ({ probe, headers }) => probe.base === undefined && 'x-ratelimit-limit' in headers,
  )
  // A refusal may speak of the minute where all else speaks of the day.
  const [figures, last] = [plansOf(plan, replies), replies.findLast(({ status }) => status !== 429)]
  if (last === undefined || speaksOfMinute(last, figures)) return Number.POSITIVE_INFINITY
  const begun = now - SURELY_OVER_MS
  const admitted = own.filter(({ status, received }) => status !== 429 && received > begun)
  const before = exchanges.findLast(({ received }) => received <= begun)?.id ?? 0
  const lost = unanswered.filter(({ probe, after }) => probe.caller === caller && after >= before)
  const sent = [...admitted, ...lost].reduce((sum, { tries = 1 }) => sum + tries, 0)
  return leastInMinute(figures) - sent
}

/** Whether a reply speaks of the minute: by a limit that is no day's, or one that resets sooner than its day ends. */
function speaksOfMinute(reply: Exchange, figures: readonly Figures[]): boolean {
  const { limit, reset } = rateLimitOf(reply)
  const mayBe = figures.some(({ minute }) => minute === limit || minute === 'custom')
  return isOfMinute(figures, { limit }) || (mayBe && endsInAMinute(reply) && !mayEndDay(reset * 1000))
}

/** The fewest that a caller may be served in a minute; without limit where that is a figure of its own. */
function leastInMinute(figures: readonly Figures[]): number {
  return Math.min(...figures.map(({ minute }) => (minute === 'custom' ? Number.POSITIVE_INFINITY : minute)))
}
