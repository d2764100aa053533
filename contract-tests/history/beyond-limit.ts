// What is served that is over the limit.
import type { ClauseId } from '../../spec/clauses.ts'
import { sentBody } from './bodies.ts'
import { rateLimitOf } from './headers.ts'
import {
  countUpTo,
  type Finding,
  type History,
  isRefusal,
  isServed,
  precedes,
  type RecordedExchange,
  refusesKey,
  remembering,
  type Rule,
  statusesOf,
} from './history.ts'
import { meterOf } from './key-histories.ts'
import { limitsByKey } from './limits.ts'
import { type Figures, isOfAnotherPlan, isOfMinute, mayBeOfDay, mostInMinute } from './plans.ts'
import { CLOCKS_S, MINUTE_MS, ROUNDING_S } from './readings.ts'
import { askedId } from './sightings.ts'
import { mostRefilled } from './spending.ts'
import { isPlainlyOfGateway } from './unavailable.ts'
import { earliestEndOfWait, endOfWait, hasEnd, mayEndMinute, ROUNDED_WAIT_MS } from './waits.ts'

/** No more is served in a minute than the plan of a key allows, whatever Remaining says. */
export const noMoreThanThePlan: Rule = (history) =>
  limitsByKey(history).flatMap(({ caller, own: all, replies, figures }): readonly Finding[] => {
    const most = mostInMinute(figures)
    if (most === undefined) return []
    // What was set from outside may be served as well.
    const meters = [...Map.groupBy(all, (one) => meterOf(one, history)).values()]
    const isThere = (found: readonly RecordedExchange[] | undefined): boolean => found !== undefined
    const counted = meters.map((meter) => countedDown(most, meter)).find(isThere)
    const own = counted ?? meters.map((meter) => beyond(most, meter.filter(isServed), figures)).find(isThere)
    const last = own?.at(-1)
    if (own === undefined || last === undefined) return []
    const [clause, ...alternatives] = clausesBeyond(last, history)
    const isRefused = replies.some(({ status }) => status === 429)
    const isOfAnother = replies.some((reply) => isOfAnotherPlan(figures, reply))
    return [
      {
        clause,
        // What is not counted is served beyond the limit too.
        alternatives: isRefused && counted === undefined ? [...alternatives, 'LIMIT-3'] : alternatives,
        expected: `429, ${most} having been served${isOfAnother ? doubtOf(caller, history) : ''}`,
        actual: `status ${last.status}`,
        steps: statusesOf(own),
      },
    ]
  })

/** That the plan of a key, by which too much was served, may be wrongly given; nothing where it was not given. */
function doubtOf(caller: string, { plans }: History): string {
  const plan = plans?.get(caller)
  const flag = caller === 'second key' ? '--second-plan' : '--plan'
  return plan === undefined
    ? ''
    : `, for the key is said to be of the plan ${plan}: check ${flag}, for X-RateLimit-Limit is that of another one`
}

/** The first requests that were served and are too many: of one window, or of two where Reset does not distinguish them. */
function beyond(
  most: number,
  served: readonly RecordedExchange[],
  figures: readonly Figures[],
): readonly RecordedExchange[] | undefined {
  // A day that ends within a minute has the same Reset in two of them.
  const ofMinutes = served.filter(
    (one) => mayEndMinute(rateLimitOf(one).reset, one.received) && !mayBeOfDay(figures, rateLimitOf(one)),
  )
  const windows = Map.groupBy(ofMinutes, (one) => rateLimitOf(one).reset)
  // Where a minute rolls, its first request may leave it within the second that Reset is rounded to.
  for (const [, own] of windows) {
    const all = withinAMinute(most + 1, own)
    if (all !== undefined) return all
  }
  // Whatever a minute begins with, no more than two of them touch so short a time.
  return withinAMinute(2 * most + 1, served)
}

/**
 * What was answered in a window from one that was served and left all of it, to one that was served and left nothing: by that count,
 * which falls by one with each, one more than there are.
 */
function countedDown(
  most: number,
  replies: readonly RecordedExchange[],
): readonly RecordedExchange[] | undefined {
  const answered = replies.filter((one) => !isRefusal(one) && rateLimitOf(one).limit === most)
  const windows = Map.groupBy(answered, (one) => rateLimitOf(one).reset)
  for (const [, own] of windows) {
    const leaves = (left: number) => (one: RecordedExchange) =>
      isServed(one) && rateLimitOf(one).remaining === left
    const [first, last] = [own.findIndex(leaves(most)), own.findLastIndex(leaves(0))]
    if (first >= 0 && last > first) return own.slice(first, last + 1)
  }
  return undefined
}

/** The first so many of some requests in a row that were sent and answered within less than a minute. */
function withinAMinute(
  count: number,
  served: readonly RecordedExchange[],
): readonly RecordedExchange[] | undefined {
  const last = served.findIndex((one, at) => {
    const first = served[at + 1 - count]
    return first !== undefined && one.received - first.sent < MINUTE_MS
  })
  return last < 0 ? undefined : served.slice(last + 1 - count, last + 1)
}

/**
 * A key that was refused over the limit is served no more, as long as its window is open, than a window may have given back: nothing
 * at one instant.
 */
export const noneWhileRefused: Rule = (history) =>
  limitsByKey(history).flatMap(({ replies, figures }): readonly Finding[] => {
    if (history.isExcerpt === true) return []
    const letIn = replies.filter(isLetIn)
    const [ids, times] = [letIn.map(({ id }) => id), letIn.map(({ received }) => received)]
    const refusals = replies.filter(({ status }) => status === 429)
    const refusedIds = refusals.map(({ id }) => id)
    /** Whether a request is refused after one, and before the next one. */
    const isRefusedBetween = (one: RecordedExchange, next: RecordedExchange | undefined): boolean => {
      const first = countUpTo(refusedIds, one.id)
      const refusal = refusals.slice(first, first + MOST_BESIDE).find((later) => precedes(one, later))
      return refusal !== undefined && (next === undefined || precedes(refusal, next))
    }
    for (const refused of somewhatApart(refusals)) {
      const { rate, latest } = openAfter(refused, figures)
      const meter = meterOf(refused, history)
      const later = letIn.slice(countUpTo(ids, refused.id), countUpTo(times, latest))
      const own = later.filter(
        (one) => precedes(refused, one) && meterOf(one, history) === meter && one.sent >= refused.sent,
      )
      // What was on its way may be given back if it turned out to be an error.
      const beside = replies.filter((one) => isErrorBeside(one, refused)).length
      let served = 0
      const place = own.findIndex((one, at) => {
        served += isServed(one) || isRefusedBetween(one, own[at + 1]) ? 1 : 0
        const given = givenBack(rate, one.received - refused.sent)
        // As long as something has come back, an error may be free. Then what follows on it is served.
        return (given === 0 ? at + 1 : served) > beside + given
      })
      const last = own[place]
      if (last === undefined) continue
      const beyond = [...clausesBeyond(last, history, refused), ...anyway(last)]
      const isEarly = own.slice(0, place + 1).some((one) => beginsAnew(refused, one))
      const [clause = 'LIMIT-5', ...alternatives] = isEarly ? (['LIMIT-4', ...beyond] as const) : beyond
      return [
        {
          clause,
          alternatives,
          expected: '429, as before in the same window',
          actual: `status ${last.status}`,
          steps: statusesOf([refused, ...own.slice(0, place + 1)]),
        },
      ]
    }
    return []
  })

/** The last instant at which the window of a refusal is surely open, and how many requests it gives back each second at most. */
function openAfter(refused: RecordedExchange, figures: readonly Figures[]) {
  const { limit, reset } = rateLimitOf(refused)
  const rate = isOfMinute(figures, { limit }) ? (limit * 1000) / MINUTE_MS : Number.POSITIVE_INFINITY
  // Whoever has waited as the refusal says may be served, be Reset later.
  const [windowEnd, waitEnd] = [(reset - CLOCKS_S) * 1000, earliestEndOfWait(refused)]
  const end = Number.isNaN(waitEnd) ? windowEnd : Math.min(windowEnd, waitEnd)
  // What may have come back without bound contradicts nothing.
  const isBounded = rate < Number.POSITIVE_INFINITY && hasEnd(refused) && end > refused.sent
  // At its end, whoever has waited may be served as often as the new window allows.
  return { rate, latest: isBounded ? end - 1 : refused.sent }
}

/** Whether a reply says that a window has begun since a refusal, though the Reset of that one was to come. */
function beginsAnew(refused: RecordedExchange, reply: RecordedExchange): boolean {
  const [was, is] = [rateLimitOf(refused), rateLimitOf(reply)]
  return isServed(reply) && is.limit === was.limit && is.remaining > 0 && is.reset > was.reset + ROUNDING_S
}

function isErrorBeside(one: RecordedExchange, refused: RecordedExchange): boolean {
  if (isServed(one) || isRefusal(one)) return false
  return !precedes(one, refused) && !precedes(refused, one)
}

// Of refusals that were on their way beside a request.
const MOST_BESIDE = 100

const APART_MS = 5000

/** The first refusals, and one for each few seconds: those beside them contradict no more. */
function somewhatApart(refusals: readonly RecordedExchange[]): readonly RecordedExchange[] {
  let last = Number.NEGATIVE_INFINITY
  return refusals.filter(({ sent }) => {
    const isApart = sent - last >= APART_MS
    if (isApart) last = sent
    return isApart
  })
}

function givenBack(rate: number, milliseconds: number): number {
  return milliseconds <= 0 ? 0 : rate === Number.POSITIVE_INFINITY ? rate : mostRefilled(rate, milliseconds)
}

/** Whether a valid request was answered, be it with an error: how the limit stands to what is wrong with a request is open. */
function isLetIn(exchange: RecordedExchange): boolean {
  const { status } = exchange
  const isUnknown = status === 404 && askedId(exchange) !== undefined
  const isOfRule = status === 400 && sentBody(exchange).kind === 'valid'
  return isServed(exchange) || isUnknown || (isOfRule && exchange.probe.operation === 'createPet')
}

/** What may be broken instead where a request is answered with an error that it may get within the limit too. */
function anyway(exchange: RecordedExchange): readonly ClauseId[] {
  if (isServed(exchange)) return []
  return exchange.probe.operation === 'getPet' ? ['DEPRECATION-1', 'GET-1'] : ['CREATE-1']
}

/**
 * The clause that is broken by what is served over the limit: that of all operations, where others are refused, or of the limit.
 * `before`: a refusal before it, if one is known.
 */
export function clausesBeyond(
  exchange: RecordedExchange,
  history: History,
  before = exchange,
): readonly [ClauseId, ...ClauseId[]] {
  const { probe } = exchange
  // What is served may speak of the day, and what is refused of the minute.
  const windows = new Set([before, exchange].map(windowOf))
  const own = [...windows].flatMap((window) => windowsOf(history).get(window) ?? [])
  const refused = own.filter(({ status }) => status === 429)
  const [first] = refused
  if (first === undefined) return ['LIMIT-5', 'LIMIT-7']
  const isLike = (one: RecordedExchange): boolean => one.probe.operation === probe.operation
  const served = own.filter((one) => isLike(one) && isLetIn(one) && !precedes(one, first))
  // One of them may have been let in by chance.
  const isOfOperation = served.length > 1 && !refused.some(isLike)
  return isOfOperation ? ['LIMIT-7', 'LIMIT-5'] : ['LIMIT-5', 'LIMIT-7']
}

/** A refusal of the same key that came before a request or beside it, and whose wait was not over. */
export function refusedBeside(
  exchange: RecordedExchange,
  exchanges: readonly RecordedExchange[],
): RecordedExchange | undefined {
  const { caller, base } = exchange.probe
  return exchanges.find(
    (one) =>
      one.status === 429 &&
      one.probe.caller === caller &&
      one.probe.base === base &&
      !precedes(exchange, one) &&
      endOfWait(one) > exchange.received,
  )
}

const windowsOf = remembering(({ exchanges }: History) => Map.groupBy(exchanges, windowOf))

function windowOf(exchange: RecordedExchange): string {
  return `${rateLimitOf(exchange).reset} ${exchange.probe.caller}`
}

/** A quota that was set from outside, for a trial, is served, and no more than that of the day. */
export const setQuotaIsServed: Rule = (history) =>
  (history.quotaSetAfter ?? []).flatMap(({ caller, id, day, minute }, at, all): readonly Finding[] => {
    if (day === undefined || (minute ?? 0) < day) return []
    const next = all.slice(at + 1).find((one) => one.caller === caller)
    const own = history.exchanges.filter(
      (one) => one.probe.caller === caller && one.after >= id && one.id <= (next?.id ?? one.id),
    )
    const [first] = own
    const asked = own.slice(0, day + 1).filter(({ received }) => received - (first?.sent ?? 0) < MINUTE_MS)
    const place = asked.findIndex(({ status }, at) => (status === 429) === at < day)
    const wrong = asked[place]
    if (wrong === undefined || history.sharedKeys.has(caller) || asked.some(({ tries = 1 }) => tries > 1))
      return []
    // A gateway may have answered in place of the service.
    if (isPlainlyOfGateway(wrong)) return []
    // Why a key is refused that has some left is another rule's.
    if (asked.slice(0, Math.min(place + 1, day)).some(refusesKey)) return []
    // A single refusal may have got it banned, whatever is set since, and for no longer than that asked it to wait.
    const isOfBan = (one: RecordedExchange): boolean =>
      one.id <= id &&
      one.probe.caller === caller &&
      isRefusal(one) &&
      !(endOfWait(one) < endOfWait(wrong) - ROUNDED_WAIT_MS)
    if (place < day && history.exchanges.some(isOfBan)) return []
    return [
      {
        clause: 'LIMIT-6',
        alternatives: [],
        expected: place < day ? '200, as the day has it left' : '429, nothing of the day being left',
        actual: `status ${wrong.status}`,
        steps: statusesOf(asked.slice(0, place + 1)),
      },
    ]
  })
