// Lays a change over a service in one situation only.
import { parseJson } from '../../../spec/exact-json/json.ts'
import { successOf } from '../../../spec/operations.ts'
import {
  FIRST,
  keyOf,
  LEFT,
  LIMIT,
  RESET,
  SECOND,
  withHeaders,
  withSpare,
  type Json,
} from '../violations/mutate.ts'
import type { Reply, Service, ServiceRequest } from '../violations/service.ts'
import { isSameReply, type WatchedOverlay } from '../violations/watch-changes.ts'
import type { Change } from './changes.ts'
import { isLikeAnotherKey, Moments, type Moment } from './moment.ts'
import type { Situation } from './situation.ts'
import { isCountUnlawful, isSpokenOf, isUnlawful } from './unlawful.ts'

/** A request that the service below has answered, while a change is made to it. */
interface Underway {
  readonly asked: ServiceRequest
  readonly reply: Reply
  /** Whether the second key sent it: changes are of what the first key is answered, so the keys are exchanged for them. */
  readonly isExchanged: boolean
  /** Requests that the change sent besides. */
  sent: number
}

// Requests that a change makes of another one still have it.
const NUMBER = 'x-changed-request'

/**
 * Makes the change where the situation holds and the changed reply is one that no conforming service could give. It sees each
 * request of its kind after the service has answered, so a reply that it keeps for later is a true one.
 */
export function watchIn(situation: Situation, change: Change): WatchedOverlay {
  let acted = false
  return {
    hasActed: () => acted,
    overlay: (healthy) => {
      const moments = new Moments()
      const underway = new Map<string, Underway>()
      const changed = change.overlay(serviceOf(healthy, underway, change))
      let count = 0
      return async (request) => {
        const end = moments.begin(request)
        const was = await healthy(request)
        const moment = end(was)
        if (moment === undefined) return was
        const now = isMadeAt(moment, request) ? await make(moment, request, was) : undefined
        if (now !== undefined) return now
        noteShown(moment, was)
        return was
      }

      function isMadeAt(moment: Moment, request: ServiceRequest): boolean {
        const isFor = change.isFor?.(request) ?? true
        const mayBeAnothers =
          isLikeAnotherKey(moment) && change.aspect !== 'headers' && change.aspect !== 'bodies'
        return (
          change.appliesTo(moment.state) &&
          situation.holds(moment) &&
          isFor &&
          isSpokenOf(request) &&
          !mayBeAnothers
        )
      }

      /** The changed reply; `undefined` where it is no breach. */
      async function make(moment: Moment, request: ServiceRequest, was: Reply): Promise<Reply | undefined> {
        const number = String((count += 1))
        const isExchanged = keyOf(request) === SECOND
        const asked = withHeaders(isExchanged ? exchangeKeys(request) : request, { [NUMBER]: number })
        const own: Underway = { asked, reply: was, isExchanged, sent: 0 }
        underway.set(number, own)
        const now = await changed(asked)
        underway.delete(number)
        const isChanged = !isSameReply(was, now)
        const isBreach = isChanged
          ? isChangeUnlawful(change, moment, request, was, now)
          : isEffect(change) && own.sent > 0
        if (!isBreach) return undefined
        acted = true
        return now
      }
    },
  }
}

function isChangeUnlawful(
  { aspect }: Change,
  moment: Moment,
  request: ServiceRequest,
  was: Reply,
  now: Reply,
): boolean {
  if (aspect === 'counters') return isCountUnlawful(was, now)
  return aspect === 'headers' || isUnlawful(moment, request, was, now)
}

function isEffect({ aspect }: Change): boolean {
  return aspect === 'effects' || aspect === 'counters'
}

/** What a change takes for the service: it has answered already, and answers other requests under a key that nobody counts. */
function serviceOf(healthy: Service, underway: ReadonlyMap<string, Underway>, change: Change): Service {
  return async (request) => {
    const own = underway.get(request.headers[NUMBER] ?? '')
    if (own === undefined) throw new Error('a change asked outside of a request')
    if (request === own.asked) return own.reply
    own.sent += 1
    const sent = withHeaders(request, { [NUMBER]: undefined })
    if (change.aspect === 'counters') return healthy(own.isExchanged ? exchangeKeys(sent) : sent)
    const reply = await healthy(withSpare(sent))
    const shown = [LIMIT, LEFT, RESET].map((name) => [name, own.reply.headers[name] ?? ''] as const)
    return { ...reply, headers: { ...reply.headers, ...Object.fromEntries(shown) } }
  }
}

function exchangeKeys(request: ServiceRequest): ServiceRequest {
  const key = keyOf(request)
  if (key !== FIRST && key !== SECOND) return request
  return withHeaders(request, { authorization: `Bearer ${key === FIRST ? SECOND : FIRST}` })
}

function noteShown({ state, show }: Moment, { status, body }: Reply): void {
  if (status !== successOf(state.operation).status) return
  const json = parseJson(body)
  show(Array.isArray(json) ? (json as readonly Json[]) : [json as Json])
}
