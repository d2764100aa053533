// A counter of the minute that weighs the one before: it counts so much of that as lies in the last sixty seconds.
import { isServed } from './history.ts'
import { type Reading, ROUNDING_S, type Window } from './readings.ts'

/** Readings in which requests leave a window evenly, a whole limit of them in `length` seconds; infinite where none do. */
interface Leaving {
  readonly stretch: readonly Reading[]
  readonly length: number
}

/**
 * What such a counter can be held to, whose readings are given by Reset: within a minute the requests of the one before leave it evenly, and
 * from one to the next nothing is renewed, but for what has left since the last reply.
 */
export function weighed(
  stretches: readonly (readonly Reading[])[],
  window: Window,
  costly: ReadonlySet<number>,
): readonly Leaving[] {
  return stretches.flatMap((stretch, at): readonly Leaving[] => {
    const before = stretches[at - 1] ?? []
    const [first, last] = [stretch[0], before.at(-1)]
    if (first === undefined) return []
    const { limit, reset } = first
    const leaving = (past: number): number => (limit * window.length) / Math.min(past, limit)
    const most = pastAt(first, window, costly)
    // After a minute without a request, nothing is left of that before.
    if (last === undefined || reset - last.reset > window.length + 2 * ROUNDING_S)
      return [{ stretch, length: leaving(most) }]
    const past = Math.max(...before.map((one) => one.limit - one.remaining)) + 1
    return [
      { stretch, length: leaving(Math.min(past, most)) },
      { stretch: [last, first], length: leaving(limit) },
    ]
  })
}

/** The most that the minute before can have had by the first reply of this one: what is gone beside the request itself, by its weight. */
function pastAt(
  { exchange, limit, remaining, reset }: Reading,
  { length }: Window,
  costly: ReadonlySet<number>,
): number {
  const weight = Math.max(ROUNDING_S, reset - exchange.received / 1000) / length
  const own = isServed(exchange) || costly.has(exchange.status) ? 1 : 0
  return Math.max(0, limit - remaining - own) / weight
}
