// What contradicts that a window is fixed, so that all of it begins anew at its end.
import { asTheyWereAnswered } from './history.ts'
import {
  afterAnotherReset,
  CLOCKS_S,
  type Contradiction,
  isCounter,
  isLongOver,
  type Reading,
  ROUNDING_S,
  type Window,
} from './readings.ts'

// What a request costs where it costs too much.
const DEAREST = 5

/** A fixed window is over at the Reset that a reply has named: it does not count on beyond. */
export function notRenewed(meter: readonly Reading[], { kind }: Window): Contradiction | undefined {
  if (kind !== 'fixed') return undefined
  let soonest: Reading | undefined
  let last: Reading | undefined
  for (const reading of asTheyWereAnswered(meter)) {
    if (soonest && last && isLongOver({ ...reading, reset: soonest.reset })) {
      // What was sent since, with whatever key and at whatever price, may have been taken from a new window.
      const taken = (reading.exchange.id - last.exchange.id) * DEAREST
      const isSame = reading.remaining < last.remaining && reading.limit - reading.remaining > taken
      if (isSame && last.exchange.received / 1000 < soonest.reset - CLOCKS_S)
        return {
          of: 'its end',
          expected: `a new window at X-RateLimit-Reset ${soonest.reset}`,
          actual: `${reading.remaining} left after it, and ${last.remaining} before`,
          exchanges: [...new Set([soonest, last, reading])].map(({ exchange }) => exchange),
        }
      soonest = undefined
    }
    if (soonest === undefined || reading.reset < soonest.reset) soonest = reading
    last = reading
  }
  return undefined
}

/** A fixed window follows another one when that has ended, and lasts as long. */
export function tooSoon(meter: readonly Reading[], window: Window): Contradiction | undefined {
  if (!isCounter(window)) return undefined
  const { length } = window
  // Where nothing has counted yet, as with an error that is free, no window has begun.
  const begun = meter.filter(({ remaining, limit }) => remaining < limit)
  for (const [reading, before] of afterAnotherReset(begun)) {
    if (before === undefined) continue
    const [step, early] = [
      reading.reset - before.reset,
      before.reset - reading.exchange.received / 1000 - CLOCKS_S,
    ]
    if (step >= length - 2 * ROUNDING_S && early <= 0) continue
    // Whoever renews the quota with each Reset keeps to what it says.
    const isRenewed = isOver(before, reading) && reading.remaining > before.remaining
    return {
      of: isRenewed ? 'the length' : 'Reset',
      expected: isRenewed
        ? `X-RateLimit-Reset ${length} s after the one before`
        : `X-RateLimit-Reset ${before.reset} until then`,
      actual: isRenewed
        ? `${step} s after it, with ${reading.remaining} left again`
        : `X-RateLimit-Reset ${reading.reset}`,
      exchanges: [before.exchange, reading.exchange],
    }
  }
  return undefined
}

/** Whether a reply came when the window of another one had ended, by the clock of the service where its Date shows that. */
function isOver({ reset }: Reading, { exchange: { headers, received } }: Reading): boolean {
  const dated = Date.parse(headers['date'] ?? '')
  const now = Number.isNaN(dated) ? received : dated
  return reset - now / 1000 <= ROUNDING_S
}
