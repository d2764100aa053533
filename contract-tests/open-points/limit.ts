import type { Choices } from '../../spec/choices.ts'
import type { RetryAfterForm } from '../../spec/retry-after.ts'
import { serviceSchemas } from '../../spec/service-schemas.ts'
import { other, type Observation, type Seen } from '../engine/check.ts'
import { type Exchange } from '../engine/exchange.ts'
import { rateLimitOf, readWait } from '../history/headers.ts'
import { isReset } from '../history/waits.ts'
import { isObject } from '../history/values.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'
import type { Session } from '../engine/session.ts'
import { missing } from '../engine/verdicts.ts'
import type { Run } from '../engine/run.ts'
import { refusal } from '../probes/over-the-limit.ts'
import { givenResets } from '../probes/rate-limits.ts'
import { windowAlignment } from './window-alignment.ts'
import { isRefusal } from '../history/history.ts'

const LONG_S = 3

/** How long the run has lasted so far. */
function secondsOf({ session: { exchanges } }: Run): number {
  return ((exchanges.at(-1)?.received ?? 0) - (exchanges[0]?.sent ?? 0)) / 1000
}

export const limitPoints: readonly Observation[] = [
  {
    id: 'window-alignment',
    cost: 0,
    observe: async (run) => {
      givenResets(run)
      const seen = await windowAlignment(run.session)
      const isShort = run.control === undefined && secondsOf(run) < LONG_S
      // A Reset that is always a minute ahead looks the same for a moment.
      return seen === 'first-request' && isShort
        ? { variant: seen, detail: `Reset was looked at for less than ${LONG_S} seconds`, isPart: true }
        : seen
    },
  },
  { id: 'do-errors-count', cost: 0, observe: ({ session }) => errorsCount(session) },
  {
    id: 'body-of-429',
    observe: async (run) => {
      const { body, json } = await aRefusal(run)
      if (body === '') return 'empty'
      if (!isObject(json)) return other(`text that is no JSON object: ${body.slice(0, 60)}`)
      return serviceSchemas.Error(json).length === 0 ? 'error' : 'other-object'
    },
  },
  {
    id: 'retry-after-form',
    observe: async (run) => {
      const refused = await aRefusal(run)
      const value = refused.headers['retry-after'] ?? missing('there is no Retry-After')
      const form = readWait(refused)?.form
      if (form === 'seconds or milliseconds') return missing(`a Retry-After with a clear unit: ${value}`)
      const variant = variantOf(form, value)
      return variant ?? other(form === undefined ? `Retry-After: ${value}` : `${form}: ${value}`)
    },
  },
]

/** The refusal over the limit; in a run that may not go over it, one that it has met all the same. */
async function aRefusal(run: Run): Promise<Exchange> {
  const isMet = ({ probe, status }: Exchange): boolean => probe.caller !== 'nobody' && status === 429
  const met = run.settings.exhaust ? undefined : run.session.exchanges.find(isMet)
  run.session.lookAt(met ? [met] : [])
  return met ?? refusal(run)
}

/** The variant of `retry-after-form` that a value shows; `undefined` for a form that none of them has. */
function variantOf(form: RetryAfterForm | undefined, value: string): Choices['retry-after-form'] | undefined {
  if (form === 'HTTP date') return 'http-date'
  if (form === 'ISO date') return 'iso-date'
  if (form === 'duration with a unit') return /^\d+s$/.test(value) ? 'with-unit' : undefined
  if (!/^\d+$/.test(value)) return undefined
  if (form === 'Unix time') return 'unix-time'
  return form === 'seconds' || form === 'milliseconds' ? form : undefined
}

/** Whether errors count, as Remaining has shown on the key's exchanges so far. */
export function errorsCount(session: Session): Seen {
  const { exchanges } = session
  const whole = exchanges.filter(({ probe }) => probe.caller === 'key' && probe.base === undefined)
  // After a wait, a window that rolls may give one back in place of the one that is counted.
  const refusedAt = whole.findIndex(isRefusal)
  const own = refusedAt < 0 ? whole : whole.slice(0, refusedAt)
  const all = own.flatMap((exchange, at) => fallBefore(exchange, own[at - 1]))
  const falls = all.filter(({ exchange }) => exchange.status >= 400)
  // Where each operation has a counter of its own, no two replies in a row can be compared.
  const stay = all.find(({ exchange, by }) => exchange.status < 400 && by < 1 && !isAtReset(exchange))
  if (stay !== undefined) {
    const { remaining } = rateLimitOf(stay.exchange)
    return missing(
      `a Remaining that falls with each request: it is ${remaining}, after ${remaining + stay.by}`,
    )
  }
  if (own.every((one) => !hasFigures(one))) return missing('an X-RateLimit-Remaining and -Reset in numbers')
  if (all.length === 0) return missing('two replies in a row with the same X-RateLimit-Reset')
  if (falls.length === 0) return missing('an error right after another exchange of the same window')
  const free = falls.filter(({ by }) => by === 0)
  session.lookAt(falls.map(({ exchange }) => exchange))
  if (free.length === 0) return 'yes'
  // Others who use the key can only make Remaining fall more often, and not for one status alone.
  const statuses = Map.groupBy(falls, ({ exchange }) => exchange.status)
  const counted = [...statuses].filter(([, all]) => all.length > 1 && all.every(({ by }) => by === 1))
  if (counted.length === 0) return 'no'
  const names = (all: readonly number[]): string => [...new Set(all)].join(', ')
  return other(
    `${names(counted.map(([status]) => status))} counts, ${names(free.map((one) => one.exchange.status))} does not`,
  )
}

/** Whether a window may begin anew at an exchange, by its Reset. */
function isAtReset(exchange: Exchange): boolean {
  return isReset(exchange) && exchange.received >= rateLimitOf(exchange).reset * 1000 - CLOCK_TOLERANCE_MS
}

function hasFigures(exchange: Exchange): boolean {
  const { remaining, reset } = rateLimitOf(exchange)
  return !Number.isNaN(remaining + reset)
}

interface Fall {
  readonly exchange: Exchange
  readonly by: number
}

/** How much Remaining fell with a request, if that is clear. */
function fallBefore(exchange: Exchange, before: Exchange | undefined): readonly Fall[] {
  // The order in which concurrent requests were counted is unknown.
  if (before?.overlaps === true || exchange.overlaps === true) return []
  // A key that is refused, over the limit or while it is banned, is no error of the request.
  if (before === undefined || isRefusal(exchange)) return []
  if ((exchange.tries ?? 1) > 1) return []
  const [first, second] = [rateLimitOf(before), rateLimitOf(exchange)]
  return first.reset === second.reset && first.limit === second.limit
    ? [{ exchange, by: first.remaining - second.remaining }]
    : []
}
