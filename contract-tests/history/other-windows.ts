// Whether a key may be refused by another window than the one that its replies speak of.
import { rateLimitOf, retryAfterOf } from './headers.ts'
import { countUpTo, type History, isRefusal, type RecordedExchange } from './history.ts'
import { type KeyHistory, orderOf, requestsWith } from './key-histories.ts'
import { type Figures, isOfMinute, leastInDay, plansOf, speaksOfLimit } from './plans.ts'
import { CLOCKS_MS, DAY_MS, isSameWindow, type Reading, ROUNDING_S } from './readings.ts'
import { endOfReset, endOfWait, mayEndDay } from './waits.ts'

/**
 * What rules out that another window refuses than the one that a reply speaks of: nothing but the refusal, which speaks of that one
 * too; several short waits, for no day ends so often; a ban of another key that ends with the wait; or an exchange of a day ago,
 * since which fewer were sent than a day has. `undefined` where it may, for nobody knows what was used of it before.
 */
export function otherWindows(
  { own, caller, isSet }: KeyHistory,
  history: History,
): (before: Reading, refused: RecordedExchange) => readonly RecordedExchange[] | undefined {
  const { plans, isExcerpt } = history
  const figures = plansOf(plans?.get(caller), own.filter(speaksOfLimit))
  const byTime = own.toSorted((one, other) => one.received - other.received)
  const times = byTime.map(({ received }) => received)
  // Whatever was refused, in whichever form it was asked.
  const inAnyForm = requestsWith(caller, history).filter(({ probe }) => probe.base === own[0]?.probe.base)
  const short = shortWaits(inAnyForm, figures)
  return (before, refused) => {
    if (!isOfMinute(figures, before)) return undefined
    const is = rateLimitOf(refused)
    const end = refused.received + (retryAfterOf(refused) ?? Number.NaN)
    // A refusal by another window ends with that one; one that was set, to be used up, may end with the minute.
    const endsTogether = Math.abs(end - is.reset * 1000) <= 2 * ROUNDING_S * 1000
    if (isSameWindow(is, before) && endsTogether && !(isSet && mayEndDay(end))) return []
    const place = short.indexOf(refused)
    if (place >= MANY_WAITS) return short.slice(place - MANY_WAITS, place)
    const between = orderOf(history).around(before.exchange, refused)
    const ban = between.find((one) => one.probe.caller !== caller && areBannedTogether(one, refused))
    if (ban !== undefined) return [ban]
    const earlier = countUpTo(times, refused.sent - DAY_MS - CLOCKS_MS)
    const first = byTime[earlier - 1]
    const isCovered = first !== undefined && isExcerpt !== true
    return isCovered && own.length - earlier <= leastInDay(figures) ? [first] : undefined
  }
}

// A day that rolls may give back the requests of one burst of the day before, hardly of several.
const MANY_WAITS = 2

/** Refusals that end before the minute does which they speak of, each of them after the wait of the one before. */
function shortWaits(
  sent: readonly RecordedExchange[],
  figures: readonly Figures[],
): readonly RecordedExchange[] {
  let until = Number.NEGATIVE_INFINITY
  return sent.filter((one) => {
    const end = endOfWait(one)
    const isShort = one.status === 429 && end < endOfReset(one) - 2 * ROUNDING_S * 1000
    if (!isShort || !isOfMinute(figures, rateLimitOf(one)) || one.sent < until) return false
    until = end
    return true
  })
}

/** Whether one key is refused until the instant at which another one is, beyond its minute; a day may end with a quarter of an hour. */
function areBannedTogether(one: RecordedExchange, refused: RecordedExchange): boolean {
  const end = endOfWait(refused)
  const isLonger = end > endOfReset(refused) + CLOCKS_MS
  return isRefusal(one) && isLonger && !mayEndDay(end) && Math.abs(endOfWait(one) - end) <= ROUNDING_S * 1000
}
