import type { Faults, InjectedFault } from '../faults/faults.ts'
import type { Caller, Callers } from '../limits/caller.ts'
import type { Admission } from '../limits/meter.ts'
import type { Awaitable } from '../message/awaitable.ts'
import type { Outcome, Refusal } from '../message/outcome.ts'
import type { Request } from '../message/request.ts'
import type { PetState } from '../pets/create-pet.ts'
import type { Clock } from '../settings/clock.ts'
import type { Settings } from '../settings/settings.ts'
import type { Credentials } from './authenticate.ts'
import type { Route } from './route.ts'

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
 * Where the state that requests meet is kept. A step is atomic: nobody else's change comes between, and what it changes is
 * kept as a whole before its result is told. To be so it may run again, on what the state is by then; so it changes
 * nothing else, and only begins what may be begun in vain.
 */
export interface StateStore<State extends ServiceState = ServiceState> {
  /** Runs a step that meets the caller of a request, by key or address. Rejects with a StoreError where the state cannot be had. */
  enter(request: Request, step: (state: State) => RequestContext<State>): Awaitable<RequestContext<State>>
  /** Runs a step on a caller as it is now; `undefined` where that is gone, or the state is another one than it was met in. */
  changeCaller<Result>(
    met: RequestContext<State>,
    step: (caller: Caller, state: State) => Result,
  ): Awaitable<Result | undefined>
  /** The same for a step whose result nobody waits for: it may run in a moment, together with the next step. */
  changeCallerSoon(met: RequestContext<State>, step: (caller: Caller) => void): void
  /** Real milliseconds since a moment that is the same for all who share the state, by a clock that is never set. */
  monotonicTime(): number
  /** The state of the last step. */
  readonly lastState: State
}

/** The state of a world cannot be had now: where it is kept does not answer. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** A request on its way: what each step needs of the steps before. */
export interface RequestContext<State extends ServiceState = ServiceState> {
  /** The state that the request met; a reset meanwhile does not concern it. */
  readonly state: State
  readonly request: Request
  /** The world's time at arrival, Unix milliseconds. */
  readonly now: number
  readonly credentials: Credentials
  readonly caller: Caller
  readonly admission: Admission
  /** What the request asks for, or why that is nothing. */
  readonly route: Route | Refusal
  /** What was injected into the reply. */
  fault: InjectedFault | undefined
  /** What the step decided; `undefined` where an operation that changes pets is still to be carried out. */
  decided: Awaitable<Outcome> | undefined
  /** When it arrived by the `monotonicTime` of the store, where the body has to be read first. */
  bodyAwaitedAt: number | undefined
  /** The body, once it was read. */
  body: string | undefined
}
