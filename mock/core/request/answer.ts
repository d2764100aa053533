import { settle, type Choices } from '../../../spec/choices.ts'
import { isSafe, operations, type OperationId } from '../../../spec/operations.ts'
import { injectedError } from '../faults/faults.ts'
import {
  countRequest,
  noteRequest,
  noteTold,
  waitsForNone,
  type ClientRequest,
} from '../limits/client-statistics.ts'
import { quotaOf, refund, type Quota } from '../limits/meter.ts'
import { startOf } from '../memory/memory.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import type { ErrorCode } from '../message/errors.ts'
import { isRefusal, refusal, type Outcome, type Refusal } from '../message/outcome.ts'
import { header, type Request } from '../message/request.ts'
import { act } from './act.ts'
import { authenticate, identifyCaller, readCredentials } from './authenticate.ts'
import { meterRequest, statusOfRefused, tooManyRequests } from './meter-request.ts'
import { retryInstant, writeReply, type RefusedAdmission, type Reply } from './reply.ts'
import { StoreError, type RequestContext, type ServiceState, type StateStore } from './request-context.ts'
import { findRoute, optionsOf, type Route } from './route.ts'
import { unavailable } from './unavailable.ts'

/** Called with every request and its reply, in the order in which they were decided. */
export type OnReply<State extends ServiceState> = (context: RequestContext<State>, reply: Reply) => void

/** A request's whole way through the service: identify, meter, authenticate, route, act, reply. */
export function answer<State extends ServiceState>(
  store: StateStore<State>,
  request: Request,
  onReply: OnReply<State>,
): Awaitable<Reply> {
  const conclude = (context: RequestContext<State>): Awaitable<Reply> =>
    andThen(context.decided ?? orBug<never>(() => actOnce(context)), (outcome) =>
      andThen(finish(store, context, outcome), (reply) => {
        onReply(context, reply)
        return reply
      }),
    )
  const entered = store.enter(request, (state) => enter(state, request))
  if (!(entered instanceof Promise)) return conclude(entered)
  return entered.then(conclude).catch((error: unknown) => unavailable(store.known, error))
}

/** Everything up to the body: a step that may run again. */
function enter<State extends ServiceState>(state: State, request: Request): RequestContext<State> {
  const now = state.clock.now()
  const credentials = readCredentials(request, state.settings.choices)
  const caller = identifyCaller(state.callers, credentials, request.address)
  const admission = meterRequest(state, request, caller, now)
  // Found before it is needed, so that a refusal too is known by the operation that it met.
  const route = findRoute(request, state.settings.choices)
  const context: RequestContext<State> = {
    state,
    request,
    now,
    credentials,
    caller,
    admission,
    route,
    isFirstTold: false,
    fault: undefined,
    decided: undefined,
    body: undefined,
  }
  context.isFirstTold = note(context)
  context.decided = orBug(() => decide(context))
  return context
}

// Noted at arrival: while a body trickles in, later requests of the same client may be refused. What is never metered (a
// question for the options) has nothing to wait for, and ends no wait.
function note(entered: RequestContext): boolean {
  const { caller, request, admission, route } = entered
  const { statistics, hasKey } = caller
  if (!hasKey || request.method === 'OPTIONS') return false
  if (!admission.admitted || !waitsForNone(statistics))
    return noteRequest(statistics, clientRequestOf(entered))
  countRequest(statistics, isDeprecated(route))
  return false
}

function isDeprecated(route: Route | Refusal): boolean {
  const operation = operationOf(route)
  return operation !== undefined && operations[operation].deprecated
}

function clientRequestOf({ state, request, now, admission, route }: RequestContext): ClientRequest {
  const { clock, settings, skew } = state
  return {
    client: clientOf(request),
    now,
    arrived: performance.now() + skew,
    opened: request.opened === undefined ? undefined : request.opened + skew,
    speed: clock.speed,
    refusal: admission.admitted ? undefined : refusalOf(admission, now, settings.choices),
    deprecated: isDeprecated(route),
  }
}

// What tells programs apart stands at the beginning, and what is remembered must not be long.
const LONGEST_AGENT = 200

function clientOf(request: Request): string {
  const agent = header(request, 'user-agent') ?? ''
  return `${request.address} ${agent.length > LONGEST_AGENT ? startOf(agent, LONGEST_AGENT) : agent}`
}

function refusalOf(refused: RefusedAdmission, now: number, choices: Choices): ClientRequest['refusal'] {
  return {
    status: statusOfRefused(refused, choices),
    until: retryInstant(refused, now, choices),
    earnedBan: refused.by === 'striking',
  }
}

function orBug<Later extends undefined>(
  decide: () => Awaitable<Outcome> | Later,
): Awaitable<Outcome> | Later {
  try {
    const decided = decide()
    return decided instanceof Promise ? decided.catch(bug) : decided
  } catch (error) {
    return bug(error)
  }
}

function decide(context: RequestContext): RequestContext['decided'] {
  const { state, request, now, caller, admission, route } = context
  if (request.unreadable) return unreadable(request.unreadable)
  if (request.method === 'OPTIONS') return optionsOf(request)
  if (!admission.admitted) return tooManyRequests(caller, admission, now, state.settings.choices)
  const unauthorized = authenticate(context)
  if (unauthorized) return unauthorized
  if (isRefusal(route)) return route
  context.fault = state.faults.hit(route.operation, caller.id, now)
  const effect = context.fault?.effect
  if (effect?.kind === 'status') return injectedError(effect)
  return isSafe(route.operation) ? act(context, route) : undefined
}

/** Carries out the operation that `decide` has let in and left, for a step may run again. */
function actOnce(context: RequestContext): Awaitable<Outcome> {
  const { route } = context
  return isRefusal(route) ? route : act(context, route)
}

function unreadable(code: ErrorCode): Refusal {
  return refusal(code, `The request could not be read: ${code.replaceAll('_', ' ')}`, { step: 'connection' })
}

/** An exception is our own mistake, and never the client's. */
function bug(error: unknown): Refusal {
  if (error instanceof StoreError) throw error
  const what = error instanceof Error ? error.message : String(error)
  return refusal('internal_error', 'The mock has made a mistake; its log says more', {
    step: 'bug',
    sentence: `a mistake in the mock itself: ${what}`,
  })
}

function finish<State extends ServiceState>(
  store: StateStore<State>,
  context: RequestContext<State>,
  outcome: Outcome,
): Awaitable<Reply> {
  const { choices } = context.state.settings
  const { admission } = context
  const charges = outcome.status < 400 || settle(choices, 'do-errors-count', { yes: true, no: false })
  if (charges || !admission.admitted) return written(store, context, outcome, admission.quota)
  const takenBack = store.changeCaller(context, ({ meter, limits }, { settings }) => {
    refund(meter, admission)
    return quotaOf(meter, limits, context.now, settings)
  })
  return andThen(takenBack, (quota = admission.quota) => written(store, context, outcome, quota))
}

function written<State extends ServiceState>(
  store: StateStore<State>,
  context: RequestContext<State>,
  outcome: Outcome,
  quota: Quota,
): Reply {
  const { state, now, admission, route, fault } = context
  return writeReply(outcome, {
    choices: state.settings.choices,
    operation: operationOf(route),
    fault,
    told: context.isFirstTold ? noteWhenTold(store, context) : undefined,
    quota,
    refused: admission.admitted ? undefined : admission,
    date: state.clock.httpDate(now),
  })
}

function noteWhenTold<State extends ServiceState>(
  store: StateStore<State>,
  context: RequestContext<State>,
): Reply['told'] {
  return (at) => {
    const client = clientOf(context.request)
    const noted = store.changeCaller(context, ({ statistics }) => {
      noteTold(statistics, client, at + context.state.skew)
    })
    // What cannot be noted makes the client report milder, and is no reason to send no reply.
    return noted instanceof Promise ? noted.catch(() => undefined) : undefined
  }
}

function operationOf(route: Route | Refusal): OperationId | undefined {
  return isRefusal(route) ? undefined : route.operation
}
