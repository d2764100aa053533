import { operations } from '../../../spec/operations.ts'
import { countRequest, recordRequest, recordSent, type ClientRequest } from '../limits/client-statistics.ts'
import { MOST_CHARACTERS } from '../memory/bounds.ts'
import { truncate } from '../memory/memory.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import { header, type Request } from '../message/request.ts'
import { retryInstant, type Reply } from '../request/reply.ts'
import type { RequestContext, ServiceState, StateStore } from '../request/request-context.ts'

/**
 * Records an exchange for the client report, in the statistics of its key. Returns the reply to send: the first refusal that
 * a client gets is to be held back, so that it cannot be blamed for what it has sent before.
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
  const seen = clientRequest(store, context, reply)
  const recorded = store.changeCaller(context, ({ statistics }) => recordRequest(statistics, seen))
  const isFirst = recorded instanceof Promise ? recorded.catch(() => false) : recorded
  return andThen(isFirst, (isFirst = false) => (isFirst ? heldBack(store, context, reply) : reply))
}

function heldBack<State extends ServiceState>(
  store: StateStore<State>,
  context: RequestContext<State>,
  reply: Reply,
): Reply {
  const onSent = (): Awaitable<void> => {
    const client = clientName(context.request)
    const at = store.monotonicTime()
    const recorded = store.changeCaller(context, ({ statistics }) => {
      recordSent(statistics, client, at)
    })
    // Without it the client report is milder; the reply is sent in any case.
    return recorded instanceof Promise ? recorded.catch(() => undefined) : undefined
  }
  return { ...reply, onSent }
}

function clientRequest<State extends ServiceState>(
  store: StateStore<State>,
  { state, request, now, bodyAwaitedAt, admission }: RequestContext<State>,
  reply: Reply,
): ClientRequest {
  const { clock, settings } = state
  const { connectionAge } = request
  // A request that was decided at once has just arrived.
  const arrivedAt = bodyAwaitedAt ?? store.monotonicTime()
  return {
    client: clientName(request),
    now,
    arrivedAt,
    openedAt: connectionAge === undefined ? undefined : arrivedAt - connectionAge,
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

function clientName(request: Request): string {
  const agent = header(request, 'user-agent') ?? ''
  return `${request.address} ${agent.length > MOST_CHARACTERS.userAgent ? truncate(agent, MOST_CHARACTERS.userAgent) : agent}`
}
