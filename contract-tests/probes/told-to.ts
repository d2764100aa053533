import { NotVerified } from '../engine/not-verified.ts'
import type { Caller, Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'

/** What a caller was told at the first base address. */
export function toldTo(caller: Caller, { session }: Run): readonly Exchange[] {
  const told = session.exchanges.filter(
    ({ probe, status, headers }) =>
      probe.caller === caller && probe.base === undefined && status !== 401 && 'x-ratelimit-limit' in headers,
  )
  if (told.length === 0 && caller === 'key') {
    throw new NotVerified('precondition missing', 'a reply with the rate-limit headers (LIMIT-1)')
  }
  session.lookAt(told)
  return told
}
