import { ascending, countUpTo, isServed, type RecordedExchange } from './history.ts'
import { readingsOf } from './readings.ts'

/** The callers whose keys the service has accepted at least once. */
export function acceptedKeysIn(exchanges: readonly RecordedExchange[]): ReadonlySet<string> {
  const callers = exchanges.filter(isServed).map(({ probe }) => probe.caller)
  return new Set(callers.filter((caller) => caller !== 'nobody'))
}

/**
 * The callers whose keys others use meanwhile, as far as the exchanges show it: more requests are gone between two replies
 * of one window than were sent with the key. A service that charges one request several times looks the same.
 */
export function sharedKeysIn(exchanges: readonly RecordedExchange[]): ReadonlySet<string> {
  const shared = new Set<string>()
  for (const [caller, own] of Map.groupBy(exchanges, ({ probe }) => probe.caller)) {
    const answered = own.map(({ id }) => id).sort(ascending)
    const asked = own.map(({ after }) => after).sort(ascending)
    const again = own.reduce((sum, { tries = 1 }) => sum + tries - 1, 0)
    for (const window of Map.groupBy(
      readingsOf(own),
      ({ exchange, limit, reset }) => `${exchange.probe.base ?? ''} ${limit} ${reset}`,
    ).values()) {
      for (const [at, { exchange, remaining }] of window.entries()) {
        const before = window[at - 1]
        if (before === undefined) continue
        // Those beside the first of the two may have been counted after it.
        const most =
          countUpTo(asked, exchange.id - 1) - countUpTo(answered, before.exchange.after) - 1 + again
        if (before.remaining - remaining > most) shared.add(caller)
      }
    }
  }
  return shared
}
