import type { ClauseId } from '../../spec/clauses.ts'
import { visible } from '../../spec/wording.ts'
import type { Exchange } from './exchange.ts'

/** An exchange that breaks a clause, and its actual behaviour. */
export interface Offence {
  readonly actual: string
  readonly exchange: Exchange
  /** The exchanges before it, without which it shows nothing. */
  readonly before?: readonly Exchange[]
}

/**
 * Thrown where a reply breaks a clause: what was expected (any of these), the actual, and the exchange that shows it; and
 * all others that break it too.
 */
export class Breach extends Error {
  override readonly name = 'Breach'
  readonly expected: readonly string[]
  readonly actual: string
  readonly exchange: Exchange
  readonly others: readonly Offence[]
  readonly before: readonly Exchange[]

  constructor(
    expected: string | readonly string[],
    actual: string,
    exchange: Exchange,
    others: readonly Offence[] = [],
    before: readonly Exchange[] = [],
  ) {
    const lawful = typeof expected === 'string' ? [expected] : expected
    super(`expected ${lawful.join(', or ')}; actual ${visible(actual)}`)
    this.expected = lawful
    this.actual = visible(actual)
    this.exchange = exchange
    this.before = before
    this.others = others.map((one) => ({ ...one, actual: visible(one.actual) }))
  }
}

/** The breach that some exchanges show, the first of them first; none where there are none. */
export function breachBy(
  expected: string | readonly string[],
  [first, ...others]: readonly Offence[],
): Breach | undefined {
  return first && new Breach(expected, first.actual, first.exchange, others, first.before)
}

/** A breach by which the body of the reply is of no account: whatever is in it, it answers something else. */
export class WrongStatus extends Breach {}

/** Why a clause could not be verified. */
export type Reason =
  | 'depends on'
  | 'not run'
  | 'unsafe here'
  | 'budget spent'
  | 'precondition missing'
  | 'unreachable'
  | 'body not read'
  | 'wait too long'

/** Thrown where evidence cannot be had: the service is neither blamed nor praised. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified'
  readonly reason: Reason
  readonly detail: string

  constructor(reason: Reason, detail: string, options?: ErrorOptions) {
    super(`${reason}: ${detail}`, options)
    this.reason = reason
    this.detail = detail
  }
}

/** The same where no flag could give what is missing: it lies in the pets that the service has, or in a rule of its own. */
export class OutOfReach extends NotVerified {
  constructor(what: string) {
    super('precondition missing', what)
  }
}

/** Ends a check for which this service lacks something, whatever the flags of a run. */
export function outOfReach(what: string): never {
  throw new OutOfReach(what)
}

/** Ends a check whose evidence rests on another clause, which does not hold: that one is to be blamed, and not this. */
export function dependsOn(clause: ClauseId): never {
  throw new NotVerified('depends on', clause)
}

/** Ends a check, or an observation, unless what it takes for granted is there. */
export function given(isThere: boolean, precondition: string): asserts isThere {
  if (!isThere) missing(precondition)
}

/** What is missing where a gateway may have answered in place of the service. */
export const OWN_ANSWER = 'an answer of the service itself, and not of a gateway'

/** Ends a check, or an observation, for which something is missing; an open point is never guessed. */
export function missing(what: string): never {
  throw new NotVerified('precondition missing', what)
}
