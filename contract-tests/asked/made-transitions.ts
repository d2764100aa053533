import type { RecordedExchange } from '../history/history.ts'
import { requestsIn, type AskedExchange, type AskedReply } from './asked.ts'
import { transitions, transitionsIn, transitionsTo, type Transition } from './neighbours.ts'

/** The transitions that the requests of a growing history have made, to choose a next request that makes others. */
export class MadeTransitions {
  /** The exchanges that were looked at, the requests in them, and the transitions that those made. */
  #seen = 0
  readonly #requests: AskedExchange[] = []
  readonly #made = new Set<string>()

  /** Looks at the exchanges since the last look. */
  lookAt(exchanges: readonly RecordedExchange[]): void {
    const requests = requestsIn(exchanges.slice(this.#seen))
    this.#seen = exchanges.length
    this.#requests.push(...requests)
    for (const one of transitionsIn(this.#requests, requests.length)) this.#made.add(nameOf(one))
  }

  /** The transitions that a request would make that none has made yet, were it sent next, or after others, and answered so. */
  madeBy(asked: AskedReply, before: readonly AskedReply[] = []): readonly string[] {
    const isSame = ({ caller }: AskedReply): boolean => caller === asked.caller
    const same = before.findLast(isSame) ?? this.#requests.findLast(isSame)
    const last = before.at(-1) ?? this.#requests.at(-1)
    return transitionsTo(asked, last, same)
      .map(nameOf)
      .filter((name) => wanted.has(name) && !this.#made.has(name))
  }
}

const wanted: ReadonlySet<string> = new Set(transitions.map(nameOf))

function nameOf({ relation, beside, name }: Transition): string {
  return `${relation}: ${name} after ${beside}`
}
