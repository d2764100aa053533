// What a client is answered once it has waited for as long as its refusals say.
import type { ClauseId } from '../../spec/clauses.ts'
import { figure } from '../../spec/wording.ts'
import { areOthersInItsMinute } from './assumptions.ts'
import { retryAfterOf } from './headers.ts'
import {
  type Finding,
  type History,
  isRefusal,
  isServed,
  isWithKey,
  precedes,
  type RecordedExchange,
  refusesKey,
  remembering,
  type Rule,
} from './history.ts'
import { meterOf, Order, requestsWith, unsharedKeys } from './key-histories.ts'
import { CLOCKS_MS, LONGEST_MINUTE_MS } from './readings.ts'
import { MOST_REFUSALS, refusalsOfOthers } from './refusals.ts'
import { earliestEndOfWait, endOfWait, endOfWindow, ROUNDED_WAIT_MS, waitShown, wasPast } from './waits.ts'

/** What a client asks after its refusals, once it has waited for as long as they say and asked nothing meanwhile. */
export interface AfterTheWait {
  readonly exchange: RecordedExchange
  /** The refusal whose wait is the longest. */
  readonly last: RecordedExchange
  /** Whether it had gone on after a refusal, or was refused otherwise than over the limit: it may have been banned. */
  readonly hasGoneOn: boolean
  /** Whether it may be banned without a word of that before: by the newest refusal, at whichever base address. */
  readonly mayBeBanned: boolean
  /** Whether some refusal asked for so much more time than those before it that it may be a ban. */
  readonly isProlonged: boolean
  readonly isAtReset: boolean
}

export const askedAfterTheWait = remembering((history: History): readonly AfterTheWait[] =>
  unsharedKeys(history).flatMap(({ caller, own, isSet }) => {
    const inAnyForm = requestsWith(caller, history).filter(({ probe }) => probe.base === own[0]?.probe.base)
    const meter = own[0] && meterOf(own[0], history)
    // Whatever is refused may prolong a wait, and whatever is answered may use up what comes back, in whichever form it was asked.
    const isCounted = (one: RecordedExchange): boolean => isWithKey(one) || !refusesKey(one)
    const order = new Order(inAnyForm.filter((one) => isCounted(one) && meterOf(one, history) === meter))
    const overLimit = new Order(requestsWith(caller, history).filter(({ status }) => status === 429))
    return (areOthersInItsMinute(inAnyForm) ? [] : own).flatMap((exchange, at): readonly AfterTheWait[] => {
      const areRefused = own.slice(Math.max(0, at - MOST_AT_ONCE), at).some(isRefusal)
      if (!areRefused || order.beside(exchange) > 0) return []
      const earlier = order.before(exchange, MOST_REFUSALS)
      // What was refused beside a request that was served may be a ban already.
      const answered = earlier.filter((one) => !isRefusal(one))
      const served = answered.filter(isWithKey)
      const lastAfter = Math.max(...served.map(({ after }) => after))
      const refusals = earlier.filter((one) => isRefusal(one) && one.id > lastAfter)
      if (refusals.some((one) => mayBeTaken(one, answered))) return []
      // Whoever has never been served may share the key with others who use it up.
      if ((served.length === 0 && !isSet) || !refusals.some(({ status }) => status === 429)) return []
      const ends = endsOfWaits(refusals, exchange)
      const end = Math.max(...ends)
      const last = refusals[ends.indexOf(end)]
      if (last === undefined || !(exchange.sent >= end)) return []
      const goesOn = refusals.some((one) => refusals.some((other) => precedes(one, other)))
      const hasGoneOn = goesOn || last.status !== 429
      const [newest] = overLimit.before(exchange, 1)
      const mayBeBanned = newest !== undefined && mayBegin(newest, refusals, exchange)
      const isProlonged = hasLeap(refusals) || last.status !== 429
      return [
        {
          exchange,
          last,
          hasGoneOn,
          mayBeBanned,
          isProlonged,
          isAtReset: exchange.sent >= endOfWindow(last),
        },
      ]
    })
  }),
)

// No service means a ban by less.
const SHORTEST_MS = 10_000

/** Whether a refusal asks to wait much longer than all before it, whose waits were not over yet. */
function hasLeap(refusals: readonly RecordedExchange[]): boolean {
  let latest = Number.NaN
  return refusals.some((one) => {
    const end = endOfWait(one)
    const isMuchLater = one.sent < latest && end > latest + SHORTEST_MS
    latest = latest > end ? latest : end
    return isMuchLater
  })
}

// Those that were sent beside a refusal may be answered after it.
const MOST_AT_ONCE = 20

/** Whether a request may have been served by what a refusal before it promises: it was answered when the wait was nearly over, or later. */
function mayBeTaken(refusal: RecordedExchange, answered: readonly RecordedExchange[]): boolean {
  if (wasPast(refusal)) return false
  const end = earliestEndOfWait(refusal)
  return answered.some((one) => one.id > refusal.id && !(one.received < end - ROUNDED_WAIT_MS))
}

/**
 * Whether the newest refusal may have begun the ban that a further request meets, and said no more than that its minute is used up: it was
 * asked before the wait of another one was over, and the ban is no shorter than their waits, nor than any that a service means by one.
 */
function mayBegin(
  newest: RecordedExchange,
  refusals: readonly RecordedExchange[],
  further: RecordedExchange,
): boolean {
  const isEarly = refusals.some((one) => one !== newest && newest.sent < endOfWait(one))
  if (!isEarly || endOfWait(newest) > newest.received + LONGEST_MINUTE_MS) return false
  const end = endOfWait(further)
  return Number.isNaN(end) || end >= Math.max(newest.sent + SHORTEST_MS, ...refusals.map(endOfWait))
}

/** When the waits of some refusals are over. Where a further one says again what one said whose wait is over, longer ones are untrue. */
function endsOfWaits(refusals: readonly RecordedExchange[], further: RecordedExchange): readonly number[] {
  const isBanned = refusals.some(({ status }) => status === 403)
  // A service that bans with 403 does not prolong a ban with 401.
  const ends = refusals.map((one) =>
    isBanned && one.status === 401 ? Number.NEGATIVE_INFINITY : endOfWait(one),
  )
  const over = refusals.findLast((_one, at) => further.sent >= (ends[at] ?? Number.NaN))
  if (over === undefined || further.status !== 429) return ends
  const isAgain = endOfWait(further) - further.received <= endOfWait(over) - over.received + ROUNDED_WAIT_MS
  const latest = endOfWait(further) + CLOCKS_MS
  return isAgain ? ends.map((end) => (end > latest ? Number.NEGATIVE_INFINITY : end)) : ends
}

/**
 * A client that has waited is served: as Retry-After says, and, after a refusal that is none for going on, at Reset; unless that was
 * the one to begin a ban, which shows by its status.
 */
export const servedAfterTheWait: Rule = (history) =>
  askedAfterTheWait(history).flatMap((asked) => {
    const { exchange: refused, last, hasGoneOn, mayBeBanned, isProlonged, isAtReset } = asked
    if (!isRefusal(refused)) return []
    // What begins a ban may say no more than the refusals before it.
    if (mayBeBanned && !isProlonged) return []
    const found = findingOf(last, refused)
    const isOfOthers = refusalsOfOthers(refused, history, last.id) > 0
    const others: readonly ClauseId[] = [
      ...(refused.status === 429 ? [] : (['AUTH-1'] as const)),
      ...(isOfOthers ? (['LIMIT-11'] as const) : []),
    ]
    if (hasGoneOn) {
      // A ban that has ended since was temporary.
      const hasEnded = (lastServedIn(history).get(refused.probe.caller) ?? 0) >= refused.id
      const [clause, other] =
        hasEnded || !isProlonged ? (['LIMIT-9', 'LIMIT-12'] as const) : (['LIMIT-12', 'LIMIT-9'] as const)
      return [found(clause, [other, ...others])]
    }
    // Be it that no new window has begun, or that the key is banned for longer than Retry-After says.
    const ofWindow: readonly ClauseId[] = isAtReset ? ['LIMIT-10'] : []
    return [found('LIMIT-9', [...ofWindow, ...others])]
  })

/** After which exchange the last request of each caller was sent that was served. */
const lastServedIn = remembering(({ exchanges }: History): ReadonlyMap<string, number> => {
  const last = new Map<string, number>()
  for (const one of exchanges.filter(isServed))
    last.set(one.probe.caller, Math.max(one.after, last.get(one.probe.caller) ?? 0))
  return last
})

function findingOf(last: RecordedExchange, refused: RecordedExchange) {
  const wait = retryAfterOf(last)
  const asked = wait === undefined ? '' : ` of ${inSeconds(wait)}`
  return (clause: ClauseId, alternatives: readonly ClauseId[]): Finding => ({
    clause,
    alternatives,
    expected: `200: the wait${asked} is over`,
    actual: `status ${refused.status} after ${inSeconds(refused.sent - last.received)}`,
    steps: [
      { exchange: last, shows: waitShown(last) },
      { exchange: refused, shows: `status ${refused.status}` },
    ],
  })
}

function inSeconds(milliseconds: number): string {
  return `${figure(Math.floor(milliseconds / 1000))} s`
}
