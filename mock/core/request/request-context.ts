import type { Caller } from '../limits/caller.ts'
import type { Delivery } from '../faults/faults.ts'
import type { Credentials } from './authenticate.ts'
import type { Admission } from '../limits/meter.ts'
import type { Refusal } from '../message/outcome.ts'
import type { Request } from '../message/request.ts'
import type { Route } from './route.ts'
import type { WorldState } from '../world/world-state.ts'

/** A request on its way: what each step needs of the steps before. */
export interface Visit {
  /** The state that the request met; a reset meanwhile does not concern it. */
  readonly state: WorldState
  readonly request: Request
  /** The world's time at arrival, Unix milliseconds. */
  readonly now: number
  readonly credentials: Credentials
  readonly caller: Caller
  readonly admission: Admission
  /** What the request asks for, or why that is nothing. */
  readonly route: Route | Refusal
  /** What faults do to the reply. */
  delivery: Delivery | undefined
  /** The body, once it was read. */
  body: string | undefined
}
