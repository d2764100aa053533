import type { Faults, InjectedFault } from '../faults/faults.ts'
import type { Caller, Callers } from '../limits/caller.ts'
import type { Admission } from '../limits/meter.ts'
import type { Refusal } from '../message/outcome.ts'
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
  /** To be called, with the time, when the reply goes out that first tells the client to wait. */
  readonly told: ((at: number) => void) | undefined
  /** What was injected into the reply. */
  fault: InjectedFault | undefined
  /** The body, once it was read. */
  body: string | undefined
}
