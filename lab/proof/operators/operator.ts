import type { ClauseId } from '../../../spec/clauses.ts'
import type { Reply } from '../../../contract-tests/engine/transport.ts'
import type { WatchedOverlay } from '../violations/watch-changes.ts'
import type { Overlay, Service, ServiceRequest } from '../violations/service.ts'

/** A change of a conforming service, generated: what is changed, how, and when. */
export interface Operator {
  readonly target: string
  readonly change: string
  readonly when: string
  /** The clauses that it may break: a run must report one of them and no other. None where the changed service is lawful. */
  readonly mayBreak: readonly ClauseId[]
  /** Whether it comes and goes with the order of requests, so that a run meets it by chance. */
  readonly isByChance: boolean
  /** Whether only a run over the limit can see it. */
  readonly needsExhaust?: true
  readonly overlay: Overlay
  /** Makes an overlay that itself says whether it has changed anything; absent where whoever lays it over a service sees that. */
  readonly watched?: () => WatchedOverlay
}

export function nameOf({ target, change, when }: Pick<Operator, 'target' | 'change' | 'when'>): string {
  return `${target}: ${change}, ${when}`
}

/** How often, and to which replies, something is done. */
export interface When {
  readonly name: string
  /** Called once for each run, so that the result may count requests. */
  readonly picks: () => (request: ServiceRequest, reply: Reply) => boolean
  readonly isByChance?: boolean
}

type Picks = ReturnType<When['picks']>

export const everyTime: When = { name: 'always', picks: () => () => true }

/** Times at which a change comes and goes. What a run sees of it depends on how many requests of the kind it sends. */
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

/** Changes replies of a kind at some times. The change may remember earlier replies of the run. */
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
      // Called for each reply of the kind, so that a stale or constant value is also remembered from those not picked.
      const changed = change(reply, request)
      return picks(request, reply) ? changed : reply
    }
  }
}

// Times that count requests do not look at the reply.
const NO_REPLY: Reply = { status: 0, headers: {}, body: '' }

/** Answers requests of a kind differently at some times. */
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

/** The fields of an operator that say when it acts. */
export function timeFields({ name, isByChance = false }: When): Pick<Operator, 'when' | 'isByChance'> {
  return { when: name, isByChance }
}
