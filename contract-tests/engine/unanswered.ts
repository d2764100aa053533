import { mayChangePets, type OperationId } from '../../spec/operations.ts'
import type { Exchange, Probe } from './exchange.ts'
import type { FailedTries } from './transport.ts'

/** A request without a reply. */
export interface Unanswered {
  /** The last exchange that had been answered when it failed. */
  readonly after: number
  readonly probe: Probe
  readonly why: string
  /** How often it was sent. */
  readonly tries: number
  readonly failed?: FailedTries
}

/** Why nothing more is asked of a service that is not there any more. */
export const STOPPED = 'the service has stopped answering'

// A service that hangs, or an operation of it, must not hold a run up for as many time-outs as there are probes.
const MOST_FAILURES = 3

// What refuses a key or counts its requests may stand before the operation.
const BEFORE_OPERATIONS = [401, 429]

/** The request since which nothing was answered; `undefined` as long as the service is asked more, `answered` being its last exchange. */
export function stoppedBy(unanswered: readonly Unanswered[], answered: number): Unanswered | undefined {
  const since = unanswered.filter(({ after }) => after === answered)
  return since.length >= MOST_FAILURES ? since[0] : undefined
}

/** What other operations than those without a reply since the last one have answered, and changes nothing: it shows whether the service is there. */
export function answeredByOthers(
  unanswered: readonly Unanswered[],
  exchanges: readonly Exchange[],
): readonly Probe[] {
  const since = unanswered.filter(({ after }) => after === exchanges.length)
  const silent = new Set(since.map(({ probe }) => probe.operation))
  return exchanges
    .map(({ probe }) => probe)
    .filter(({ method, path, operation }) => !silent.has(operation) && !mayChangePets(method, path))
}

/** The first request to an operation that has answered none, if there were so many that it is asked no more. */
export function silenceOf(
  operation: OperationId | undefined,
  unanswered: readonly Unanswered[],
  exchanges: readonly Exchange[],
): Unanswered | undefined {
  if (operation === undefined) return undefined
  const own = unanswered.filter(({ probe }) => probe.operation === operation)
  if (own.length < MOST_FAILURES) return undefined
  const isAnswered = exchanges.some(
    ({ probe, status }) => probe.operation === operation && !BEFORE_OPERATIONS.includes(status),
  )
  return isAnswered ? undefined : own[0]
}
