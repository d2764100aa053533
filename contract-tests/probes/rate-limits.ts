// What the rate-limit headers of a run tell, one figure after the other, and which plans they fit.
import { successStatuses } from '../../spec/operations.ts'
import { plans, type PlanId } from '../../spec/plans.ts'
import { type Caller, type Exchange } from '../engine/exchange.ts'
import { isReset, rateLimitOf } from '../history/headers.ts'
import type { Run } from '../engine/run.ts'
import { mostRefilled } from '../history/spending.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'
import { type Breach, breachBy, dependsOn, Doubt, missing } from '../engine/verdicts.ts'

/** What a caller was told at the first base address. */
export function toldTo(caller: Caller, { session }: Run): readonly Exchange[] {
  const told = session.exchanges.filter(
    ({ probe, status, headers }) =>
      probe.caller === caller &&
      probe.base === undefined &&
      // Nothing says that what the document does not describe counts, or is told of.
      probe.operation !== undefined &&
      status !== 401 &&
      // In another spelling of the scheme it may be a request of nobody's (scheme-case).
      probe.headers['Authorization']?.startsWith('Bearer ') === true &&
      'x-ratelimit-limit' in headers,
  )
  if (told.length === 0 && caller === 'key') {
    missing('a reply with the rate-limit headers (LIMIT-1)')
  }
  session.lookAt(told)
  return told
}

/** The limits of one caller: of a plan, or of a contract of its own, whose figures only the service knows. */
export interface Figures {
  readonly minute: number | 'custom'
  readonly day: number | 'custom'
}

const LONGEST_MINUTE_MS = 60_000 + CLOCK_TOLERANCE_MS

/** What each plan's caller may be told; those of the one plan where it is known. */
export function figuresOf(plan: PlanId | undefined): readonly Figures[] {
  return plans
    .filter(({ id }) => plan === undefined || id === plan)
    .map(({ perMinute, perDay }) => ({ minute: perMinute, day: perDay }))
}

/** The limits of an exchange that some figures allow for; a custom one may be any. */
export function allowsLimit({ minute, day }: Figures, exchange: Exchange): boolean {
  const { limit } = rateLimitOf(exchange)
  const isFigure = Number.isInteger(limit) && limit > 0
  return [minute, day].some((figure) => figure === limit || (figure === 'custom' && isFigure))
}

/** The plans that a caller may be on: the one that was said, or those that have the figures that it was told. */
export function plansOf(caller: Caller, { settings }: Run, told: readonly Exchange[]): readonly Figures[] {
  if (caller === 'key' && settings.plan !== undefined) return figuresOf(settings.plan)
  const all = figuresOf(undefined)
  const fixed = all.filter(({ minute, day }) => minute !== 'custom' && day !== 'custom')
  const fitting = fixed.filter((plan) => told.every((exchange) => allowsLimit(plan, exchange)))
  return fitting.length > 0 ? fitting : all
}

/** Whether a reply has a Reset that is the end of a window: while a key is banned, it may be that of the ban. */
export function isInWindow(exchange: Exchange): boolean {
  return isSuccess(exchange) && Number.isInteger(rateLimitOf(exchange).reset)
}

/** Replies whose Reset lies in no window that their Limit may speak of; `undefined` where no plan has the limits. */
export function strangeResets(caller: Exclude<Caller, 'nobody'>, run: Run): readonly Exchange[] | undefined {
  const told = toldTo(caller, run)
  const figures = plansOf(caller, run, told).filter((one) =>
    told.every((exchange) => allowsLimit(one, exchange)),
  )
  if (figures.length === 0) return undefined
  return told.filter(isInWindow).filter((exchange) => !figures.some((one) => allowsWindow(one, exchange)))
}

/** Leaves what is read from X-RateLimit-Reset unread where some are no time, or none of the window. */
export function givenResets(run: Run): void {
  const told = run.session.exchanges.filter(
    ({ probe, headers }) => probe.operation !== undefined && 'x-ratelimit-reset' in headers,
  )
  const strange = (['key', 'second key'] as const).flatMap((caller) => strangeResets(caller, run) ?? [])
  if (strange.length > 0 || !told.every(isReset)) dependsOn('LIMIT-4')
}

/**
 * Whether the window that an exchange's Reset points to is the one that its Limit speaks of: 1,000 is Free's day and
 * Business's minute, and a Reset that is hours ahead can only be a day's.
 */
function allowsWindow({ minute, day }: Figures, exchange: Exchange): boolean {
  const { limit, reset } = rateLimitOf(exchange)
  const isFar = reset * 1000 - exchange.received > LONGEST_MINUTE_MS
  return day === limit || day === 'custom' || (!isFar && (minute === limit || minute === 'custom'))
}

/** Whether a request was served, so that it counts for sure; the document does not speak of HEAD, which need not. */
export function isSuccess({ status, probe }: Exchange): boolean {
  return successStatuses.has(status) && probe.method !== 'HEAD'
}

const MINUTE_S = 60
// So many equal steps in a row are no accident.
const ENOUGH_STEPS = 5
const LONGEST_WINDOW_S = 2 * 86_400

/**
 * What is wrong with how Remaining falls from one request to the next, by all that the key was told so far. Of the first
 * key only: what the second one has left is set where the service is our mock.
 */
export function remainingFault(run: Run): Breach | undefined {
  const below = toldTo('key', run).filter((exchange) => rateLimitOf(exchange).remaining < 0)
  const falls = fallsOf(run)
  // Others may use the key too, so more than one may be gone; and an error may not count.
  const stays = falls.filter(({ by, exchange, before }) => {
    const rise = (isSuccess(exchange) ? 1 : 0) - by
    // Where a window rolls, the oldest requests leave it at Reset; and all the time, where Reset is when the last one leaves.
    const [elapsed, ahead] = [
      exchange.received - before.sent,
      rateLimitOf(exchange).reset * 1000 - exchange.received,
    ]
    const isRolling = ahead <= CLOCK_TOLERANCE_MS || ahead >= MINUTE_S * 1000 - CLOCK_TOLERANCE_MS
    if (elapsed > 0 && isRolling) return false
    // A window may be refilled all the time. What several exchanges together contradict is found at the end of the run.
    const rate = rateLimitOf(exchange).limit / MINUTE_S
    return rise > mostRefilled(rate, elapsed)
  })
  const fault =
    breachBy(
      '0 at the least',
      below.map((exchange) => ({ actual: `${rateLimitOf(exchange).remaining}`, exchange })),
    ) ??
    breachBy(
      'fewer left than before',
      stays.map(({ from, by, exchange }) => ({ actual: `${from - by} left, after ${from}`, exchange })),
    )
  if (fault) return fault
  const steps = falls.filter(({ by, own }) => by > 0 && own === 1)
  const [first] = steps
  if (first === undefined || first.by === 1 || steps.length < ENOUGH_STEPS) return undefined
  if (steps.some(({ by }) => by !== first.by)) return undefined
  const same = steps.map(({ by, exchange }) => ({ actual: `${by} fewer with each`, exchange }))
  return breachBy('one fewer with each request', same)
}

/**
 * Requests that were served, and after which as many are left as the window has: a breach, or a Doubt where it happens once,
 * for a window may end while a request is answered that counts in it. On our mock time stands still.
 */
export function unspentFault(run: Run): Breach | undefined {
  const unspent = toldTo('key', run).filter((exchange) => {
    const { limit, remaining } = rateLimitOf(exchange)
    return isSuccess(exchange) && limit > 0 && remaining === limit
  })
  const [expected, isSure] = ['fewer left than the limit', run.control !== undefined || unspent.length > 1]
  const told = unspent.map((exchange) => ({ actual: `${rateLimitOf(exchange).remaining} left`, exchange }))
  const breach = breachBy(expected, told)
  return isSure || breach === undefined ? breach : new Doubt(expected, breach.actual, breach.exchange)
}

/** Refusals that tell of more left than a request that was served before in the same window. */
export function refusalFault(run: Run): Breach | undefined {
  const told = toldTo('key', run)
  const served = told.filter(isSuccess)
  const offences = told.flatMap((exchange) => {
    const { limit, remaining, reset } = rateLimitOf(exchange)
    const isBefore = (one: Exchange): boolean =>
      one.received <= exchange.sent && rateLimitOf(one).limit === limit && rateLimitOf(one).reset === reset
    const before = exchange.status === 429 ? served.findLast(isBefore) : undefined
    const left = before === undefined ? Number.NaN : rateLimitOf(before).remaining
    return remaining > left ? [{ actual: `${remaining} left, after ${left}`, exchange }] : []
  })
  return breachBy('no more left than before', offences)
}

/** Leaves a check undone where no request in a row was served in one window, so that there is nothing to compare. */
export function givenFalls(run: Run): void {
  if (fallsOf(run).some(({ exchange }) => isSuccess(exchange))) return
  missing('two requests in a row that were served in one window')
}

/** Leaves a check undone that only a key shows which nobody else uses: with others, more than ours are gone at times. */
export function givenKeyToOurselves(run: Run): void {
  if (!isKeyToOurselves(run)) missing('a key that nobody else uses meanwhile')
}

/** Whether no more requests are gone than were made here, whenever that could be seen. */
export function isKeyToOurselves(run: Run): boolean {
  return fallsOf(run).every(({ by, own }) => by <= own)
}

/** How many requests the first key had at the beginning of the window of one of them, as far as that tells. */
export function quotaAt({ session }: Run, exchange: Exchange): number {
  const { reset, remaining } = rateLimitOf(exchange)
  return session.exchanges
    .filter(({ id, probe }) => probe.caller === 'key' && id <= exchange.id)
    .filter((one) => rateLimitOf(one).reset === reset)
    .reduce((sum, { tries = 1 }) => sum + tries, remaining)
}

/** Leaves a check undone that goes by how often the service was asked, where a request had to be sent again. */
export function givenSentOnce(...exchanges: readonly Exchange[]): void {
  if (exchanges.every(({ tries = 1 }) => tries === 1)) return
  missing('a connection that holds: a request was sent again')
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

/** The falls of what a key was told, one after the other. */
export function fallsOf(run: Run, caller: Exclude<Caller, 'nobody'> = 'key'): readonly Fall[] {
  // Of those that were under way together nobody knows which counted first.
  const told = toldTo(caller, run).filter(({ overlaps }) => overlaps !== true)
  const asked = new Map<number, number>()
  let sum = 0
  for (const { id, probe, tries = 1 } of run.session.exchanges) {
    if (probe.caller === caller) sum += tries
    asked.set(id, sum)
  }
  return told.flatMap((exchange, at) => {
    const before = told[at - 1]
    if (before === undefined || exchange.status === 429 || before.status === 429) return []
    const [first, second] = [rateLimitOf(before), rateLimitOf(exchange)]
    const isSame = first.reset === second.reset && first.limit === second.limit
    // A Reset that is no time tells no window from another (LIMIT-4).
    if (Math.abs(second.reset - exchange.received / 1000) > LONGEST_WINDOW_S) return []
    // Whoever is served with nothing left is another clause's.
    if (!isSame || first.remaining === 0 || Number.isNaN(first.remaining + second.remaining)) return []
    const own = (asked.get(exchange.id) ?? 0) - (asked.get(before.id) ?? 0)
    return [{ from: first.remaining, by: first.remaining - second.remaining, own, before, exchange }]
  })
}
