// What the rate-limit headers of a run say, one figure after the other.
import type { Caller, Exchange } from '../engine/exchange.ts'
import { historyOfLimits } from '../engine/history-of-run.ts'
import { sharedKeysIn } from '../history/assumptions.ts'
import { noMoreThanThePlan, refusedBeside } from '../history/beyond-limit.ts'
import { rateLimitOf } from '../history/headers.ts'
import { isServed, precedes } from '../history/history.ts'
import { meterOf } from '../history/key-histories.ts'
import { resetIsOfTheWindow } from '../history/limits.ts'
import { mostInMinute, plansOf, speaksOfLimit } from '../history/plans.ts'
import { ROUNDING_S } from '../history/readings.ts'
import { mostRefilled } from '../history/spending.ts'
import { isReset, LONGEST_WINDOW_MS } from '../history/waits.ts'
import type { Run } from '../engine/run.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'
import { type Breach, breachBy, dependsOn, missing, type Offence } from '../engine/verdicts.ts'

export type Key = Exclude<Caller, 'nobody'>
const CALLERS: readonly Key[] = ['key', 'second key']

/** The replies to a key at the first base address that speak of its limits. */
export function repliesTo(caller: Caller, { session }: Run): readonly Exchange[] {
  const replies = session.exchanges.filter(
    (one) => one.probe.caller === caller && one.probe.base === undefined && speaksOfLimit(one),
  )
  if (replies.length === 0 && caller === 'key') missing('a reply with the rate-limit headers (LIMIT-1)')
  session.lookAt(replies)
  return replies
}

/** The same of all keys. */
export function repliesToKeys(run: Run): readonly Exchange[] {
  return CALLERS.flatMap((caller) => repliesTo(caller, run))
}

/** Leaves a check undone that any figure would pass, since some plan has no figures of its own. */
export function givenPlan(run: Run): void {
  const figures = plansOf(run.settings.plan, repliesTo('key', run))
  const isOpen = figures.some(({ minute, day }) => minute === 'custom' || day === 'custom')
  if (isOpen && run.settings.plan === undefined)
    missing('the plan of the key (--plan), for its figures are those of none but an Enterprise key')
}

/** The most that the first key may be served in a minute; `undefined` where neither its plan nor its replies say. */
export function limitOfMinute({ session, settings: { plan } }: Run): number | undefined {
  const replies = session.exchanges.filter(
    (one) => one.probe.caller === 'key' && one.probe.base === undefined && speaksOfLimit(one),
  )
  return replies.length === 0 && plan === undefined ? undefined : mostInMinute(plansOf(plan, replies))
}

/** The first request that was served and is more than a minute of its key allows. */
export function servedBeyond(run: Run): Exchange | undefined {
  const [beyond] = noMoreThanThePlan(historyOfLimits(run))
  const last = beyond?.steps.at(-1)?.exchange.id
  return run.session.exchanges.find(({ id }) => id === last)
}

/** Leaves what is read from X-RateLimit-Reset unread where some are no time, or none of the window. */
export function givenResets(run: Run): void {
  const replies = run.session.exchanges.filter(
    ({ probe, headers }) => probe.operation !== undefined && 'x-ratelimit-reset' in headers,
  )
  const strange = resetIsOfTheWindow(historyOfLimits(run))
  if (strange.length > 0 || !replies.every(isReset)) dependsOn('LIMIT-4')
}

const MINUTE_S = 60
// So many equal steps in a row are no accident.
const ENOUGH_STEPS = 5

/** Requests that were served and after which no fewer are left, whether or not others use the key. */
export function staysFault(run: Run, caller: Key): Breach | undefined {
  const stays = fallsOf(run, caller).filter(({ by, exchange, before }) => {
    const rise = (isServed(exchange) ? 1 : 0) - by
    const elapsed = exchange.received - before.sent
    // A window may be refilled all the time.
    const rate = rateLimitOf(exchange).limit / MINUTE_S
    if (rise <= mostRefilled(rate, elapsed)) return false
    if (elapsed > 0 && mayRoll(exchange, run)) return false
    // What is let in over the limit may well cost nothing: it is that which is wrong.
    return refusedBeside(exchange, run.session.exchanges) === undefined
  })
  return breachBy('fewer left than before', stays.map(asLeft))
}

/** Whether requests may have left the window of a reply: the oldest ones at Reset, and all the time where Reset is when the last one leaves. */
function mayRoll(exchange: Exchange, run: Run): boolean {
  const ahead = rateLimitOf(exchange).reset * 1000 - lastOfItsWindow(exchange, run).received
  return ahead <= CLOCK_TOLERANCE_MS || ahead >= (MINUTE_S - ROUNDING_S) * 1000 - CLOCK_TOLERANCE_MS
}

/** The last request of a key that was served until then with the Reset of a reply to it, which an error may not move. */
function lastOfItsWindow(exchange: Exchange, { session: { exchanges } }: Run): Exchange {
  const { reset } = rateLimitOf(exchange)
  const served = exchanges.findLast(
    (one) =>
      one.id <= exchange.id &&
      one.probe.caller === exchange.probe.caller &&
      isServed(one) &&
      rateLimitOf(one).reset === reset,
  )
  return served ?? exchange
}

/** A fall as what is left, for a breach by it. */
export function asLeft({ from, by, before, exchange }: Fall): Offence {
  return { actual: `${from - by} left, after ${from}`, before: [before], exchange }
}

/** That each request takes the same number from what is left, and not one. */
export function stepsFault(run: Run, caller: Key): Breach | undefined {
  const steps = fallsAlsoOfBuckets(run, caller).filter(({ by, own }) => by > 0 && own === 1)
  const [first] = steps
  if (first === undefined || first.by === 1 || steps.length < ENOUGH_STEPS) return undefined
  if (steps.some(({ by }) => by !== first.by)) return undefined
  const same = steps.map(({ by, before, exchange }) => ({
    actual: `${by} fewer with each`,
    before: [before],
    exchange,
  }))
  return breachBy('one fewer with each request', same)
}

// That of a minute, that of a day, and none where a reply has no such header.
const MOST_LIMITS = 3

/**
 * Requests that were served, and after which as many are left as the window has. On a real service it takes two, for a window may
 * end while a request is answered that counts in it. Where a minute serves more than its limit, they were indeed left.
 */
export function unspentFault(run: Run, caller: Key): Breach | undefined {
  const unspent = repliesTo(caller, run).filter((exchange) => {
    const { limit, remaining } = rateLimitOf(exchange)
    return isServed(exchange) && limit > 0 && remaining === limit
  })
  if (unspent.length < (run.control === undefined ? 2 : 1) || servedBeyond(run) !== undefined)
    return undefined
  // A limit that is another one with each reply is what is wrong.
  const limits = new Set(repliesTo(caller, run).map((one) => rateLimitOf(one).limit))
  if (limits.size > MOST_LIMITS) return undefined
  return breachBy(
    'fewer left than the limit',
    unspent.map((exchange) => ({ actual: `${rateLimitOf(exchange).remaining} left`, exchange })),
  )
}

/** Refusals that speak of more left than a request that was served before in the same window. */
export function refusalFault(run: Run, caller: Key): Breach | undefined {
  const replies = repliesTo(caller, run)
  const served = replies.filter(isServed)
  const offences = replies.flatMap((exchange) => {
    const { limit, remaining, reset } = rateLimitOf(exchange)
    const isBefore = (one: Exchange): boolean =>
      precedes(one, exchange) &&
      rateLimitOf(one).limit === limit &&
      rateLimitOf(one).reset === reset &&
      meterOf(one, run) === meterOf(exchange, run)
    const before = exchange.status === 429 ? served.findLast(isBefore) : undefined
    if (before === undefined) return []
    const left = rateLimitOf(before).remaining
    return remaining > left + mostGivenBack(before, exchange, replies)
      ? [{ actual: `${remaining} left, after ${left}`, before: [before], exchange }]
      : []
  })
  return breachBy('no more left than before', offences)
}

/** How many requests a window may have given back between two replies: one that is refilled, or rolls over the requests before. */
function mostGivenBack(before: Exchange, now: Exchange, replies: readonly Exchange[]): number {
  const elapsed = now.received - before.sent
  const [from, until] = [before.sent, now.received].map((time) => time - MINUTE_S * 1000)
  const leaving = replies.filter(
    ({ sent, received }) =>
      received >= (from ?? 0) - CLOCK_TOLERANCE_MS && sent <= (until ?? 0) + CLOCK_TOLERANCE_MS,
  )
  return elapsed > 0 ? leaving.length + mostRefilled(rateLimitOf(now).limit / MINUTE_S, elapsed) : 0
}

/**
 * Leaves a check undone where no two requests in a row are known to be of one window, so that there is nothing to compare, and where
 * no fewer are left after a request that was served than before of a key that others seem to use: what they get back, and a counter for each operation,
 * look alike.
 */
export function givenFalls(run: Run): void {
  const shared = sharedKeysIn({ exchanges: run.session.exchanges, quotaSetAfter: run.quotaSetAfter })
  for (const caller of CALLERS.filter((one) => shared.has(one))) {
    const rise = fallsOf(run, caller).find(({ by, exchange }) => by < (isServed(exchange) ? 1 : 0))
    if (rise)
      missing(`a Remaining that falls with each request: it is ${rise.from - rise.by}, after ${rise.from}`)
  }
  if (fallsOf(run, 'key').some(({ exchange }) => isServed(exchange))) return
  const replies = repliesTo('key', run)
  if (!replies.some(({ headers }) => 'x-ratelimit-reset' in headers)) dependsOn('LIMIT-1')
  if (!replies.some(isReset)) dependsOn('LIMIT-4')
  missing('two requests in a row that were served with the same X-RateLimit-Reset')
}

/** How Remaining fell between two exchanges that met the same window. */
export interface Fall {
  readonly from: number
  readonly by: number
  /** How many requests we made with the key, at either base address, which may count together. */
  readonly own: number
  readonly before: Exchange
  readonly exchange: Exchange
}

/** The falls of Remaining in the replies to a key, one after the other, within a window. */
export function fallsOf(run: Run, caller: Key): readonly Fall[] {
  return fallsAlsoOfBuckets(run, caller).filter(({ before, exchange }) => {
    return rateLimitOf(before).reset === rateLimitOf(exchange).reset
  })
}

/**
 * The same, and those after which fewer are left and Reset is later, as it is with each request where a window is refilled all the
 * time: no window that begins anew leaves fewer than before.
 */
export function fallsAlsoOfBuckets(run: Run, caller: Key): readonly Fall[] {
  // Of those that were under way together nobody knows which counted first.
  const replies = repliesTo(caller, run).filter(({ overlaps }) => overlaps !== true)
  const asked = new Map<number, number>()
  let sum = 0
  for (const { id, probe, tries = 1 } of run.session.exchanges) {
    if (probe.caller === caller) sum += tries
    asked.set(id, sum)
  }
  return replies.flatMap((exchange, at) => {
    const before = replies[at - 1]
    if (before === undefined || exchange.status === 429 || before.status === 429) return []
    if (meterOf(before, run) !== meterOf(exchange, run)) return []
    const [first, second] = [rateLimitOf(before), rateLimitOf(exchange)]
    const by = first.remaining - second.remaining
    const isOfBucket = by > 0 && first.reset < second.reset
    const isSame = first.limit === second.limit && (first.reset === second.reset || isOfBucket)
    // A Reset that is no time distinguishes no windows (LIMIT-4).
    if (Math.abs(second.reset * 1000 - exchange.received) > LONGEST_WINDOW_MS) return []
    // Whoever is served with nothing left is another clause's.
    if (!isSame || first.remaining === 0 || Number.isNaN(first.remaining + second.remaining)) return []
    const own = (asked.get(exchange.id) ?? 0) - (asked.get(before.id) ?? 0)
    return [{ from: first.remaining, by, own, before, exchange }]
  })
}
