import { type Exchange, rateLimitOf } from '../engine/exchange.ts'
import { CLOCK_TOLERANCE_MS, isNearEndOf } from '../engine/service-time.ts'
import type { Session } from '../engine/session.ts'
import { missing } from '../engine/verdicts.ts'
import { asNobody, list } from '../probes/requests.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Whether windows begin with the clock or with a first request, as those of two callers show. */
export async function windowAlignment(session: Session): Promise<'calendar' | 'first-request'> {
  const callers = [await session.share(list()), await session.share(asNobody(list()))]
  if (callers.some((exchange) => Number.isNaN(rateLimitOf(exchange).reset)))
    return missing('there is no X-RateLimit-Reset')
  if (!callers.every(endsWithTheCalendar)) return 'first-request'
  if (callers.some((exchange) => !mayHaveBegunWithTheCalendar(exchange, session))) return 'calendar'
  return missing('the first requests came at a full minute, where both variants look alike')
}

/** How long the window is whose end an exchange tells: what ends later than in a minute is a day. */
function windowOf(exchange: Exchange): number {
  const ahead = rateLimitOf(exchange).reset * 1000 - exchange.received
  return ahead > MINUTE_MS + CLOCK_TOLERANCE_MS ? DAY_MS : MINUTE_MS
}

function endsWithTheCalendar(exchange: Exchange): boolean {
  return (rateLimitOf(exchange).reset * 1000) % windowOf(exchange) === 0
}

/** Whether the window of an exchange may have begun where one of the calendar does with the first request seen in it. */
function mayHaveBegunWithTheCalendar(exchange: Exchange, { exchanges }: Session): boolean {
  const { reset } = rateLimitOf(exchange)
  const first = exchanges.find(
    (one) => one.probe.caller === exchange.probe.caller && rateLimitOf(one).reset === reset,
  )
  return isNearEndOf(windowOf(exchange), first?.sent ?? exchange.sent)
}
