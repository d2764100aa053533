import type { Faults, InjectedFault } from '../faults/faults.ts'
import type { Caller, Callers } from '../limits/caller.ts'
import type { Arrival } from '../limits/client-waits.ts'
import type { Admission } from '../limits/meter.ts'
import type { Awaitable } from '../message/awaitable.ts'
import type { Outcome, Refusal } from '../message/outcome.ts'
import type { Request } from '../message/request.ts'
import type { PetState } from '../pets/create-pet.ts'
import type { Clock } from '../settings/clock.ts'
import type { Settings } from '../settings/settings.ts'
import type { Credentials } from './authenticate.ts'
import type { Route } from './route.ts'
import type { Forwarded, ServiceBehind } from './service-behind.ts'

/** The state of a world that requests meet and change. */
export interface ServiceState extends PetState {
  readonly clock: Clock
  readonly callers: Callers
  readonly faults: Faults
  settings: Settings
  /** Whether the rate limits are enforced. */
  limitsOn: boolean
}

/**
 * The store of a world's state. A step on it is atomic: no other change comes between, and all that it changes is stored
 * before its result is returned. For that the store may run it again, on a newer state. So a step changes nothing but the
 * state, and starts nothing that must not be repeated.
 */
export interface StateStore<State extends ServiceState = ServiceState> {
  /** Runs a step that needs the caller of a request, by key or address. Rejects with a StoreError if the store does not answer. */
  enter(request: Request, step: (state: State) => RequestContext<State>): Awaitable<RequestContext<State>>
  /** Runs a step on the caller of a request as it is now; `undefined` if the caller, or the state that the request met, is gone. */
  changeCaller<Result>(
    met: RequestContext<State>,
    step: (caller: Caller, state: State) => Result,
  ): Awaitable<Result | undefined>
  /** The same for a step without a result. It may run a moment later, together with the next step. */
  changeCallerSoon(met: RequestContext<State>, step: (caller: Caller) => void): void
  /** Now, or another moment by `performance.now()`, in monotonic milliseconds since a moment that all instances of the mock share. */
  monotonicTime(at?: number): number
  /** The state of the last step. */
  readonly lastState: State
}

/** The store of a world's state does not answer. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** A request, and the results of the steps so far. */
export interface RequestContext<State extends ServiceState = ServiceState> {
  /** The state at arrival. A reset that follows does not affect the request. */
  readonly state: State
  readonly request: Request
  /** The world's time at arrival, Unix milliseconds. */
  readonly now: number
  readonly arrival: Arrival
  readonly credentials: Credentials
  readonly caller: Caller
  readonly admission: Admission
  /** The operation, or why there is none. */
  readonly route: Route | Refusal
  /** The service that acts in place of the operations here; `undefined` if they act. */
  readonly behind: ServiceBehind | undefined
  /** The effects of faults on the reply. */
  fault: InjectedFault | undefined
  /** The decision of the step; `undefined` if an operation that changes pets is still to be carried out. */
  decided: Awaitable<Outcome | Forwarded> | undefined
  /** The body, once it was read. */
  body: string | undefined
}
