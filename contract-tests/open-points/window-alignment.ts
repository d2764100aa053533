import { other, type Seen } from '../engine/check.ts'
import { type Exchange } from '../engine/exchange.ts'
import { rateLimitOf } from '../history/headers.ts'
import { CLOCK_TOLERANCE_MS, isNearEndOf } from '../engine/service-time.ts'
import type { Session } from '../engine/session.ts'
import { missing } from '../engine/verdicts.ts'
import { asNobody, list } from '../probes/requests.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MANY_MOVES = 3

/** Whether windows begin with the clock or with a first request, as those of two callers show. */
export async function windowAlignment(session: Session): Promise<Seen> {
  const callers = [await session.share(list()), await session.share(asNobody(list()))]
  if (callers.some((exchange) => Number.isNaN(rateLimitOf(exchange).reset)))
    return missing('an X-RateLimit-Reset in the replies with a key and without')
  const moved = movedReset(session)
  if (moved !== undefined) return other(moved)
  const seen = callers.flatMap((exchange) => alignmentOf(exchange, session) ?? [])
  const [first] = seen
  if (first === undefined)
    return missing('the first requests came at a full minute, where both variants look alike')
  return new Set(seen).size === 1
    ? first
    : other('the windows of a key and those without one begin in two ways')
}

/** How the window of an exchange is aligned; `undefined` where both variants look alike. */
function alignmentOf(exchange: Exchange, session: Session): 'first-request' | 'calendar' | undefined {
  if (!endsWithTheCalendar(exchange)) return 'first-request'
  return mayHaveBegunWithTheCalendar(exchange, session) ? undefined : 'calendar'
}

/** In words, where Reset grows while the window that it speaks of is still open: no window of either kind does that. */
function movedReset({ exchanges }: Session): string | undefined {
  const own = exchanges.filter(
    ({ probe, status }) => probe.caller === 'key' && probe.base === undefined && status < 300,
  )
  const moves = own.flatMap((exchange, at) => {
    const [before, now] = [rateLimitOf(own[at - 1] ?? exchange), rateLimitOf(exchange)]
    const isOpen = before.reset * 1000 - exchange.received > CLOCK_TOLERANCE_MS
    return before.limit === now.limit && isOpen && now.reset > before.reset ? [now.reset - before.reset] : []
  })
  // Clocks of several machines may differ by a little, but not in one direction for long.
  const total = moves.reduce((sum, move) => sum + move, 0)
  return moves.length >= MANY_MOVES
    ? `Reset moves on while a window is open: by ${total} s in all`
    : undefined
}

/** The length of the window whose end is in an exchange: one that ends later than in a minute is a day. */
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
