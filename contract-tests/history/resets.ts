// What contradicts the Resets of a meter in a window of any kind.
import { rateLimitOf } from './headers.ts'
import { type History, isRefusal, precedes, remembering } from './history.ts'
import {
  CLOCKS_MS,
  CLOCKS_S,
  type Contradiction,
  inOrder,
  isCounter,
  MINUTE_MS,
  type Reading,
  ROUNDING_S,
  type Window,
} from './readings.ts'
import { Served } from './served.ts'

/**
 * Reset never moves back; a key's limits of the minute and of the day differ, so that each has a Reset of its own. Unless the
 * window is fixed, an error may be given back, and Reset with it, after another reply has named it. At the end of a window of the
 * calendar, an instance whose clock is behind is still in it when another one has named the end of the next.
 */
export function backwards(
  meter: readonly Reading[],
  window: Window,
  history: History,
): Contradiction | undefined {
  if (movedBack(meter) === undefined) return undefined
  const refusals = refusalsIn(history)
  const named = meter.filter((one) => !mayNameBan(one, refusals))
  if (isCounter(window)) return movedBack(named, window)
  const served = new Served(named)
  return movedBack(named.filter((reading) => served.errorsBeside(reading) === 0))
}

function movedBack(meter: readonly Reading[], fixed?: Window): Contradiction | undefined {
  for (const [reading, before] of inOrder(meter, (one) => one.reset)) {
    if (before === undefined || reading.reset >= before.reset - ROUNDING_S) continue
    if (before.reset - reading.reset === fixed?.length && mayEndByCalendar(reading)) continue
    return {
      of: 'Reset',
      expected: `X-RateLimit-Reset ${before.reset} or later`,
      actual: `X-RateLimit-Reset ${reading.reset}, ${before.reset - reading.reset} s earlier`,
      exchanges: [before.exchange, reading.exchange],
    }
  }
  return undefined
}

/** Whether the clock of some instance may show the end of the window that a reply names, one of the calendar, in any time zone. */
function mayEndByCalendar({ exchange: { sent, received }, reset }: Reading): boolean {
  const end = reset * 1000
  return end % MINUTE_MS === 0 && end - received <= CLOCKS_MS && sent - end <= CLOCKS_MS
}

const refusalsIn = remembering(({ exchanges }: History) => exchanges.filter(isRefusal))

/** Whether a reply that was served may name the end of a ban, which a refusal beside it has begun: nothing is left, until the same instant. */
function mayNameBan(
  { exchange, remaining, reset }: Reading,
  refusals: ReturnType<typeof refusalsIn>,
): boolean {
  return (
    remaining === 0 &&
    refusals.some(
      (one) =>
        one.probe.caller === exchange.probe.caller &&
        rateLimitOf(one).reset === reset &&
        !precedes(one, exchange) &&
        !precedes(exchange, one),
    )
  )
}

/** The end of a window lies at most its length ahead, and that of one that is refilled when all is there again. */
export function tooFarAhead(meter: readonly Reading[], window: Window): Contradiction | undefined {
  for (const reading of meter) {
    const ahead = reading.reset - reading.exchange.received / 1000
    const most = mostAhead(reading, window)
    if (ahead <= most + CLOCKS_S) continue
    return {
      of: 'Reset',
      expected: `X-RateLimit-Reset at most ${Math.ceil(most)} s ahead`,
      actual: `${Math.round(ahead)} s ahead`,
      exchanges: [reading.exchange],
    }
  }
  return undefined
}

// A request that was counted after the reply was written, and a part of one.
const NOT_YET_COUNTED = 2

function mostAhead({ limit, remaining }: Reading, { kind, length }: Window): number {
  if (kind !== 'refilled') return length
  const spent = Math.min(limit, limit - remaining + NOT_YET_COUNTED)
  return (spent * length) / limit + ROUNDING_S
}
