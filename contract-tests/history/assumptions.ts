import { chargesIn } from './charges.ts'
import { rateLimitOf } from './headers.ts'
import {
  ascending,
  countUpTo,
  type History,
  isRefusal,
  isServed,
  precedes,
  type RecordedExchange,
  remembering,
} from './history.ts'
import { MANY_ALONE, meterOf, Order } from './key-histories.ts'
import { CLOCKS_MS, MINUTE_MS, readingsOf } from './readings.ts'

/** The callers whose keys the service has accepted at least once. */
export function acceptedKeysIn(exchanges: readonly RecordedExchange[]): ReadonlySet<string> {
  const callers = exchanges.filter(isServed).map(({ probe }) => probe.caller)
  return new Set(callers.filter((caller) => caller !== 'nobody'))
}

/** The callers whose keys others use meanwhile, as far as the exchanges show it: not where one pays for another of them. */
export function sharedKeysIn(history: Pick<History, 'exchanges' | 'quotaSetAfter'>): ReadonlySet<string> {
  const shared = new Set(usesByOthersIn(history).map(({ caller }) => caller))
  if (shared.size === 0) return shared
  const payers = chargesIn(history).map(({ payer }) => payer)
  return new Set([...shared].filter((caller) => !payers.includes(caller)))
}

/** Two replies to one key with the same limit, between which others have used it. */
export interface UseByOthers {
  readonly caller: string
  readonly before: RecordedExchange
  readonly now: RecordedExchange
}

/**
 * Where it shows that others use a key: more requests are gone between two replies than were sent with it, of whichever window,
 * for none has less at its beginning. A service that charges one request several times looks the same.
 */
export function usesByOthersIn(
  history: Pick<History, 'exchanges' | 'quotaSetAfter'>,
): readonly UseByOthers[] {
  const uses: UseByOthers[] = []
  for (const [caller, own] of Map.groupBy(history.exchanges, ({ probe }) => probe.caller)) {
    const order = new Order(own)
    const again = own.reduce((sum, { tries = 1 }) => sum + tries - 1, 0)
    const meters = Map.groupBy(
      readingsOf(own),
      ({ exchange, limit }) => `${meterOf(exchange, history)} ${limit}`,
    )
    for (const meter of meters.values()) {
      for (const [at, { exchange, remaining }] of meter.entries()) {
        const before = meter[at - 1]
        // What a window begins with after a minute of silence is another rule's.
        if (before === undefined || exchange.sent - before.exchange.received > MINUTE_MS) continue
        // Those beside the first of the two may have been counted after it.
        const most = order.countAround(before.exchange, exchange) - 1 + again
        if (before.remaining - remaining > most) uses.push({ caller, before: before.exchange, now: exchange })
      }
    }
  }
  return uses
}

/**
 * Whether others use a key whose minute rolls: more requests are in it than were sent with the key in a minute, `own` in whichever
 * form. What they send in a wait prolongs it.
 */
export function areOthersInItsMinute(own: readonly RecordedExchange[]): boolean {
  const times = own.map(({ sent }) => sent).sort(ascending)
  const beginning = (times[0] ?? 0) + MINUTE_MS + MOMENT_MS
  const readings = readingsOf(own)
  const rolls = readings.every(
    ({ exchange, reset }) => Math.abs(reset * 1000 - exchange.received - MINUTE_MS) <= MOMENT_MS,
  )
  if (!rolls) return false
  return readings.some(({ exchange, limit, remaining }) => {
    if (!isServed(exchange) || exchange.sent < beginning) return false
    const since = countUpTo(times, exchange.sent - MINUTE_MS - MOMENT_MS)
    return limit - remaining > countUpTo(times, exchange.received) - since
  })
}

const MOMENT_MS = 1500

/**
 * Whether a refusal itself shows that others use its key: less is left than its own requests since the last reply that
 * accepted it can have spent. `own` are the requests with the key to the same base address; after a 429 they may have
 * earned a ban themselves.
 */
export function showsUseByOthers(refused: RecordedExchange, own: readonly RecordedExchange[]): boolean {
  const { answered, limited } = ordersOf(own)
  const [before] = answered.before(refused, 1)
  if (before === undefined) return false
  const [last] = limited.before({ after: refused.id }, 1)
  if (last !== undefined && last.id > before.id) return false
  const [was, is] = [rateLimitOf(before), rateLimitOf(refused)]
  // Of another limit, such as that of the day, it was not said what is left.
  if (was.limit !== is.limit) return false
  // Another window began with a quota of its own.
  const left = was.reset === is.reset ? was.remaining : is.limit
  // What was on its way beside them may have been counted since.
  return left - is.remaining > refused.id - before.after - 1
}

/** So soon after a reply to a key, nobody else uses up what it said was left. */
export const JUST_NOW_MS = 500

/**
 * Whether nobody else can have used a key since the reply before a refusal, which came just then: nobody has used it in all the time
 * before. `own` are all requests with the key, in whichever form.
 */
export function isAloneUntil(
  refused: RecordedExchange,
  before: RecordedExchange,
  own: readonly RecordedExchange[],
): boolean {
  if (!precedes(before, refused) || refused.sent - before.received > JUST_NOW_MS) return false
  const earlier = own.filter((one) => precedes(one, refused))
  return readingsOf(earlier).length >= MANY_ALONE && usesByOthersIn({ exchanges: earlier }).length === 0
}

const ordersOf = remembering((own: readonly RecordedExchange[]) => ({
  answered: new Order(own.filter((one) => !isRefusal(one))),
  limited: new Order(own.filter(({ status }) => status === 429)),
}))

/** The replies whose Date is not the time at which they came, as far as clocks may differ; the service's time is taken for ours. */
export function clocksApartIn(exchanges: readonly RecordedExchange[]): readonly RecordedExchange[] {
  return exchanges.filter(({ headers, sent, received }) => {
    const dated = Date.parse(headers['date'] ?? '')
    // A Date has no fraction of a second.
    const [earliest, latest] = [sent - CLOCKS_MS - 1000, received + CLOCKS_MS]
    return dated < earliest || dated > latest
  })
}
