import { type PlanId, plans } from '../../spec/plans.ts'
import { rateLimitOf } from './headers.ts'
import { authorizationOf } from './credentials.ts'
import { isRedirect, type RecordedExchange } from './history.ts'

/** The limits of one caller: of a plan, or of a contract of its own, whose figures only the service has. */
export interface Figures {
  readonly minute: number | 'custom'
  readonly day: number | 'custom'
}

/** The figures of each plan; those of the one plan where it is given. */
export function figuresOf(plan: PlanId | undefined): readonly Figures[] {
  return plans
    .filter(({ id }) => plan === undefined || id === plan)
    .map(({ perMinute, perDay }) => ({ minute: perMinute, day: perDay }))
}

/** The requests of a minute of the smallest plan. */
export const FREE_MINUTE = Number(figuresOf('free')[0]?.minute)

/** Whether some figures allow for the limit that a reply speaks of; a custom one may be any. */
export function allowsLimit({ minute, day }: Figures, exchange: Pick<RecordedExchange, 'headers'>): boolean {
  const { limit } = rateLimitOf(exchange)
  const isFigure = Number.isInteger(limit) && limit > 0
  return [minute, day].some((figure) => figure === limit || (figure === 'custom' && isFigure))
}

/** Whether a reply speaks of the limit of a plan, but of none of some figures. */
export function isOfAnotherPlan(
  figures: readonly Figures[],
  reply: Pick<RecordedExchange, 'headers'>,
): boolean {
  const { limit } = rateLimitOf(reply)
  const isOfAPlan = figuresOf(undefined).some(({ minute, day }) => minute === limit || day === limit)
  return isOfAPlan && !figures.some((one) => allowsLimit(one, reply))
}

/** The figures that a key may have: those of its plan where it is given, or those that all its replies speak of; else all. */
export function plansOf(
  plan: PlanId | undefined,
  replies: readonly Pick<RecordedExchange, 'headers'>[],
): readonly Figures[] {
  if (plan !== undefined) return figuresOf(plan)
  const all = figuresOf(undefined)
  const fixed = all.filter(({ minute, day }) => minute !== 'custom' && day !== 'custom')
  const fitting = fixed.filter((figures) => replies.every((reply) => allowsLimit(figures, reply)))
  return fitting.length > 0 ? fitting : all
}

/** Whether a reply speaks of the limit of a key: nothing says that what the document does not describe counts. */
export function speaksOfLimit(exchange: RecordedExchange): boolean {
  const { probe, status, headers } = exchange
  return (
    probe.caller !== 'nobody' &&
    probe.operation !== undefined &&
    status !== 401 &&
    !isRedirect(exchange) &&
    // In another spelling of the scheme it may be a request of nobody's (scheme-case).
    (authorizationOf(probe.headers) ?? '').startsWith('Bearer ') &&
    'x-ratelimit-limit' in headers
  )
}

/** Whether the limit that a reply speaks of may be one for a day. */
export function mayBeOfDay(figures: readonly Figures[], { limit }: { readonly limit: number }): boolean {
  return figures.some(({ day }) => day === limit || day === 'custom')
}

/** Whether the limit that a reply speaks of is surely one for a minute: no figures allow it for a day. */
export function isOfMinute(figures: readonly Figures[], of: { readonly limit: number }): boolean {
  return figures.every(({ minute }) => minute === of.limit) && !mayBeOfDay(figures, of)
}

/** The most that a key may be served in a minute; `undefined` where that is a figure of its own. */
export function mostInMinute(figures: readonly Figures[]): number | undefined {
  const minutes = figures.map(({ minute }) => minute)
  const fixed = minutes.filter((minute) => minute !== 'custom')
  return fixed.length < minutes.length ? undefined : Math.max(...fixed)
}

/** The fewest that a key may be served in a day; 0 where that is a figure of its own. */
export function leastInDay(figures: readonly Figures[]): number {
  return Math.min(...figures.map(({ day }) => (day === 'custom' ? 0 : day)))
}
