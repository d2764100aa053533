import { counted } from '../../spec/wording.ts'
import { rateLimitOf } from './headers.ts'
import {
  ascending,
  countUpTo,
  type Finding,
  isServed,
  minimal,
  type RecordedExchange,
  type Rule,
} from './history.ts'
import { MANY_ALONE, Order, requestsWith } from './key-histories.ts'
import { limitsByKey } from './limits.ts'
import { figuresOf, isOfMinute } from './plans.ts'
import { CLOCKS_MS, endsInAMinute, figuresShown, MINUTE_MS, type Reading, readingsOf } from './readings.ts'

const ENOUGH_RENEWALS = 2

/**
 * Of every kind of window of a minute, no more is gone than a key has sent in it. Others may have used it meanwhile; but
 * minutes that fall short do not all begin with the same number then.
 */
export const newMinutesAreWhole: Rule = (history) =>
  limitsByKey(history).flatMap(({ caller, replies, figures }): readonly Finding[] => {
    if (history.sharedKeys.has(caller) || history.isExcerpt === true) return []
    const all = requestsWith(caller, history)
    const going = goingOnIn(all)
    if (going.length >= ENOUGH_RENEWALS) return [nothingBackOf(going)]
    const own = new Set(replies)
    const renewed = renewalsOf(all).filter(
      ({ now, isNewWindow }) =>
        own.has(now) &&
        isServed(now) &&
        (isOfMinute(figures, rateLimitOf(now)) || (isNewWindow && endsInAMinute(now))),
    )
    const short = renewed.filter(
      ({ now, sent }) => rateLimitOf(now).remaining < rateLimitOf(now).limit - sent,
    )
    const isElseWhole = renewed.some(beginsWhole)
    const kept = short.find((one) => keepsItsUse(one, all) || (isElseWhole && beginsShort(one, all)))
    if (kept !== undefined) return [keptOf(kept)]
    return alikeOf(short, replies, all).map((one) => {
      const { steps } = minimal(one, newMinutesAreWhole, history)
      return { ...one, steps }
    })
  })

/** What minutes show that all begin with the same number, which is too few. */
function alikeOf(
  short: readonly Renewal[],
  replies: readonly RecordedExchange[],
  all: readonly RecordedExchange[],
): readonly Finding[] {
  const [first, ...others] = short
  const isSame = others.every(({ now }) => leftOf(now) === leftOf(first?.now))
  const begun = beganWithAPlan(replies, first?.now)
  if (first === undefined || short.length + begun.length < ENOUGH_RENEWALS || !isSame) return []
  if (leftOf(first.now) === 0 && short.every((one) => mayBeEarly(one, all))) return []
  const { now, sent } = short[ENOUGH_RENEWALS - 1 - begun.length] ?? first
  const { limit, remaining } = rateLimitOf(now)
  // Two minutes that begin as another plan's do suffice; else it takes what shows that they begin.
  const shown = isMinuteOfPlan(remaining + 1)
    ? [begun[0] ?? first.now, now]
    : short.slice(0, ENOUGH_RENEWALS).flatMap(({ before, now: after }) => [before, after])
  const why = sent === 1 ? '' : `, ${sent} requests having been sent in it at most`
  return [
    {
      ...clausesOf(remaining + 1),
      expected: `${limit - sent} of ${limit} left in a new minute${why}`,
      actual: `${remaining} left`,
      steps: [...new Set(shown)].map((exchange) => ({ exchange, shows: `${leftOf(exchange)} left` })),
    },
  ]
}

/**
 * Whether the Reset before may not be past by the clock of the service: of a window that rolls, nothing has come back then, where the key
 * has used up the most of it.
 */
function mayBeEarly({ before, now }: Renewal, all: readonly RecordedExchange[]): boolean {
  const since = now.sent - MINUTE_MS - CLOCKS_MS
  const used = all.filter(({ received }) => received > since && received < now.received).length
  const isUsedUp = used >= rateLimitOf(now).limit * HALF
  return isUsedUp && now.sent < rateLimitOf(before).reset * 1000 + CLOCKS_MS
}

// So much of the window before, over so many seconds of it, and no more than this of the new one.
const HALF = 0.5
const LONG_MS = 20_000
const BEGUN_MS = 2000
const FEW_GONE = 5

/**
 * Whether most of a window is gone when it begins, though nobody else used the key in the one before, for long: others who come at that
 * moment, and use the most of it at once, are hard to believe in.
 */
function keepsItsUse({ before, now, isNewWindow, sent }: Renewal, all: readonly RecordedExchange[]): boolean {
  const { limit, remaining, reset } = rateLimitOf(before)
  const isShort = rateLimitOf(now).remaining < (limit - sent) * HALF
  const begun = now.received - reset * 1000
  if (!isNewWindow || !isShort || begun > BEGUN_MS) return false
  const own = all.filter((one) => one.id <= before.id && rateLimitOf(one).reset === reset)
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined || last.sent - first.received < LONG_MS) return false
  const left = rateLimitOf(first).remaining
  return left >= limit - FEW_GONE && left - remaining < own.length
}

const THIRD = 1 / 3

/**
 * Whether much of a minute is gone when it begins, though nobody else used the key in its other minutes. Neither does the minute roll
 * then, for more was served within one than such a minute allows, nor does a bucket fill, which holds no less than what was left.
 */
function beginsShort({ before, now, isNewWindow, sent }: Renewal, all: readonly RecordedExchange[]): boolean {
  const { limit, remaining, reset } = rateLimitOf(now)
  const begun = now.received - (reset * 1000 - MINUTE_MS)
  if (!isNewWindow || begun > BEGUN_MS || limit - sent - remaining < limit * THIRD) return false
  // It may be whole by a plan that Limit does not speak of; and what has none left is another rule's.
  if (isMinuteOfPlan(remaining + sent) || remaining === 0) return false
  const earlier = all.filter((one) => isServed(one) && one.id < now.id && one.sent > now.received - MINUTE_MS)
  const refilled = rateLimitOf(before).remaining + ((now.sent - before.received) / MINUTE_MS) * limit
  if (earlier.length + sent + remaining <= limit || remaining + sent >= Math.floor(refilled)) return false
  const others = all.filter((one) => isServed(one) && rateLimitOf(one).reset !== reset)
  return new Set(others.map(leftOf)).size >= MANY_ALONE
}

/**
 * The first requests of windows that begin with what was left in the one before, but for what the key has sent since; none where some
 * window begins with more, or with less. Others who use the key would have to leave just that, each time.
 */
function goingOnIn(all: readonly RecordedExchange[]): readonly (readonly [Reading, Reading])[] {
  const order = new Order(all)
  const renewed = [...Map.groupBy(readingsOf(all), ({ limit }) => limit).values()].flatMap((readings) =>
    readings.flatMap((now, at): readonly (readonly [Reading, Reading])[] => {
      const before = readings[at - 1]
      const isRenewed = before !== undefined && isNewWindow(before.exchange, now.exchange)
      return isRenewed ? [[before, now]] : []
    }),
  )
  const goesOn = renewed.every(([before, now]) => {
    const sent = order.around(before.exchange, now.exchange).filter(({ id }) => id > before.exchange.id)
    const by = before.remaining - now.remaining
    const isShort = now.remaining > 0 && now.remaining < now.limit - sent.length
    return isShort && sent.filter(isServed).length <= by && by > 0 && by <= sent.length
  })
  return goesOn ? renewed : []
}

function nothingBackOf(going: readonly (readonly [Reading, Reading])[]): Finding {
  const [, now] = going.at(-1) ?? []
  return {
    clause: 'LIMIT-10',
    alternatives: ['LIMIT-4', 'LIMIT-3'],
    expected: 'more left once X-RateLimit-Reset is past',
    actual: `${now?.remaining} of ${now?.limit} left, as if no window had begun, ${counted(going.length, 'time')}`,
    steps: [...new Set(going.slice(-ENOUGH_RENEWALS).flat())].map(({ exchange }) => ({
      exchange,
      shows: figuresShown(exchange),
    })),
  }
}

function beginsWhole({ now, isNewWindow, sent }: Renewal): boolean {
  const { limit, remaining } = rateLimitOf(now)
  return isNewWindow && remaining >= limit - sent
}

function keptOf({ before, now, sent }: Renewal): Finding {
  const { limit, remaining } = rateLimitOf(now)
  return {
    clause: 'LIMIT-10',
    alternatives: ['LIMIT-3', 'LIMIT-5'],
    expected: `${limit - sent} of ${limit} left in a new minute`,
    actual: `${remaining} left`,
    steps: [before, now].map((exchange) => ({ exchange, shows: `${leftOf(exchange)} left` })),
  }
}

/** The first reply to a key, where as many were left as in another minute, and as another plan than it says has in a minute. */
function beganWithAPlan(
  [reply]: readonly RecordedExchange[],
  renewed: RecordedExchange | undefined,
): readonly RecordedExchange[] {
  if (reply === undefined || renewed === undefined || !isServed(reply)) return []
  const [{ limit, remaining }, other] = [rateLimitOf(reply), rateLimitOf(renewed)]
  const isSame = limit === other.limit && remaining === other.remaining
  return isSame && isMinuteOfPlan(remaining + 1) ? [reply] : []
}

function isMinuteOfPlan(quota: number): boolean {
  return figuresOf(undefined).some(({ minute }) => minute === quota)
}

/** The clauses of which one is broken where each window has `quota` requests, and says that it has more. */
function clausesOf(quota: number): Pick<Finding, 'clause' | 'alternatives'> {
  return isMinuteOfPlan(quota)
    ? { clause: 'LIMIT-2', alternatives: ['LIMIT-10', 'LIMIT-3'] }
    : { clause: 'LIMIT-10', alternatives: ['LIMIT-2', 'LIMIT-3'] }
}

function leftOf(exchange: RecordedExchange | undefined): number | undefined {
  return exchange && rateLimitOf(exchange).remaining
}

/** The first request of a key in a new window. */
interface Renewal {
  readonly before: RecordedExchange
  readonly now: RecordedExchange
  /** Whether the window that the one before spoke of is over. */
  readonly isNewWindow: boolean
  /** How many requests with the key may be in it, with this one. */
  readonly sent: number
}

/** Requests that came a minute after the one before, or after its Reset, which is a minute later now; `own` are all with the key. */
function renewalsOf(own: readonly RecordedExchange[]): readonly Renewal[] {
  // What was sent again may have been counted twice.
  if (own.some(({ tries = 1 }) => tries > 1)) return []
  const order = new Order(own)
  const times = own.map(({ received }) => received).sort(ascending)
  return own.flatMap((now, at): readonly Renewal[] => {
    const before = own[at - 1]
    if (before === undefined || order.beside(now) > 0) return []
    const minuteBefore = now.sent - MINUTE_MS - CLOCKS_MS
    const [isSilent, isNew] = [before.received <= minuteBefore, isNewWindow(before, now)]
    if (!isSilent && !isNew) return []
    // No more than what was sent near the end of the last window can be in one that ends a minute later.
    const since = isNew ? Math.max(minuteBefore, rateLimitOf(before).reset * 1000 - CLOCKS_MS) : minuteBefore
    return [{ before, now, isNewWindow: isNew, sent: at + 1 - countUpTo(times, since) }]
  })
}

/** Whether a reply speaks of a window of a minute or more that began at the Reset of another one. */
export function isNewWindow(before: RecordedExchange, now: RecordedExchange): boolean {
  const [last, next] = [rateLimitOf(before).reset * 1000, rateLimitOf(now).reset * 1000]
  return last <= now.sent && next - last >= MINUTE_MS - CLOCKS_MS
}
