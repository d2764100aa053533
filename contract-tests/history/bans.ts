// What gets a key banned, and what a ban is.
import { isAsWithKey } from './access.ts'
import { isAloneUntil, JUST_NOW_MS } from './assumptions.ts'
import { rateLimitOf } from './headers.ts'
import {
  type Finding,
  type History,
  inTime,
  isRefusal,
  isServed,
  precedes,
  type RecordedExchange,
  refusesKey,
  remembering,
  type Rule,
  statusesOf,
} from './history.ts'
import { type KeyHistory, requestsWith, unsharedKeys } from './key-histories.ts'
import { MOST_REFUSALS } from './refusals.ts'
import { CLOCKS_S } from './readings.ts'
import {
  endOfReset,
  endOfWait,
  endTogether,
  mayEndDay,
  ROUNDED_WAIT_MS,
  SHORTEST_BAN_MS,
  waitShown,
} from './waits.ts'

/**
 * A ban in another status than 429 comes after as many refusals for one key as for another: where one met more in a row that were all
 * 429, no other one is banned sooner.
 */
export const bannedAlike: Rule = (history) => {
  const keys = unsharedKeys(history)
  return keys.flatMap((key): readonly Finding[] => {
    const banned = key.own.find(refusesKey)
    if (banned === undefined || banOfAnother(key, history) !== undefined) return []
    // Refusals may add up while the key is served in between.
    const earlier = key.order.before(banned).filter(isRefusal)
    const beside = key.own.filter((one) => !precedes(one, banned) && !precedes(banned, one))
    const most = earlier.length + beside.length
    const limited = [...earlier, ...beside].find(({ status }) => status === 429)
    const others = keys.filter(({ caller }) => caller !== key.caller)
    const longer = others.map((other) => longestStreak(other)).find(({ length }) => length > most)
    if (limited === undefined || longer === undefined) return []
    const left = leftBefore(banned, key)
    const why = `another key was refused ${longer.length} times in a row, and not banned`
    const [clause, other] = isOverAtOnce(banned, key)
      ? (['AUTH-1', 'LIMIT-12'] as const)
      : (['LIMIT-12', 'AUTH-1'] as const)
    return [
      {
        ...(left > 0
          ? {
              clause,
              alternatives: [other, 'LIMIT-7'],
              expected: `no ban: ${left} were left, and ${why}`,
            }
          : { clause: 'LIMIT-7', alternatives: ['AUTH-1', 'LIMIT-12'], expected: `429: ${why}` }),
        actual: `status ${banned.status}`,
        wrong: banned,
        steps: inTime(statusesOf([limited, banned, ...longer.slice(0, most + 1)])),
      },
    ]
  })
}

/**
 * A key that nobody else uses, and that has some left by the reply just before, is not banned when another one is: in the same status,
 * until the same instant.
 */
export const bansAreApart: Rule = (history) =>
  unsharedKeys(history).flatMap((key): readonly Finding[] => {
    const { banned, last, cause } = banOfAnother(key, history) ?? {}
    if (banned === undefined || last === undefined || cause === undefined) return []
    return [
      {
        clause: 'LIMIT-11',
        alternatives: ['LIMIT-12', 'AUTH-1'],
        expected: `an answer, ${rateLimitOf(last).remaining} being left: it is another key that is banned`,
        actual: `status ${banned.status}`,
        wrong: banned,
        steps: inTime(statusesOf([last, cause, banned])),
      },
    ]
  })

/** The first refusal of a key that is banned with another one, the reply to it before, and a refusal of the other one. */
function banOfAnother(key: KeyHistory, history: History) {
  const banned = key.own.find(refusesKey)
  const [last] = banned === undefined ? [] : key.order.before(banned, 1)
  if (banned === undefined || last === undefined || isRefusal(last) || leftBefore(banned, key) === 0)
    return undefined
  if (!isAloneUntil(banned, last, requestsWith(key.caller, history))) return undefined
  const cause = unsharedKeys(history)
    .filter(({ caller }) => caller !== key.caller)
    .flatMap(({ own }) => own)
    .find((one) => one.status === banned.status && precedes(one, banned) && endTogether(one, banned))
  return cause === undefined ? undefined : { banned, last, cause }
}

// Each is held against all requests with the key.
const MOST_LOOKED_AT = 4

/** A key whose ban is over, as a reply shows that has some left, is not banned anew by the next request: nobody else uses it. */
export const bansEndForAll: Rule = (history) =>
  unsharedKeys(history).flatMap((key): readonly Finding[] => {
    const former = key.own.find(refusesKey) ?? key.own.find((one) => beginsBan(one, key))
    if (former === undefined) return []
    const after = key.own.filter((one) => isSameBan(former, one) && precedes(former, one))
    const soon = after.slice(0, MOST_LOOKED_AT)
    const [anew] = soon.flatMap((banned) => {
      const [last] = key.order.before(banned, 1)
      const isOver = last !== undefined && !isRefusal(last) && precedes(former, last)
      if (!isOver || leftBefore(banned, key) === 0) return []
      return isAloneUntil(banned, last, requestsWith(key.caller, history)) ? [{ last, banned }] : []
    })
    if (anew === undefined) return []
    const { last, banned } = anew
    const isNoBan = isWithinLimit(former, key)
    const ofKey = isNoBan ? (['AUTH-1', 'LIMIT-12'] as const) : (['LIMIT-12', 'AUTH-1'] as const)
    const [clause, ...alternatives] = refusesKey(banned)
      ? ofKey
      : (['LIMIT-12', 'LIMIT-9', 'LIMIT-5'] as const)
    return [
      {
        clause,
        alternatives,
        expected: `an answer, ${rateLimitOf(last).remaining} being left: the ${isNoBan ? 'key was not over its limit' : 'ban was over'}`,
        actual: `status ${banned.status}`,
        wrong: banned,
        steps: inTime(statusesOf([former, last, banned])),
      },
    ]
  })

/** Whether a key was refused while it had some left, just before too, and has met no limit until then. */
function isWithinLimit(refused: RecordedExchange, key: KeyHistory): boolean {
  const [last] = key.order.before(refused, 1)
  return (
    last !== undefined &&
    leftBefore(refused, key) > 0 &&
    refused.sent - last.received <= JUST_NOW_MS &&
    !key.own.some((one) => one.status === 429 && precedes(one, refused))
  )
}

/** Whether a 429 is that of a ban: it asks for a longer wait than the minute that it speaks of, and for none that ends with a day. */
function isBanLikeLimit(one: RecordedExchange): boolean {
  const end = endOfWait(one)
  return one.status === 429 && end > endOfReset(one) + CLOCKS_S * 1000 && !mayEndDay(end)
}

/** Whether such a ban begins with a refusal: the one before asked for less, and was not waited for; a day that is used up refuses without. */
function beginsBan(one: RecordedExchange, { order }: KeyHistory): boolean {
  const [before] = isBanLikeLimit(one) ? order.before(one, 1) : []
  if (before?.status !== 429) return false
  return one.sent < endOfWait(before) && endOfWait(before) < endOfWait(one) - CLOCKS_S * 1000
}

/** Whether two refusals may be of one kind of ban: where those look like a limit's, both are as long. */
function isSameBan(former: RecordedExchange, one: RecordedExchange): boolean {
  if (one.status !== former.status) return false
  const [was, is] = [former, one].map((reply) => endOfWait(reply) - reply.received)
  return refusesKey(one) || (isBanLikeLimit(one) && Math.abs((was ?? 0) - (is ?? 0)) <= ROUNDED_WAIT_MS)
}

/** Whether the next request of a key that was refused is answered as one with a valid key is, sooner than any ban ends. */
function isOverAtOnce(banned: RecordedExchange, { order }: KeyHistory): boolean {
  const next = order.next(banned)
  return next !== undefined && isAsWithKey(next) && next.sent - banned.received < SHORTEST_BAN_MS
}

// A wait in whole seconds may be a second longer than the ban, and the clocks of two replicas differ.
const NEARLY_OVER_MS = 5000

/** A key that is refused in another status than 429 is banned, and meets no 429 before that is over: else it was over its limit alone. */
export const notLimitedWhileBanned: Rule = (history) =>
  unsharedKeys(history).flatMap(({ own, order }): readonly Finding[] => {
    const [first] = own.flatMap((limited) => {
      const banned = limited.status === 429 ? lastRefusalOfKey(order.before(limited, MOST_BESIDE)) : undefined
      const isEarly = banned !== undefined && limited.received < endOfWait(banned) - NEARLY_OVER_MS
      return isEarly ? [{ banned, limited }] : []
    })
    if (first === undefined || !order.before(first.banned).some(isServed)) return []
    const { banned, limited } = first
    return [
      {
        clause: 'LIMIT-7',
        alternatives: ['LIMIT-12', 'AUTH-1'],
        expected: '429, as the request after it: the key is over its limit, and not banned',
        actual: 'status 403',
        wrong: banned,
        steps: [
          { exchange: banned, shows: waitShown(banned) },
          { exchange: limited, shows: 'status 429' },
        ],
      },
    ]
  })

// Those that were under way beside a refusal may be answered after it.
const MOST_BESIDE = 20

/** The last of some replies that is a 403, where nothing was asked and answered since. */
function lastRefusalOfKey(before: readonly RecordedExchange[]): RecordedExchange | undefined {
  const banned = before.findLast(({ status }) => status === 403)
  return banned !== undefined && before.some((one) => precedes(banned, one)) ? undefined : banned
}

/** How many requests a key surely had left before one, by the reply before it. */
function leftBefore(exchange: RecordedExchange, { order }: KeyHistory): number {
  const [last] = order.before(exchange, 1)
  if (last === undefined || isRefusal(last)) return 0
  const left = rateLimitOf(last).remaining - order.countAround(last, exchange) + 2
  return left > 0 ? left : 0
}

/** The longest row of 429s, each of which was asked for after the one before was answered. */
const longestStreak = remembering(({ own }: KeyHistory): readonly RecordedExchange[] => {
  let longest: readonly RecordedExchange[] = []
  let streak: readonly RecordedExchange[] = []
  for (const exchange of own) {
    const last = streak.at(-1)
    const goesOn = exchange.status === 429 && (last === undefined || precedes(last, exchange))
    streak = goesOn ? [...streak, exchange] : []
    if (streak.length > longest.length) longest = streak
    if (streak.length >= MOST_REFUSALS) break
  }
  return longest
})
