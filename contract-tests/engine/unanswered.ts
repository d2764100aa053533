import { mayChangePets, type OperationId } from '../../spec/operations.ts'
import type { Caller, Exchange, Probe } from './exchange.ts'
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

// A service that hangs, or a kind of requests to it, must not hold a run up for as many time-outs as there are probes.
const MOST_FAILURES = 3

// What refuses a key or counts its requests may stand before the operation.
const BEFORE_OPERATIONS = [401, 429]

/** The request since which nothing was answered; `undefined` as long as the service is asked more, `answered` being its last exchange. */
export function stoppedBy(unanswered: readonly Unanswered[], answered: number): Unanswered | undefined {
  const since = unanswered.filter(({ after }) => after === answered)
  return since.length >= MOST_FAILURES ? since[0] : undefined
}

/** What requests have in common of which a service may answer none: their operation, and each parameter of their query. */
export function kindsOf({ operation, path }: Pick<Probe, 'operation' | 'path'>): readonly string[] {
  if (operation === undefined) return []
  const names = new URLSearchParams(path.split('?')[1]).keys()
  return [operation, ...names.map((name) => kindWith(operation, name))]
}

/** Requests of an operation that have a parameter. */
export function kindWith(operation: OperationId, parameter: string): string {
  return `${operation} with ${parameter}`
}

/** What was answered that is not of all kinds of a request without a reply since the last one, and changes nothing: it shows whether the service is there. */
export function answeredOtherwise(
  unanswered: readonly Unanswered[],
  exchanges: readonly Exchange[],
): readonly Probe[] {
  const since = unanswered.filter(({ after }) => after === exchanges.length)
  const isOther = (one: Probe, silent: Probe): boolean => {
    const kinds = kindsOf(one)
    return one.operation !== silent.operation || kindsOf(silent).some((kind) => !kinds.includes(kind))
  }
  return exchanges
    .map(({ probe }) => probe)
    .filter((one) => !mayChangePets(one.method, one.path) && since.every(({ probe }) => isOther(one, probe)))
}

/** A kind of requests that are not answered. */
export interface Silence {
  readonly kind: string
  /** The first of them. */
  readonly since: Probe
}

/**
 * The first of some kinds of which no request has been answered, if there were so many that a caller asks it no more. Whoever brings
 * no valid key may be refused before what hangs: that is asked until such a request gets no reply either.
 */
export function silenceOf(
  kinds: readonly string[],
  caller: Caller,
  unanswered: readonly Unanswered[],
  exchanges: readonly Exchange[],
): Silence | undefined {
  const silences = kinds.flatMap((kind): readonly Silence[] => {
    const isOfKind = ({ probe }: { readonly probe: Probe }): boolean => kindsOf(probe).includes(kind)
    const own = unanswered.filter(isOfKind)
    const [first] = own
    if (first === undefined || own.length < MOST_FAILURES) return []
    if (caller === 'nobody' && own.every(({ probe }) => probe.caller !== 'nobody')) return []
    const isAnswered = exchanges.some((one) => isOfKind(one) && !BEFORE_OPERATIONS.includes(one.status))
    return isAnswered ? [] : [{ kind, since: first.probe }]
  })
  return silences[0]
}
