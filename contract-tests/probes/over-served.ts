// Whether a key was served more requests in a minute than its plan has, whatever Remaining says.
import { type Exchange } from '../engine/exchange.ts'
import { rateLimitOf } from '../history/headers.ts'
import type { Run } from '../engine/run.ts'
import { mayEndMinute } from '../engine/service-time.ts'
import { allowsLimit, figuresOf, isSuccess } from './rate-limits.ts'

const MINUTE_MS = 60_000

/**
 * The most that the first key may be served in a minute: by the plan that was said, or by those whose figures it was told;
 * `undefined` where neither says, as of a plan with figures of its own.
 */
export function minuteOf(run: Run): number | undefined {
  const told = ownOf(run).filter(({ headers }) => 'x-ratelimit-limit' in headers)
  const { plan } = run.settings
  if (told.length === 0 && plan === undefined) return undefined
  const fitting = figuresOf(plan).filter((figures) => told.every((one) => allowsLimit(figures, one)))
  const fixed = fitting.map(({ minute }) => minute).filter((minute) => minute !== 'custom')
  const isCustom = plan !== undefined && fixed.length < fitting.length
  return fixed.length === 0 || isCustom ? undefined : Math.max(...fixed)
}

/** The first request that was served beyond that: of one window, or of two where Reset tells none from another. */
export function overServed(run: Run): Exchange | undefined {
  const most = minuteOf(run)
  if (most === undefined) return undefined
  const served = ownOf(run).filter(isSuccess)
  const windows = Map.groupBy(served.filter(hasMinute), (one) => rateLimitOf(one).reset)
  for (const [, own] of windows) if (own.length > most) return own[most]
  // Whatever a minute begins with, no more than two of them touch so short a time.
  return served.find((one, at) => {
    const first = served[at - 2 * most]
    return first !== undefined && one.received - first.sent < MINUTE_MS
  })
}

function ownOf({ session }: Run): readonly Exchange[] {
  return session.exchanges.filter(
    ({ probe }) => probe.caller === 'key' && probe.base === undefined && probe.operation !== undefined,
  )
}

/** Whether the Reset of an exchange may be the end of a minute that it stands in. */
function hasMinute(exchange: Exchange): boolean {
  return mayEndMinute(rateLimitOf(exchange).reset, exchange.received)
}
