// What contradicts that a window rolls, so that each request leaves it when it is as old as the window is long.
import { asTheyWereAnswered, countUpTo, isServed } from './history.ts'
import { CLOCKS_S, type Contradiction, endsAfter, type Reading, ROUNDING_S, type Window } from './readings.ts'

/** Where nothing is in it but the request itself, its end is when that leaves it. */
export function tooNear(meter: readonly Reading[], { kind, length }: Window): Contradiction | undefined {
  if (kind !== 'rolling') return undefined
  for (const { exchange, limit, remaining, reset } of meter) {
    const ahead = reset - exchange.sent / 1000
    if (!isServed(exchange) || remaining !== limit - 1 || ahead >= length - CLOCKS_S - ROUNDING_S) continue
    return {
      of: 'Reset',
      expected: `X-RateLimit-Reset ${length} s ahead, for one request is in the window`,
      actual: `${Math.round(ahead)} s ahead`,
      exchanges: [exchange],
    }
  }
  return undefined
}

/**
 * Where each reply names the moment at which its own request leaves the window, no other one has left it before its time: a counter
 * that weighs the minute before names the end of a minute.
 */
export function leftEarly(meter: readonly Reading[], { kind, length }: Window): Contradiction | undefined {
  if (kind !== 'rolling') return undefined
  const served = asTheyWereAnswered(meter.filter(({ exchange }) => isServed(exchange)))
  const ids = served.map(({ exchange }) => exchange.id)
  const sent = earliestFrom(served.map(({ exchange }) => exchange.sent))
  const others = served.flatMap((one, at) => (endsAfter(one.exchange, length) ? [] : [at]))
  for (const [at, reading] of served.entries()) {
    const { exchange, limit, remaining } = reading
    const from = countUpTo(sent, exchange.received - (length - ROUNDING_S) * 1000)
    const to = countUpTo(ids, exchange.after)
    const isOtherwise = countUpTo(others, at) > countUpTo(others, from - 1)
    if (to <= from || isOtherwise || remaining <= limit - 1 - (to - from)) continue
    const own = served.slice(from, to)
    return {
      of: 'Reset',
      expected: `${limit - 1 - own.length} or fewer left until X-RateLimit-Reset ${own[0]?.reset}, that of an earlier reply`,
      actual: `${remaining} left`,
      exchanges: own.concat(reading).map((one) => one.exchange),
    }
  }
  return undefined
}

/** Of each instant in a row, the earliest one from there on. */
function earliestFrom(instants: readonly number[]): readonly number[] {
  let earliest = Number.POSITIVE_INFINITY
  return instants
    .toReversed()
    .map((one) => (earliest = Math.min(earliest, one)))
    .reverse()
}
