// Minutes of the limit that are not what the document says.
import { FREE_MINUTE } from '../../../contract-tests/history/plans.ts'
import {
  FIRST,
  LEFT,
  LIMIT,
  RESET,
  SECOND,
  asError,
  keyOf,
  listing,
  number,
  oneByOne,
  refuses,
  timeOf,
  withHeader,
  withLimits,
  withLimitsOf,
  withSpare,
} from './mutate.ts'
import type { Overlay, Reply } from './service.ts'

const MINUTE_S = 60

interface Minute {
  readonly reset: number
  /** How many requests are served in it from now on. */
  left: number
  readonly isShort: boolean
  hasRefused: boolean
  /** The first reply in it. */
  readonly first: Reply | undefined
}

/** Of each minute of the first key that follows one with refusals, only a share is there, by what it says and by what it serves. */
export const lessAfterRefusals =
  (share: number): Overlay =>
  (healthy) => {
    const unbounded = Number.POSITIVE_INFINITY
    let minute: Minute = { reset: 0, left: unbounded, isShort: false, hasRefused: false, first: undefined }
    return async (request) => {
      if (keyOf(request) !== FIRST || request.base !== '/v1') return healthy(request)
      if (minute.first && minute.left <= 0) {
        const now = await healthy(listing(request))
        const wait = Math.ceil(minute.reset - timeOf(now))
        minute.hasRefused = true
        const refused = withLimitsOf(minute.first, asError(429)(now), 0)
        if (wait > 0) return withHeader(refused, 'retry-after', String(wait))
      }
      minute.left -= 1
      const reply = await healthy(request)
      const [reset, gone] = [number(reply, RESET), number(reply, LIMIT) * (1 - share)]
      if (reset > minute.reset) {
        const isShort = minute.hasRefused
        const left = isShort ? number(reply, LIMIT) - gone - 1 : unbounded
        minute = { reset, left, isShort, hasRefused: false, first: reply }
      }
      if (reply.status === 429) minute.hasRefused = true
      return minute.isShort
        ? withHeader(reply, LEFT, String(Math.max(0, Math.round(number(reply, LEFT) - gone))))
        : reply
    }
  }

/** Each request begins the minute of its key anew, as an expiry does that is set with every count. */
export const prolongsMinutes = oneByOne((healthy) => {
  const minutes = new Map([FIRST, SECOND].map((key) => [key, { served: 0, until: 0 }]))
  return async (request) => {
    const minute = minutes.get(keyOf(request) ?? '')
    if (minute === undefined || request.base !== '/v1') return healthy(request)
    const own = await healthy(request)
    if (number(own, LIMIT) !== FREE_MINUTE) return own
    const now = timeOf(own)
    if (now >= minute.until) minute.served = 0
    if (minute.served >= FREE_MINUTE) {
      const refused = withLimits(asError(429)(own), FREE_MINUTE, 0, minute.until)
      return withHeader(refused, 'retry-after', String(minute.until - now))
    }
    const reply = refuses(request, own) ? await healthy(withSpare(request)) : own
    minute.served += 1
    minute.until = now + MINUTE_S
    return withLimits(reply, FREE_MINUTE, FREE_MINUTE - minute.served, minute.until)
  }
})
