import type { Probe } from './exchange.ts'

/** A request without a reply. */
export interface Unanswered {
  /** The last exchange that had been answered when it failed. */
  readonly after: number
  readonly probe: Probe
  readonly why: string
  /** How often it was sent. */
  readonly tries: number
}

/** Why nothing more is asked of a service that is not there any more. */
export const STOPPED = 'the service has stopped answering'

// A service that hangs must not hold a run up for as many time-outs as there are probes.
const MOST_FAILURES = 3

/** The request since which nothing was answered; `undefined` as long as the service is asked more, `answered` being its last exchange. */
export function stoppedBy(unanswered: readonly Unanswered[], answered: number): Unanswered | undefined {
  const since = unanswered.filter(({ after }) => after === answered)
  return since.length >= MOST_FAILURES ? since[0] : undefined
}
