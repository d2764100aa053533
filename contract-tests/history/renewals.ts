import { rateLimitOf } from './headers.ts'
import { type Finding, isServed, precedes, type RecordedExchange, type Rule } from './history.ts'
import { Order } from './key-histories.ts'
import { limitsByKey } from './limits.ts'
import { isOfMinute } from './plans.ts'
import { CLOCKS_S } from './readings.ts'

const MINUTE_MS = 60_000
const ENOUGH_RENEWALS = 2

/**
 * After a minute in which a key has sent nothing, every kind of window of a minute has its whole quota again. Others may have used
 * the key meanwhile; but not twice to the same number, and never else.
 */
export const renewedAfterSilence: Rule = (history) => {
  const byCaller = Map.groupBy(history.exchanges, ({ probe }) => probe.caller)
  return limitsByKey(history).flatMap(({ caller, replies, figures }): readonly Finding[] => {
    if (history.sharedKeys.has(caller) || history.isExcerpt === true) return []
    const own = new Set(replies)
    const renewed = renewals(byCaller.get(caller) ?? []).filter(
      ([, now]) => own.has(now) && isServed(now) && isOfMinute(figures, rateLimitOf(now)),
    )
    const short = renewed.filter(([, now]) => leftOf(now) < rateLimitOf(now).limit - (now.tries ?? 1))
    const [first, ...others] = short
    const isSame = others.every(([, now]) => leftOf(now) === leftOf(first?.[1] ?? now))
    if (first === undefined || short.length < ENOUGH_RENEWALS || !isSame) return []
    const [, now] = short.at(-1) ?? first
    const { limit, remaining } = rateLimitOf(now)
    const shown = short.slice(0, ENOUGH_RENEWALS).flatMap(([before, after]) => [before, after])
    return [
      {
        clause: 'LIMIT-10',
        alternatives: ['LIMIT-3'],
        expected: `${limit - 1} of ${limit} left, nothing having been sent for a minute`,
        actual: `${remaining} left`,
        steps: [...new Set(shown)].map((exchange) => ({ exchange, shows: `${leftOf(exchange)} left` })),
      },
    ]
  })
}

function leftOf(exchange: RecordedExchange): number {
  return rateLimitOf(exchange).remaining
}

/** Requests that came a minute after the one before, with that one; `own` are all with the key. */
function renewals(
  own: readonly RecordedExchange[],
): readonly (readonly [before: RecordedExchange, now: RecordedExchange])[] {
  const order = new Order(own)
  return own.flatMap((now, at) => {
    const before = own[at - 1]
    if (before === undefined || now.sent - before.received < MINUTE_MS + CLOCKS_S * 1000) return []
    return order.beside(now) === 0 && precedes(before, now) ? [[before, now] as const] : []
  })
}
