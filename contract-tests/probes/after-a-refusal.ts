// What a key is served after it was refused: when the wait is over, at Reset, and in the minutes that follow.
import { namesTime } from '../../spec/retry-after.ts'
import { visible } from '../../spec/wording.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { CLOCK_TOLERANCE_MS, SILENT_MS, type Wait } from '../engine/service-time.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { rateLimitOf, readWait, retryAfterOf } from '../history/headers.ts'
import { ascending, isServed, refusesKey } from '../history/history.ts'
import { SURELY_OVER_MS } from '../history/long-minutes.ts'
import { isOfMinute, plansOf } from '../history/plans.ts'
import { endsInAMinute } from '../history/readings.ts'
import { isNewWindow } from '../history/renewals.ts'
import { endOfReset, endOfWait, hasEnd } from '../history/waits.ts'
import { AT_ONCE, goOverTheLimit, PROBE, refusal, spend } from './over-the-limit.ts'
import { repliesTo } from './rate-limits.ts'
import { asSecond } from './requests.ts'

/** The first request after the wait that the refusal asked for, once a run. */
export async function afterTheWait(run: Run): Promise<Exchange> {
  const exchange = await run.once(wait)
  run.session.lookAt([exchange])
  return exchange
}

/** The first request after the wait of a refusal that comes alone, in a minute after the one in which a key was refused. */
export async function afterOneRefusal(run: Run, refused: Exchange): Promise<Exchange> {
  const renewed = await afterTheWaitOf(refused, run)
  if (renewed.status !== 200) return renewed
  const { next } = await spend(run, () => Promise.resolve([]), 'one by one')
  return afterTheWaitOf(next, run)
}

/** The first request of a key that was refused, by a ban too, after the wait that the refusal asked for. */
export async function afterTheWaitOf(refused: Exchange, run: Run): Promise<Exchange> {
  const hasWait = readWait(refused) !== undefined
  if (refused.status !== 429 && !(refusesKey(refused) && hasWait)) missing(OTHERS)
  if (!hasWait) unreadable(refused)
  await passUntil(run, lastOf(refusedSince(refused, run)))
  return run.session.send(refused.probe.caller === 'key' ? PROBE : asSecond(PROBE), 'accept')
}

/** The first request at or after the Reset of the refusal, once a run: that after the wait where it came late enough. */
export async function afterReset(run: Run): Promise<Exchange> {
  const exchange = await run.once(waitForReset)
  run.session.lookAt([exchange])
  return exchange
}

async function wait(run: Run): Promise<Exchange> {
  const refused = await refusal(run)
  if (readWait(refused) === undefined) unreadable(refused)
  // The refusal of a creation may ask for a longer one.
  const { beside } = await goOverTheLimit(run)
  const refusals = [refused, ...beside.filter(({ status }) => status === 429)]
  const earlier = await askEarlier(run, refusals)
  await passUntilRenewed(run, lastOf([...refusals, ...earlier]))
  return run.session.send(PROBE, 'accept')
}

/** The refusals of a key that may be of one ban, with the one given as the last of them: each is as long as it says. */
function refusedSince(refused: Exchange, { session: { exchanges } }: Run): readonly Exchange[] {
  const own = exchanges.filter(({ id, probe }) => id <= refused.id && probe.caller === refused.probe.caller)
  return own.slice(own.findLastIndex(isServed) + 1).filter((one) => one.status === refused.status)
}

function lastOf(refusals: readonly Exchange[]): number {
  return Math.max(...refusals.map(endOfWait).filter((end) => end > 0))
}

// A moment later, a Reset is past whichever clock it was read from.
const PAST_MS = 1000

/**
 * Where refusals name different moments, what was refused until the first of them is asked for again then; and the second key is
 * asked, which is not banned for going on.
 */
async function askEarlier(run: Run, refusals: readonly Exchange[]): Promise<readonly Exchange[]> {
  const moments = refusals.flatMap((one) => [
    { probe: one.probe, at: endOfWait(one) },
    { probe: one.probe, at: endOfReset(one) + CLOCK_TOLERANCE_MS + PAST_MS },
  ])
  const [first] = moments.filter(({ at }) => at > 0).sort((one, other) => one.at - other.at)
  const end = lastOf(refusals)
  const { time } = run.session
  if (first === undefined || first.at > end - PAST_MS || !time.mayPass(end - time.now())) return []
  await passUntil(run, first.at, { until: 'the first moment that a refusal names' })
  if (run.session.leftOf('second key') > 0) await run.session.send(asSecond(PROBE), 'accept')
  const reply = await run.session.send(first.probe, 'accept')
  return reply.status === 429 ? [reply] : []
}

/** Lets the time pass until an instant, in Unix milliseconds. */
export async function passUntil(
  { session: { time } }: Run,
  instant: number,
  wait?: Partial<Wait>,
): Promise<void> {
  await time.pass(Math.max(0, instant - time.now()), { until: 'the quota of the key is renewed', ...wait })
}

const LONG_MS = 20_000
const PARTS = [0.4, 0.8]

/**
 * The same while the first key waits; in a long wait the second one is asked, which shows what is renewed too soon, or later than after
 * a minute.
 */
async function passUntilRenewed(run: Run, instant: number): Promise<void> {
  const { session } = run
  const now = session.time.now()
  let total = instant - now
  const isLong = total > LONG_MS && session.time.mayPass(total)
  const moments = [...PARTS.map((part) => now + part * (instant - now)), overForSecond(run)]
    .filter((moment) => moment > now && moment < instant)
    .sort(ascending)
  const left = isLong ? session.leftOf('second key') : 0
  for (const moment of moments.slice(Math.max(0, moments.length - left))) {
    await passUntil(run, moment, { total })
    total = 0
    await session.send(asSecond(PROBE), 'accept')
  }
  await passUntil(run, instant, { total })
}

/** When the minute must be over that the second key is in. */
function overForSecond({ session: { exchanges } }: Run): number {
  const own = exchanges.filter(({ probe }) => probe.caller === 'second key')
  const last = own.at(-1)
  const first = last && own.find((one) => rateLimitOf(one).reset === rateLimitOf(last).reset)
  return first === undefined ? Number.NaN : first.received + SURELY_OVER_MS
}

/** Ends a check that has to wait as Retry-After says, where that cannot be read. */
function unreadable({ headers }: Exchange): never {
  const value = headers['retry-after'] ?? ''
  if (!namesTime(value)) dependsOn('LIMIT-8')
  missing(`a Retry-After that can be read: ${visible(value)}`)
}

async function waitForReset(run: Run): Promise<Exchange> {
  const { next } = await goOverTheLimit(run)
  const isBanned = refusesKey(next)
  const refused = isBanned ? next : await refusal(run)
  if (!hasEnd(refused)) dependsOn('LIMIT-4')
  const end = endOfReset(refused)
  if (!isBanned && retryAfterOf(refused) !== undefined) {
    const waited = await afterTheWait(run)
    if (waited.sent >= end) return waited
  }
  await passUntilRenewed(run, end)
  return run.session.send(PROBE, 'accept')
}

const RENEWALS = 2
export const OTHERS = 'a key that nobody else uses meanwhile'

/**
 * What was answered when a window was renewed. Where that shows fewer left than a window has, refusals may have cost some of it: it
 * is asked again after others. Or its window is one that rolls: then it is asked again after a minute of silence, which renews any.
 */
export async function givenRenewed(run: Run, renewed: Exchange): Promise<readonly Exchange[]> {
  const { limit, remaining } = rateLimitOf(renewed)
  const figures = plansOf(run.settings.plan, repliesTo('key', run))
  const isMinute = isOfMinute(figures, { limit })
  if (remaining >= limit - 1 || !(isMinute || endsInAMinute(renewed))) return [renewed]
  const refused = await refusal(run)
  // What is reported of a day says nothing of how the minute is renewed.
  if (isMinute && remaining > AT_ONCE && isNewWindow(refused, renewed)) {
    // What was sent near the end of a window may stand in the next one: then that says nothing.
    const isPlain = refused.received <= endOfReset(refused) - CLOCK_TOLERANCE_MS
    return renewedAfterRefusals(run, renewed, isPlain ? RENEWALS : RENEWALS + 1)
  }
  const again: Exchange[] = []
  while (again.length < RENEWALS) {
    await run.session.time.pass(SILENT_MS, { until: 'every window of a minute is renewed' })
    again.push(await run.session.send(PROBE, 'accept'))
  }
  const last = rateLimitOf(again.at(-1) ?? renewed)
  if (last.remaining < last.limit - 1) missing(OTHERS)
  return again
}

/** What is served of so many minutes, each of which was renewed after the one before had been used up. */
async function renewedAfterRefusals(run: Run, first: Exchange, count: number): Promise<readonly Exchange[]> {
  const all = [first]
  while (all.length < count) {
    const { next } = await spend(run)
    if (next.status !== 429) missing(OTHERS)
    await passUntil(run, endOfReset(next))
    const later = await run.session.send(PROBE, 'accept')
    all.push(later)
    const { limit, remaining } = rateLimitOf(later)
    if (remaining >= limit - 1) return all
  }
  const [before, last] = all.slice(-2).map((one) => rateLimitOf(one).remaining)
  return before === last ? all : missing(OTHERS)
}
