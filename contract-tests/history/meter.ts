import type { ClauseId } from '../../spec/clauses.ts'
import { clausesBeyond, refusedBeside } from './beyond-limit.ts'
import { notRenewed, tooSoon } from './fixed.ts'
import { rateLimitOf } from './headers.ts'
import {
  asTheyWereAnswered,
  type Finding,
  hasKey,
  type History,
  isServed,
  isWithKey,
  minimal,
  type RecordedExchange,
  type Rule,
} from './history.ts'
import { meterOf } from './key-histories.ts'
import { limitsByKey } from './limits.ts'
import { type Figures, isOfMinute } from './plans.ts'
import {
  CLOCKS_S,
  type Contradiction,
  endsInAMinute,
  figuresShown,
  isLongOver,
  isSameWindow,
  type Reading,
  readingsOf,
  type Window,
} from './readings.ts'
import { backwards, tooFarAhead } from './resets.ts'
import { leftEarly, tooNear } from './rolling.ts'
import { tooMany } from './spending.ts'

const MINUTE_S = 60
const DAY_S = 86_400
const WINDOWS: readonly Window[] = [
  ...[MINUTE_S, DAY_S].flatMap((length) =>
    (['fixed', 'rolling', 'refilled'] as const).map((kind) => ({ kind, length })),
  ),
  { kind: 'weighed', length: MINUTE_S },
]

/**
 * For each key and each limit that its replies speak of, some window explains every Remaining and Reset: fixed, by the calendar or from
 * the first request, rolling or refilled, of a minute or of a day; or a counter that weighs the minute before. Errors may be free, and
 * others may use the key, so a request that was served costs one at the least.
 */
export const someWindowExplains: Rule = (history) => {
  // Whoever lets requests in without a key may serve an odd spelling of one as another's.
  const isLax = history.exchanges.some((one) => !hasKey(one) && isServed(one))
  // What is answered wrongly, as in a ban, may speak of another window too.
  const readings = readingsOf(history.exchanges).filter(
    (one) =>
      !isLongOver(one) &&
      history.discredited?.has(one.exchange.id) !== true &&
      (isWithKey(one.exchange) || !isLax),
  )
  const meters = Map.groupBy(readings, ({ exchange, limit }) => `${meterOf(exchange, history)} ${limit}`)
  const figures = new Map(limitsByKey(history).map((key) => [key.caller, key.figures]))
  return [...meters.values()].flatMap((meter): readonly Finding[] => {
    const contradictions: Contradicted[] = []
    const isShared = history.sharedKeys.has(meter[0]?.exchange.probe.caller ?? '')
    for (const window of windowsOf(meter, figures)) {
      const contradiction = contradictionIn(meter, window, isShared, history)
      if (contradiction === undefined) return []
      contradictions.push({ ...contradiction, window })
    }
    const finding = findingOf(contradictions, meter, history, isShared)
    if (finding === undefined) return []
    const { wrong, ...some } = finding
    // With fewer exchanges, another one of them may be the wrong one.
    return [{ ...(wrong && { wrong }), ...minimal(some, someWindowExplains, history) }]
  })
}

/** Those of a minute, where the limit is surely one for a minute. */
function windowsOf(
  [reading]: readonly Reading[],
  figures: ReadonlyMap<string, readonly Figures[]>,
): readonly Window[] {
  const { caller, base } = reading?.exchange.probe ?? {}
  const own = base === undefined ? figures.get(caller ?? '') : undefined
  return reading && own && isOfMinute(own, reading)
    ? WINDOWS.filter(({ length }) => length === MINUTE_S)
    : WINDOWS
}

/** A kind of window, and what contradicts it. */
type Contradicted = Contradiction & { readonly window: Window }

function contradictionIn(
  meter: readonly Reading[],
  window: Window,
  isShared: boolean,
  history: History,
): Contradiction | undefined {
  return (
    backwards(meter, window, history) ??
    tooFarAhead(meter, window) ??
    tooNear(meter, window) ??
    notRenewed(meter, window) ??
    tooSoon(meter, window) ??
    leftEarly(meter, window) ??
    tooMany(meter, window, isShared)
  )
}

function clausesOf({ of, exchanges, window }: Contradicted, history: History): readonly ClauseId[] {
  const [first, last] = [exchanges[0], exchanges.at(-1)]
  if (of === 'the length') return ['LIMIT-5', 'LIMIT-4']
  if (of === 'its end') return ['LIMIT-10', 'LIMIT-4']
  if (of === 'Reset' || first === undefined || last === undefined) return ['LIMIT-4']
  const [before, now] = [rateLimitOf(first), rateLimitOf(last)]
  const rises = now.remaining > before.remaining
  const ofLimit = (): readonly ClauseId[] =>
    window.length === DAY_S ? ['LIMIT-6', 'LIMIT-7'] : clausesBeyond(last, history)
  const refused = of === 'Remaining' ? refusedBeside(last, history.exchanges) : undefined
  // What is let in over the limit may well cost nothing.
  const beyond = refused ? clausesBeyond(last, history, refused) : []
  const usual = of === 'Remaining' ? (['LIMIT-3', ...beyond] as const) : ofLimit()
  // A renewed window whose Reset is still the end of the one before, and perhaps its Remaining too.
  if (now.reset * 1000 <= last.received) return ['LIMIT-4', ...usual]
  // Within a day, a Remaining that rises may be what is wrong.
  return rises && window.length === DAY_S ? ['LIMIT-3', ...usual] : usual
}

/**
 * That a fixed window is renewed too soon; else what contradicts the window that explains all but the replies of one kind; else what
 * contradicts a fixed one, if that is not its Reset, for most services have one; otherwise the first of what contradicts each kind, and
 * the plainest of several. With all exchanges that are needed to rule out every kind.
 */
function findingOf(
  contradictions: readonly Contradicted[],
  meter: readonly Reading[],
  history: History,
  isShared: boolean,
): Finding | undefined {
  // Nobody takes a window of a minute for one of a day.
  const isOfDay = meter.some(({ exchange }) => !endsInAMinute(exchange))
  const likely = contradictions.filter(({ window }) => window.length === (isOfDay ? DAY_S : MINUTE_S))
  const [first] = likely.toSorted(
    (one, other) =>
      endOf(one) - endOf(other) ||
      RARITY[one.window.kind] - RARITY[other.window.kind] ||
      one.exchanges.length - other.exchanges.length,
  )
  // One Reset that does not fit says little of the window.
  const isExplainedElse = ({ exchanges, of, window }: Contradicted): boolean => {
    if (of === 'Reset') return false
    const kind = kindOf(exchanges.at(-1))
    const rest = meter.filter(({ exchange }) => kindOf(exchange) !== kind)
    return rest.length > meter.length / 2 && contradictionIn(rest, window, isShared, history) === undefined
  }
  const plainest =
    likely.find(({ of }) => of === 'the length') ??
    likely.find(isExplainedElse) ??
    likely.find(({ window, of }) => window.kind === 'fixed' && of !== 'Reset') ??
    first
  if (plainest === undefined) return undefined
  const wrong = plainest.exchanges.at(-1)
  const needed = new Set(contradictions.flatMap((one) => one.exchanges))
  // That its Reset fits no window of another kind makes it no breach.
  const others = likely.filter(({ of }) => of !== 'Reset' || plainest.of === 'Reset')
  const clauses = [plainest, ...others].flatMap((one) => clausesOf(one, history))
  const [clause = 'LIMIT-3', ...alternatives] = new Set([
    ...(slides(contradictions) && beginsAnew(plainest, meter) ? (['LIMIT-4'] as const) : []),
    // Each counter has a Reset of its own, where it begins with the first request.
    ...(plainest.of === 'Reset' && countsApart(meter) ? (['LIMIT-3'] as const) : []),
    ...clauses,
    ...(beginsAnew(plainest, meter) ? (['LIMIT-4'] as const) : []),
    // After one, as many are left as there are where one more is served than that.
    ...(wrong !== undefined && isServed(wrong) && leavesAll(wrong) ? (['LIMIT-5'] as const) : []),
  ])
  return {
    clause,
    alternatives,
    expected: plainest.expected,
    actual: plainest.actual,
    // Exchanges that rule out another kind of window may come after it.
    ...(wrong && { wrong }),
    steps: meter
      .filter(({ exchange }) => needed.has(exchange))
      .map(({ exchange }) => ({ exchange, shows: figuresShown(exchange) })),
  }
}

function leavesAll(exchange: RecordedExchange): boolean {
  const { limit, remaining } = rateLimitOf(exchange)
  return remaining === limit
}

/** Whether Reset moves on within what else is a fixed window. */
function slides(contradictions: readonly Contradicted[]): boolean {
  return contradictions.some(({ of, window }) => window.kind === 'fixed' && of === 'Reset')
}

/**
 * Whether a window seems to begin where more is left than before: all of it is, and what follows goes on from there. So it does where
 * each Reset is that of a window that begins with its own reply.
 */
function beginsAnew({ of, exchanges, window }: Contradicted, meter: readonly Reading[]): boolean {
  const [first, last] = [exchanges[0], exchanges.at(-1)]
  if (of === 'Reset' || of === 'the length' || of === 'its end') return false
  if (first === undefined || last === undefined) return false
  const [before, now] = [rateLimitOf(first), rateLimitOf(last)]
  const next = meter.find(({ exchange }) => exchange.id > last.id && isServed(exchange))
  const isWhole = now.remaining > before.remaining && now.remaining >= now.limit - 1
  // Were only this one wrong, the next one would count on from before.
  const goesOn = next === undefined || next.remaining > before.remaining - 2
  return isWhole && goesOn && [first, last].every((one) => mayBeginWith(one, window))
}

/** Whether a window with the Reset of a reply may begin with its request, whenever that was handled. */
function mayBeginWith(exchange: RecordedExchange, { length }: Window): boolean {
  const begin = rateLimitOf(exchange).reset - length
  return begin >= exchange.sent / 1000 - CLOCKS_S && begin <= exchange.received / 1000 + CLOCKS_S
}

/** How far a reader is from thinking of a kind of window. */
const RARITY = { fixed: 0, rolling: 1, refilled: 2, weighed: 3 } as const

function kindOf(exchange: RecordedExchange | undefined): string {
  const { method, operation } = exchange?.probe ?? {}
  return `${method} ${operation}`
}

// So many counts on over other requests are no accident.
const ENOUGH = 2

/** Whether each operation of several has a count of its own, which others that are served in between do not change. */
function countsApart(meter: readonly Reading[]): boolean {
  const served = asTheyWereAnswered(meter.filter(({ exchange }) => isServed(exchange)))
  const places = new Map(served.map((one, at) => [one, at]))
  const apart = Map.groupBy(served, ({ exchange }) => kindOf(exchange))
    .values()
    .filter((own) => {
      const over = own.filter((now, at) => {
        const before = own[at - 1]
        if (before === undefined || !isSameWindow(now, before)) return false
        const isOver = (places.get(now) ?? 0) > (places.get(before) ?? 0) + 1
        return isOver && before.remaining - now.remaining === 1
      })
      return over.length >= ENOUGH
    })
  return apart.toArray().length > 1
}

function endOf({ exchanges }: Contradiction): number {
  return exchanges.at(-1)?.id ?? 0
}
