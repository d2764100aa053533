import { operations, settle, type Choices, type OperationId } from '../../../spec/index.ts'
import { injectedError } from '../faults/faults.ts'
import { noteRequest, type ClientRequest } from '../limits/client-statistics.ts'
import { quotaOf, refund } from '../limits/meter.ts'
import { startOf } from '../memory/memory.ts'
import type { ErrorCode } from '../message/errors.ts'
import { isRefusal, refusal, type Outcome, type Refusal } from '../message/outcome.ts'
import { header, type Request } from '../message/request.ts'
import { act } from './act.ts'
import { authenticate, identifyCaller, readCredentials } from './authenticate.ts'
import { meterRequest, statusOfRefused, tooManyRequests } from './meter-request.ts'
import { retryInstant, writeReply, type RefusedAdmission, type Reply } from './reply.ts'
import type { RequestContext, ServiceState } from './request-context.ts'
import { findRoute, optionsOf, type Route } from './route.ts'

/** Called with every request and its reply, in the order in which they were decided. */
export type OnReply<State extends ServiceState> = (context: RequestContext<State>, reply: Reply) => void

/** A request's whole way through the service: identify, meter, authenticate, route, act, reply. */
export function answer<State extends ServiceState>(
  state: State,
  request: Request,
  onReply: OnReply<State>,
): Reply | Promise<Reply> {
  const context = enter(state, request)
  const conclude = (outcome: Outcome): Reply => {
    const reply = finish(context, outcome)
    onReply(context, reply)
    return reply
  }
  const outcome = decideOrBug(context)
  return outcome instanceof Promise ? outcome.catch(bug).then(conclude) : conclude(outcome)
}

function decideOrBug(context: RequestContext): Outcome | Promise<Outcome> {
  try {
    return decide(context)
  } catch (error) {
    return bug(error)
  }
}

function enter<State extends ServiceState>(state: State, request: Request): RequestContext<State> {
  const now = state.clock.now()
  const credentials = readCredentials(request, state.settings.choices)
  const caller = identifyCaller(state.callers, credentials, request.address)
  const admission = meterRequest(state, request, caller, now)
  // Found before it is needed, so that a refusal too is known by the operation that it met.
  const route = findRoute(request, state.settings.choices)
  const entered = { state, request, now, credentials, caller, admission, route }
  return { ...entered, told: note(entered), fault: undefined, body: undefined }
}

type Entered = Omit<RequestContext, 'told' | 'fault' | 'body'>

// Noted at arrival: while a body trickles in, later requests of the same client may be refused. What is never metered (a
// question for the options) has nothing to wait for, and ends no wait.
function note(entered: Entered): RequestContext['told'] {
  const { caller, request } = entered
  if (!caller.hasKey || request.method === 'OPTIONS') return undefined
  return noteRequest(caller.statistics, clientRequestOf(entered))
}

function clientRequestOf({ state, request, now, admission, route }: Entered): ClientRequest {
  const { clock, settings } = state
  const operation = operationOf(route)
  return {
    client: `${request.address} ${agentOf(request)}`,
    now,
    arrived: performance.now(),
    opened: request.opened,
    speed: clock.speed,
    refusal: admission.admitted ? undefined : refusalOf(admission, now, settings.choices),
    deprecated: operation !== undefined && operations[operation].deprecated,
  }
}

// What tells programs apart stands at the beginning, and what is remembered must not be long.
const LONGEST_AGENT = 200

function agentOf(request: Request): string {
  const agent = header(request, 'user-agent') ?? ''
  return agent.length > LONGEST_AGENT ? startOf(agent, LONGEST_AGENT) : agent
}

function refusalOf(refused: RefusedAdmission, now: number, choices: Choices): ClientRequest['refusal'] {
  return {
    status: statusOfRefused(refused, choices),
    until: retryInstant(refused, now, choices),
    earnedBan: refused.by === 'striking',
  }
}

function decide(context: RequestContext): Outcome | Promise<Outcome> {
  const { state, request, now, caller, admission, route } = context
  if (request.unreadable) return unreadable(request.unreadable)
  if (request.method === 'OPTIONS') return optionsOf(request)
  if (!admission.admitted) return tooManyRequests(caller, admission, now, state.settings.choices)
  const unauthorized = authenticate(context)
  if (unauthorized) return unauthorized
  if (isRefusal(route)) return route
  context.fault = state.faults.hit(route.operation, caller.id, now)
  const effect = context.fault?.effect
  return effect?.kind === 'status' ? injectedError(effect) : act(context, route)
}

function unreadable(code: ErrorCode): Refusal {
  return refusal(code, `The request could not be read: ${code.replaceAll('_', ' ')}`, { step: 'connection' })
}

/** An exception is our own mistake, and never the client's. */
function bug(error: unknown): Refusal {
  const what = error instanceof Error ? error.message : String(error)
  return refusal('internal_error', 'The mock has made a mistake; its log says more', {
    step: 'bug',
    sentence: `a mistake in the mock itself: ${what}`,
  })
}

function finish(
  { state, now, caller, admission, route, told, fault }: RequestContext,
  outcome: Outcome,
): Reply {
  const { choices } = state.settings
  const charges = outcome.status < 400 || settle(choices, 'do-errors-count', { yes: true, no: false })
  if (!charges && admission.admitted) refund(caller.meter, admission)
  return writeReply(outcome, {
    choices,
    operation: operationOf(route),
    fault,
    told,
    quota:
      charges || !admission.admitted
        ? admission.quota
        : quotaOf(caller.meter, caller.limits, now, state.settings),
    refused: admission.admitted ? undefined : admission,
    date: state.clock.httpDate(now),
  })
}

function operationOf(route: Route | Refusal): OperationId | undefined {
  return isRefusal(route) ? undefined : route.operation
}
