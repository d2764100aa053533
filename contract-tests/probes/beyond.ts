import type { Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { NotVerified } from '../engine/verdicts.ts'

/**
 * Sends a probe so many times at once, although fewer requests may be left, and accepts each reply as it is. With one left,
 * two show whether a limiter counts as it looks; with some left, a handful goes over the limit together. What was served beyond
 * what was left is found by the judge (history/spending.ts), so whoever calls this judges nothing. Those that the run has no room
 * for, or that are not answered, are left out.
 */
export async function sendTogether(
  { session }: Run,
  probe: Probe,
  count: number,
): Promise<readonly Exchange[]> {
  const sent = await Promise.allSettled(Array.from({ length: count }, () => session.send(probe, 'accept')))
  return sent.flatMap((result) => {
    if (result.status === 'fulfilled') return [result.value]
    if (result.reason instanceof NotVerified) return []
    throw result.reason
  })
}
