import type { OperationId } from '../../../spec/index.ts'
import { injectedError, notJson } from '../faults/injected-reply.ts'
import { noteAct, type Act } from '../limits/client-statistics.ts'
import { refund, standing, type Admission } from '../limits/meter.ts'
import type { ErrorCode } from '../message/errors.ts'
import { isRefusal, refuse, type Outcome, type Refusal } from '../message/outcome.ts'
import type { Request } from '../message/request.ts'
import type { WorldState } from '../world/world-state.ts'
import { act } from './act.ts'
import { identifyCaller, readCredentials, unauthorized } from './authenticate.ts'
import { meterRequest, tooManyRequests } from './meter-request.ts'
import { writeReply, type Reply } from './reply.ts'
import type { Visit } from './request-context.ts'
import { findRoute, optionsOf, type Route } from './route.ts'

/** Called with every visit and its reply: what happened, for those who keep books. */
export type Witness = (visit: Visit, reply: Reply) => void

/** A request's whole way through the service: identify, meter, authenticate, route, act, reply. */
export function answer(state: WorldState, request: Request, witness: Witness): Reply | Promise<Reply> {
  const visit = enter(state, request)
  const conclude = (outcome: Outcome): Reply => {
    const reply = finish(visit, outcome)
    witness(visit, reply)
    return reply
  }
  const outcome = decideOrBug(visit)
  return outcome instanceof Promise ? outcome.catch(bug).then(conclude) : conclude(outcome)
}

function decideOrBug(visit: Visit): Outcome | Promise<Outcome> {
  try {
    return decide(visit)
  } catch (error) {
    return bug(error)
  }
}

function enter(state: WorldState, request: Request): Visit {
  const now = state.clock.now()
  const credentials = readCredentials(request, state.settings.choices['scheme-case'])
  const caller = identifyCaller(state.callers, credentials, request.address)
  const admission = meterRequest(state, request, caller, now)
  // Found before it is needed, so that a refusal too is known by the operation that it met.
  const route = findRoute(request, state.settings.choices)
  // Noted at arrival: while a body trickles in, later requests of the same client may be refused.
  if (caller.hasKey) noteAct(caller.conduct, actOf(admission, route, now))
  return { state, request, now, credentials, caller, admission, route, delivery: undefined, body: undefined }
}

function actOf(admission: Admission, route: Route | Refusal, now: number): Act {
  return {
    now,
    retryAfter: admission.admitted ? undefined : admission.retryAfter,
    earnedBan: !admission.admitted && admission.by === 'striking',
    deprecated: operationOf(route) === 'getPet',
  }
}

function decide(visit: Visit): Outcome | Promise<Outcome> {
  const { state, request, now, credentials, caller, admission, route } = visit
  const { choices } = state.settings
  if (request.unreadable) return unreadable(request.unreadable)
  if (request.method === 'OPTIONS') return optionsOf(request)
  if (!admission.admitted) return tooManyRequests(caller, admission, now, choices)
  if (!caller.hasKey) return unauthorized(credentials, choices, () => knownKeys(state))
  if (isRefusal(route)) return route
  visit.delivery = state.faults.hit(route.operation, caller.id, now)
  const harm = visit.delivery?.harm
  return harm?.kind === 'status' ? injectedError(harm) : act(visit, route)
}

function unreadable(code: ErrorCode): Outcome {
  return refuse(code, `The request could not be read: ${code.replaceAll('_', ' ')}`, { step: 'connection' })
}

function knownKeys(state: WorldState): readonly string[] {
  // The hint serves whoever mistyped a demo key; to compare with thousands would hold up everyone else.
  return Array.from(state.callers.keys.values(), ({ id }) => id).slice(0, 20)
}

/** An exception is our own mistake, and never the client's. */
function bug(error: unknown): Outcome {
  const what = error instanceof Error ? error.message : String(error)
  return refuse('internal_error', 'The mock has made a mistake; its log says more', {
    step: 'bug',
    sentence: `a mistake in the mock itself: ${what}`,
  })
}

function finish(visit: Visit, outcome: Outcome): Reply {
  const { state, now, caller, admission, delivery } = visit
  const { choices } = state.settings
  const charges = outcome.status < 400 || choices['do-errors-count'] === 'yes'
  if (!charges && admission.admitted) refund(caller.meter, admission)
  const reply = writeReply(outcome, {
    choices,
    operation: operationOf(visit.route),
    delivery,
    standing:
      charges || !admission.admitted
        ? admission.standing
        : standing(caller.meter, caller.allowance, now, state.settings),
    refused: admission.admitted ? undefined : admission,
    date: state.clock.httpDate(now),
  })
  return delivery?.harm?.kind === 'not-json' ? notJson(reply) : reply
}

function operationOf(route: Visit['route']): OperationId | undefined {
  return isRefusal(route) ? undefined : route.operation
}
