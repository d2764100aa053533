import { isSafe, type OperationId } from '../../../spec/operations.ts'
import { injectedError } from '../faults/faults.ts'
import type { Arrival } from '../limits/client-waits.ts'
import type { Quota } from '../limits/meter.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import type { ErrorCode } from '../message/errors.ts'
import { isRefusal, refusal, type Outcome, type Refusal } from '../message/outcome.ts'
import type { Request } from '../message/request.ts'
import { act } from './act.ts'
import { authenticate, identifyCaller, readCredentials } from './authenticate.ts'
import { orBug, unavailable } from './failures.ts'
import { chargeOutcome, meterRequest, tooManyRequests } from './meter-request.ts'
import { writeReply, type Reply } from './reply.ts'
import type { RequestContext, ServiceState, StateStore } from './request-context.ts'
import { findRoute, answerOptions, type Route } from './route.ts'
import type { Forwarded, ServiceBehind } from './service-behind.ts'

/** Called with each request and its reply, in the order of the decisions. The reply that it returns is sent. */
export type OnReply<State extends ServiceState> = (
  context: RequestContext<State>,
  reply: Reply,
) => Awaitable<Reply>

/**
 * A request's whole way through the service, from its arrival to the reply that is sent. A service behind carries it out in
 * place of the operations here.
 */
export function answer<State extends ServiceState>(
  store: StateStore<State>,
  request: Request,
  onReply: OnReply<State>,
  behind?: ServiceBehind,
): Awaitable<Reply> {
  const arrival = arrivalOf(store, request)
  const entered = store.enter(request, (state) => enter(state, request, arrival, behind))
  if (!(entered instanceof Promise)) return conclude(store, entered, onReply)
  return entered
    .then((context) => conclude(store, context, onReply))
    .catch((error: unknown) => unavailable(store.lastState, error))
}

function arrivalOf(store: Pick<StateStore, 'monotonicTime'>, { arrivedAt, askedAt }: Request): Arrival {
  return {
    at: store.monotonicTime(arrivedAt),
    askedAt: askedAt === undefined ? undefined : store.monotonicTime(askedAt),
  }
}

/** Everything up to the body. The store may run this step again. */
function enter<State extends ServiceState>(
  state: State,
  request: Request,
  arrival: Arrival,
  behind: ServiceBehind | undefined,
): RequestContext<State> {
  const now = state.clock.now()
  const { choices } = state.settings
  const credentials = readCredentials(request, choices)
  const caller = identifyCaller(state.callers, credentials, request.address, behind)
  const admission = meterRequest(state, request, caller, now, arrival)
  // Found early, so that the journal names the operation of a refused request too.
  const route = findRoute(request, choices)
  const context: RequestContext<State> = {
    state,
    request,
    now,
    arrival,
    credentials,
    caller,
    admission,
    route,
    behind,
    fault: undefined,
    decided: undefined,
    body: undefined,
  }
  context.decided = orBug(() => decide(context))
  return context
}

/** The first step that decides, in their order; `undefined` where the body has to be read first. */
function decide(context: RequestContext): RequestContext['decided'] {
  const { state, request, now, caller, admission, route, behind } = context
  if (request.unreadable) return unreadable(request.unreadable)
  if (request.method === 'OPTIONS') return behind ? undefined : answerOptions(request)
  if (!admission.admitted) return tooManyRequests(caller, admission, now, state.settings.choices)
  // Which keys and paths there are, a service behind says itself.
  const refused = behind ? behind.refuse(request) : (authenticate(context) ?? refusalIn(route))
  if (refused) return refused
  context.fault = state.faults.hit(operationIn(route), caller.id, now)
  const effect = context.fault?.effect
  if (effect?.kind === 'status') return injectedError(effect)
  return behind || isRefusal(route) || !isSafe(route.operation) ? undefined : act(context, route)
}

/** Carries out the operation that `decide` has admitted but not carried out, since a step may run again. */
function actOnce(context: RequestContext): Awaitable<Outcome | Forwarded> {
  const { route, behind } = context
  if (behind) return andThen(behind.ask(context.fault), (outcome) => passOn(context, outcome))
  return isRefusal(route) ? route : act(context, route)
}

function passOn(context: RequestContext, outcome: Forwarded | Refusal): Forwarded | Refusal {
  if (isForwarded(outcome)) context.body = outcome.requestBody
  return outcome
}

function isForwarded(outcome: object): outcome is Forwarded {
  return 'write' in outcome
}

function refusalIn(route: Route | Refusal): Refusal | undefined {
  return isRefusal(route) ? route : undefined
}

function operationIn(route: Route | Refusal): OperationId | undefined {
  return isRefusal(route) ? undefined : route.operation
}

function unreadable(code: ErrorCode): Refusal {
  return refusal(code, `The request could not be read: ${code.replaceAll('_', ' ')}`, { step: 'connection' })
}

/** Reads the body and acts, where that is still to be done; then writes the reply. */
function conclude<State extends ServiceState>(
  store: StateStore<State>,
  context: RequestContext<State>,
  onReply: OnReply<State>,
): Awaitable<Reply> {
  return andThen(context.decided ?? orBug<never>(() => actOnce(context)), (outcome) =>
    andThen(chargeOutcome(store, context, outcome), (quota) =>
      onReply(context, replyTo(context, outcome, quota)),
    ),
  )
}

function replyTo(context: RequestContext, outcome: Outcome | Forwarded, quota: Quota): Reply {
  const { state, now, admission, route, behind, fault } = context
  const written = {
    choices: state.settings.choices,
    operation: operationIn(route),
    fault,
    // Without limits of its own, a proxy does not speak of any.
    quota: behind && !state.limitsOn ? undefined : quota,
    refused: admission.admitted ? undefined : admission,
    date: state.clock.httpDate(now),
  }
  return isForwarded(outcome) ? outcome.write(written) : writeReply(outcome, written)
}
