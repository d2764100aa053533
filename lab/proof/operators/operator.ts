import type { ClauseId } from '../../../spec/clauses.ts'
import type { Reply } from '../../../contract-tests/engine/transport.ts'
import type { Overlay, Service, ServiceRequest } from '../violations/service.ts'

/** A change of a conforming service, generated: what is changed, how, and when. */
export interface Operator {
  readonly target: string
  readonly change: string
  readonly when: string
  /** The clauses that it may break, one of which a run must report and no other; none where the changed service is lawful. */
  readonly may: readonly ClauseId[]
  /** Whether a run sees it by chance only, since it comes and goes by the order of requests. */
  readonly isByChance: boolean
  /** Whether only who goes over the limit can see it. */
  readonly needsExhaust?: true
  readonly overlay: Overlay
}

export function nameOf({ target, change, when }: Pick<Operator, 'target' | 'change' | 'when'>): string {
  return `${target}: ${change}, ${when}`
}

/** How often, and to which replies, something is done. */
export interface When {
  readonly name: string
  /** Made anew for each run, so that it may count. */
  readonly picks: () => (request: ServiceRequest, reply: Reply) => boolean
  readonly isByChance?: boolean
}

type Picks = ReturnType<When['picks']>

export const everyTime: When = { name: 'always', picks: () => () => true }

/** Times that a change may come and go by; what a run sees of them depends on how many requests of the kind it sends. */
export const nowAndThen: readonly When[] = [
  { name: 'one time in five', picks: counting((count) => count % 5 === 0), isByChance: true },
  { name: 'one time in two', picks: counting((count) => count % 2 === 0), isByChance: true },
  { name: 'after the tenth', picks: counting((count) => count > 10), isByChance: true },
]

function counting(picks: (count: number) => boolean): When['picks'] {
  return () => {
    let count = 0
    return () => picks((count += 1))
  }
}

/** Changes replies of a kind, at times; the change may remember what it has seen in the run. */
export function onReplies(
  isOfKind: Picks,
  when: When,
  newChange: () => (reply: Reply, request: ServiceRequest) => Reply,
): Overlay {
  return (healthy) => {
    const [picks, change] = [when.picks(), newChange()]
    return async (request) => {
      const reply = await healthy(request)
      if (!isOfKind(request, reply)) return reply
      // Asked for each reply of the kind, so that what is stale or constant is known where it is not picked either.
      const changed = change(reply, request)
      return picks(request, reply) ? changed : reply
    }
  }
}

// Times that count ask nothing of a reply.
const NO_REPLY: Reply = { status: 0, headers: {}, body: '' }

/** Has requests of a kind answered otherwise, at times. */
export function onRequests(
  isOfKind: (request: ServiceRequest) => boolean,
  when: When,
  answer: (healthy: Service, request: ServiceRequest) => Promise<Reply>,
): Overlay {
  return (healthy) => {
    const picks = when.picks()
    return (request) =>
      isOfKind(request) && picks(request, NO_REPLY) ? answer(healthy, request) : healthy(request)
  }
}

/** When an operator acts, as its name and its kind have it. */
export function timesOf({ name, isByChance = false }: When): Pick<Operator, 'when' | 'isByChance'> {
  return { when: name, isByChance }
}
