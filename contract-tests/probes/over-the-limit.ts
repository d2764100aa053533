import { limitBounds } from '../../spec/operations.ts'
import { namesTime, type RetryAfterForm } from '../../spec/retry-after.ts'
import { visible } from '../../spec/wording.ts'
import { type Exchange, type Probe } from '../engine/exchange.ts'
import { rateLimitOf, readWait, retryAfterOf } from '../history/headers.ts'
import { mostRefilled } from '../history/spending.ts'
import type { Run } from '../engine/run.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'
import { dependsOn, missing, NotVerified } from '../engine/verdicts.ts'
import { givenList } from './given.ts'
import { creationOverLimit } from './additions.ts'
import { minuteOf, overServed } from './over-served.ts'
import { list } from './requests.ts'

/** How a key went over its limit: the last request that was served, and the first one after that. */
export interface Overrun {
  readonly served: Exchange
  readonly next: Exchange
  /** A creation that was on its way at the same time; `undefined` where none was sent. */
  readonly creation?: Exchange | undefined
}

export const PROBE = list('?limit=1')

const LONGEST_WINDOW = 87_000_000

/** Leaves what follows to other clauses where the request that is to be refused is never served. */
export async function givenProbe({ session }: Run): Promise<void> {
  givenList(await session.share(list()))
  givenList(await session.share(PROBE))
}

/** Spends what is left of the key's quota and asks once more, once a run. */
export async function goOverTheLimit(run: Run): Promise<Overrun> {
  const overrun = await run.once(spend)
  run.session.lookAt([overrun.served, overrun.next])
  return overrun
}

/** The first refusal; where there was none, the clause is named that asks for it. */
export async function refusal(run: Run): Promise<Exchange> {
  const { served, next } = await goOverTheLimit(run)
  if (next.status === 429) return next
  if (next === served) missing(noneRefused(run))
  return dependsOn(rateLimitOf(served).remaining > 0 || next.status === 200 ? 'LIMIT-5' : 'LIMIT-7')
}

/** The first request after the wait that the refusal asked for, once a run. */
export async function afterTheWait(run: Run): Promise<Exchange> {
  const exchange = await run.once(wait)
  run.session.lookAt([exchange])
  return exchange
}

/** The first request at or after the Reset of the refusal, once a run: that after the wait where it came late enough. */
export async function afterReset(run: Run): Promise<Exchange> {
  const exchange = await run.once(waitForReset)
  run.session.lookAt([exchange])
  return exchange
}

async function spend(run: Run): Promise<Overrun> {
  const { session, settings } = run
  if (!settings.exhaust) throw new NotVerified('unsafe here', 'it would use the whole quota (--exhaust)')
  await givenProbe(run)
  let served = await session.send(PROBE)
  let most = allowance(run, served)
  let last: Exchange | undefined
  for (let sent = 0, more = 0; sent < most; sent += 1) {
    // What only uses the quota up may as well show a page of each length; the last ones are for comparison.
    const isFree = rateLimitOf(served).remaining > SPARED
    const isSpent = rateLimitOf(served).remaining <= 0
    const [next, creation] = await Promise.all([
      session.send(isFree ? pageOf(sent) : PROBE, 'accept'),
      // Whoever has met a 429 is not to go on; what is on its way by then does not.
      isSpent && last === undefined && !settings.readOnly ? createBeside(run) : undefined,
    ])
    if (isFree && next.status !== 200 && next.status !== 429) continue
    if (isSpent) last ??= served
    // Where tokens come back, some are served that the last reply did not speak of.
    const isNewWindow = isRenewed(served, next) && rateLimitOf(next).remaining > 0
    more = isSpent && !isNewWindow ? more + 1 : 0
    const wasLast = more > refilledSince(last, next)
    if (next.status !== 200 || wasLast) return { served, next, creation }
    // Where Remaining falls, it leads to a refusal that shows more.
    const falls = rateLimitOf(next).remaining < rateLimitOf(served).remaining
    const beyond = falls ? undefined : overServed(run)
    if (beyond !== undefined) return { served, next: beyond }
    if (isRenewed(served, next)) most = sent + allowance(run, next)
    served = next
  }
  return { served, next: served }
}

/** How many requests a bucket of a minute may have given back between two exchanges. */
export function refilledSince(before: Exchange | undefined, now: Exchange): number {
  if (before === undefined) return 0
  return mostRefilled(rateLimitOf(before).limit / MINUTE_S, now.received - before.sent)
}

const MINUTE_S = 60

// Twice the smallest plan's minute.
const UNTOLD = 120
const A_FEW = 10

/** How many requests may at most show what becomes of one over the limit: as many as are left, or as the plan has in two minutes. */
function allowance(run: Run, served: Exchange): number {
  const { session, settings } = run
  const { remaining } = rateLimitOf(served)
  const [minute, room] = [minuteOf(run), settings.maxRequests - session.exchanges.length]
  const told = Number.isNaN(remaining) ? UNTOLD : remaining
  // Where more is left than a minute has, the day is reported.
  const left = Math.min(told, minute ?? told)
  if (left > room)
    throw new NotVerified('budget spent', `${left} requests are left, and --max-requests allows ${room} more`)
  return (minute === undefined ? told : 2 * minute) + A_FEW
}

/** Why it is not known what becomes of a request over the limit, where none was refused. */
export function noneRefused(run: Run): string {
  const asked = `a request over the limit: none of ${run.session.exchanges.length} was refused`
  return minuteOf(run) === undefined ? `${asked}, and nothing tells how many the key has (--plan)` : asked
}

/** Sends a creation; `undefined` where the run has no room for it, or no reply comes. */
async function createBeside(run: Run): Promise<Exchange | undefined> {
  try {
    return await run.session.send(creationOverLimit(run), 'accept')
  } catch (error) {
    if (error instanceof NotVerified) return undefined
    throw error
  }
}

const SPARED = 2
// Shares no divisor with the number of limits, so that each comes once, far from the one before.
const STRIDE = 37

function pageOf(sent: number): Probe {
  return list(`?limit=${1 + ((sent * STRIDE + 2) % limitBounds.most)}`)
}

/** Whether a window ended between two exchanges, so that the second has a new quota. */
export function isRenewed(before: Exchange, after: Exchange): boolean {
  return rateLimitOf(after).reset > rateLimitOf(before).reset
}

async function wait(run: Run): Promise<Exchange> {
  const refused = await refusal(run)
  const milliseconds = waitFor(refused) ?? unreadable(refused)
  // The refusal of the creation may tell of a longer one.
  const { creation } = await goOverTheLimit(run)
  await run.session.time.pass(Math.max(milliseconds, (creation && waitFor(creation)) ?? 0))
  return run.session.send(PROBE, 'accept')
}

/** The wait that a refusal asks for, in milliseconds; until an instant longer, where nothing tells the clock of the service. */
function waitFor(refused: Exchange): number | undefined {
  const read = readWait(refused)
  if (read === undefined) return undefined
  return read.milliseconds + (INSTANTS.has(read.form) ? clockSlack(refused) : 0)
}

const INSTANTS = new Set<RetryAfterForm>(['HTTP date', 'ISO date', 'Unix time', 'Unix time in milliseconds'])

function clockSlack({ headers }: Exchange): number {
  return 'date' in headers ? 0 : CLOCK_TOLERANCE_MS
}

/** Ends a check that has to wait as Retry-After says, where that cannot be read. */
function unreadable({ headers }: Exchange): never {
  const value = headers['retry-after'] ?? ''
  if (!namesTime(value)) dependsOn('LIMIT-8')
  missing(`a Retry-After that can be read: ${visible(value)}`)
}

/** Whether Reset may be the end of a window, which lies neither behind nor far ahead. */
export function hasTime(exchange: Exchange): boolean {
  const ahead = rateLimitOf(exchange).reset * 1000 - exchange.received
  return ahead >= -CLOCK_TOLERANCE_MS && ahead < LONGEST_WINDOW
}

async function waitForReset(run: Run): Promise<Exchange> {
  const refused = await refusal(run)
  const { time } = run.session
  if (!hasTime(refused)) dependsOn('LIMIT-4')
  const reset = rateLimitOf(refused).reset * 1000
  // By the clock of the service, where a reply tells it.
  const dated = Date.parse(refused.headers['date'] ?? '')
  const from = Number.isNaN(dated) ? refused.received : dated
  const end = refused.received + Math.max(0, reset - from) + clockSlack(refused)
  if (retryAfterOf(refused) !== undefined) {
    const waited = await afterTheWait(run)
    if (waited.sent >= end) return waited
  }
  await time.pass(Math.max(0, end - time.now()))
  return run.session.send(PROBE, 'accept')
}
