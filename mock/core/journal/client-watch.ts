import { operations } from '../../../spec/operations.ts'
import type { Caller } from '../limits/caller.ts'
import { countRequest, recordRequest, type ClientRequest } from '../limits/client-statistics.ts'
import { recordLeft, recordRead, recordReadByBrowser } from '../limits/client-waits.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import { clientName } from '../request/meter-request.ts'
import { retryInstant, type Delivery, type Reply } from '../request/reply.ts'
import type { RequestContext, ServiceState, StateStore } from '../request/request-context.ts'

/**
 * Records an exchange for the client report, in the statistics of its key. Returns the reply with what is to be notified of its
 * delivery, where that decides whether the client's next requests are early.
 */
export function watchClient<State extends ServiceState>(
  store: StateStore<State>,
  context: RequestContext<State>,
  reply: Reply,
): Awaitable<Reply> {
  const { caller, request, admission } = context
  // OPTIONS is never metered: it comes neither too early nor after a wait.
  if (!caller.hasKey || request.method === 'OPTIONS') return reply
  if (admission.admitted && !caller.statistics.waiting) {
    store.changeCallerSoon(context, ({ statistics }) => {
      countRequest(statistics, isDeprecated(reply))
    })
    return reply
  }
  const seen = clientRequest(context, reply)
  const step = ({ statistics }: Caller): boolean => recordRequest(statistics, seen) !== undefined
  const recorded = store.changeCaller(context, step)
  const isUnread = recorded instanceof Promise ? recorded.catch(() => false) : recorded
  return andThen(isUnread, (isUnread = false) =>
    isUnread ? { ...reply, delivery: deliveryOf(store, context, seen) } : reply,
  )
}

function deliveryOf<State extends ServiceState>(
  store: StateStore<State>,
  context: RequestContext<State>,
  { client, arrival }: ClientRequest,
): Delivery {
  const record = (what: typeof recordLeft): Awaitable<void> => {
    const at = store.monotonicTime()
    const recorded = store.changeCaller(context, ({ statistics }) => {
      const waiting = statistics.waiting?.get(client)
      if (waiting) what(waiting, arrival.at, at)
    })
    // Without it the client report is milder.
    return recorded instanceof Promise ? recorded.catch(() => undefined) : undefined
  }
  return {
    left: () => record(recordLeft),
    read: (byBrowser = false) => record(byBrowser ? recordReadByBrowser : recordRead),
  }
}

function clientRequest<State extends ServiceState>(
  { state, request, now, arrival, admission }: RequestContext<State>,
  reply: Reply,
): ClientRequest {
  const { clock, settings } = state
  return {
    client: clientName(request),
    now,
    arrival,
    speed: clock.speed,
    refusal: admission.admitted
      ? undefined
      : {
          status: reply.status,
          until: retryInstant(admission, now, settings.choices),
          earnedBan: admission.by === 'striking',
        },
    deprecated: isDeprecated(reply),
  }
}

function isDeprecated({ operation }: Reply): boolean {
  return operation !== undefined && operations[operation].deprecated
}
