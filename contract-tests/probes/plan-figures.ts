import { plans, type PlanId } from '../../spec/index.ts'
import { rateLimitOf, type Exchange } from '../engine/exchange.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'

/** The limits of one caller: of a plan, or of a contract of its own, whose figures only the service knows. */
export interface Figures {
  readonly minute: number | 'custom'
  readonly day: number | 'custom'
}

const LONGEST_MINUTE_MS = 60_000 + CLOCK_TOLERANCE_MS

/** What each plan's caller may be told; those of the one plan where it is known. */
export function figuresOf(plan: PlanId | undefined): readonly Figures[] {
  return plans
    .filter(({ id }) => plan === undefined || id === plan)
    .map(({ perMinute, perDay }) => ({ minute: perMinute, day: perDay }))
}

/** The limits of an exchange that some figures allow for; a custom one may be any. */
export function allowsLimit({ minute, day }: Figures, exchange: Exchange): boolean {
  const { limit } = rateLimitOf(exchange)
  const isFigure = Number.isInteger(limit) && limit > 0
  return [minute, day].some((figure) => figure === limit || (figure === 'custom' && isFigure))
}

/**
 * Whether the window that an exchange's Reset points to is the one that its Limit speaks of: 1,000 is Free's day and
 * Business's minute, and a Reset that is hours ahead can only be a day's.
 */
export function allowsWindow({ minute, day }: Figures, exchange: Exchange): boolean {
  const { limit, reset } = rateLimitOf(exchange)
  const isFar = reset * 1000 - exchange.received > LONGEST_MINUTE_MS
  return day === limit || day === 'custom' || (!isFar && (minute === limit || minute === 'custom'))
}
