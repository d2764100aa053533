import {
  FIRST,
  LEFT,
  LIMIT,
  RESET,
  asError,
  counts,
  keyOf,
  number,
  onReply,
  timeOf,
  withHeader,
  withLimitsOf,
  withSpare,
} from './mutate.ts'
import { type Overlay, type Reply, violation } from './service.ts'

const NEVER = 1e15
const DAY = 1000
const DAY_S = 86_400

/**
 * Every reply to the first key speaks of its day, also where the minute refuses; and of each minute that follows one with refusals, only
 * so many requests are served.
 */
const servesFewerAfterRefusals =
  (most: number): Overlay =>
  (healthy) => {
    let [until, left, hasRefused, used, midnight] = [0, NEVER, false, 0, 0]
    const ofDay = (reply: Reply, cost = 0): Reply => {
      const isNew = timeOf(reply) >= midnight
      used = (isNew ? 0 : used) + cost
      midnight = (Math.floor(timeOf(reply) / DAY_S) + 1) * DAY_S
      const figures = { [LIMIT]: DAY, [LEFT]: DAY - used, [RESET]: midnight }
      return Object.entries(figures).reduce(
        (one, [name, figure]) => withHeader(one, name, `${figure}`),
        reply,
      )
    }
    return async (request) => {
      if (keyOf(request) !== FIRST || request.base !== '/v1') return healthy(request)
      if (left <= 0) {
        // Of another key, so that it spends none of this one.
        const now = await healthy(
          withSpare({ ...request, method: 'GET', operation: 'listPets', body: undefined }),
        )
        const wait = Math.ceil(until - timeOf(now))
        hasRefused = true
        if (wait > 0) return ofDay(withHeader(asError(429)(now), 'retry-after', String(wait)))
      }
      const reply = await healthy(request)
      if (!counts(request, reply)) return reply
      if (reply.status === 429) {
        hasRefused = true
        return ofDay(reply)
      }
      if (number(reply, RESET) > until) {
        until = number(reply, RESET)
        left = hasRefused ? most : NEVER
        hasRefused = false
      }
      left -= 1
      return ofDay(reply, 1)
    }
  }

/** Reads of a pet are let in where the minute refuses, and cost nothing. */
const readsAreNotLimited: Overlay = (healthy) => {
  const last = new Map<string | undefined, Reply>()
  return async (request) => {
    const reply = await healthy(request)
    const before = last.get(keyOf(request))
    if (reply.status !== 429) last.set(keyOf(request), reply)
    if (reply.status !== 429 || request.operation !== 'getPet' || before === undefined) return reply
    const figures = number(before, LIMIT) === DAY ? before : reply
    return withLimitsOf(figures, await healthy(withSpare(request)), number(figures, LEFT))
  }
}

export const reportedDay = [
  violation('LIMIT-7', 'reading is not limited, and each reply speaks of the day', readsAreNotLimited, {
    mock: { choices: { 'reported-window': 'day' } },
  }),
  violation(
    'LIMIT-5',
    'a minute after refusals has 45 requests, and each reply speaks of the day',
    servesFewerAfterRefusals(45),
  ),
  violation(
    'LIMIT-5',
    'a minute after refusals has 30 requests, and each reply speaks of the day',
    servesFewerAfterRefusals(30),
  ),
  violation(
    'LIMIT-10',
    'each reply speaks of the day, and of the minute’s end as of the day’s',
    onReply(
      (_request, reply) => number(reply, LIMIT) === DAY,
      (reply) => withHeader(reply, RESET, String((Math.floor(timeOf(reply) / 60) + 1) * 60)),
    ),
    { mock: { choices: { 'reported-window': 'day' } } },
  ),
]
