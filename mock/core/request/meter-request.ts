import type { Caller } from '../limits/caller.ts'
import { admit, standing, type Admission } from '../limits/meter.ts'
import type { Request } from '../message/request.ts'
import type { WorldState } from '../world/world-state.ts'

// No window opens at this time, so nothing is ever taken back from one.
const UNCOUNTED = { minute: -1, day: -1 }

/** Counts a request against its caller's allowance, or lets it pass uncounted where nothing is metered. */
export function meterRequest(state: WorldState, request: Request, caller: Caller, now: number): Admission {
  const { settings } = state
  const { meter, allowance } = caller
  if (isMetered(state, request, caller)) return admit(meter, allowance, now, settings, caller.hasKey)
  return { admitted: true, standing: standing(meter, allowance, now, settings), ...UNCOUNTED }
}

// A CORS preflight is the browser's own question and carries no key: it must cost nothing.
function isMetered({ limits, settings }: WorldState, request: Request, caller: Caller): boolean {
  if (!limits || request.method === 'OPTIONS') return false
  return caller.hasKey || settings.choices['unauthenticated-meter'] === 'by-address'
}
