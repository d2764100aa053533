// What the errors of a key cost it, as far as its replies show it.
import { asTheyWereAnswered, isServed, precedes, remembering } from './history.ts'
import type { Reading } from './readings.ts'

/** The statuses of errors after which fewer were left: one that is given back once it is answered is missing in its own reply alone. */
export const countedErrors = remembering(
  (meter: readonly Reading[]): ReadonlySet<number> =>
    new Set(
      neighboursIn(meter).flatMap(([{ exchange, remaining }, next]) =>
        !isServed(exchange) && next.remaining < remaining ? [exchange.status] : [],
      ),
    ),
)

// Fewer may each have been one of others, or one of those that cost something.
const ENOUGH_COSTS = 8

/** The statuses of errors that are known to cost one: time and again, and each time, fewer were left than just before. */
export const costlyErrors = remembering((meter: readonly Reading[]): ReadonlySet<number> => {
  const costs = new Map<number, number>()
  const free = new Set<number>()
  for (const [before, { exchange, remaining }] of neighboursIn(meter)) {
    if (isServed(exchange) || remaining > before.remaining) continue
    if (remaining < before.remaining) costs.set(exchange.status, (costs.get(exchange.status) ?? 0) + 1)
    else free.add(exchange.status)
  }
  return new Set(
    [...costs].flatMap(([status, count]) => (count >= ENOUGH_COSTS && !free.has(status) ? [status] : [])),
  )
})

/** Each two readings between which nothing else was asked with the key in any form. */
const neighboursIn = remembering((meter: readonly Reading[]): readonly (readonly [Reading, Reading])[] => {
  const answered = asTheyWereAnswered(meter)
  return answered.flatMap((now, at) => {
    const before = answered[at - 1]
    const isNext = before?.exchange.id === now.exchange.id - 1 && precedes(before.exchange, now.exchange)
    return isNext ? [[before, now] as const] : []
  })
})
