// How a key goes over its limit, and what is on its way then.
import { limitBounds, petStatuses } from '../../spec/operations.ts'
import { spendingKept } from '../engine/created-pets.ts'
import { type Exchange, type Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'
import { dependsOn, missing, NotVerified } from '../engine/verdicts.ts'
import { rateLimitOf } from '../history/headers.ts'
import { isServed } from '../history/history.ts'
import { mostRefilled } from '../history/spending.ts'
import { isOfGatewayStatus } from '../history/unavailable.ts'
import { idText, isAdded } from '../history/values.ts'
import { endOfReset } from '../history/waits.ts'
import { creationOverLimit } from './additions.ts'
import { givenList } from './given.ts'
import { limitOfMinute, servedBeyond } from './rate-limits.ts'
import { get, list, OF_NO_PET } from './requests.ts'

/** How a key went over its limit: the last request that was served, and the first one after that. */
export interface Overrun {
  readonly served: Exchange
  readonly next: Exchange
  /** What else was on its way at the same time, or right after it where all of that was served: creations, the first time. */
  readonly beside: readonly Exchange[]
}

export const PROBE = list('?limit=1')

/** Leaves what follows to other clauses where the request that is to be refused is never served. */
export async function givenProbe({ session }: Run): Promise<void> {
  givenList(await session.share(list()))
  givenList(await session.share(PROBE))
}

/** Spends what is left of the key's quota and asks once more, once a run. */
export async function goOverTheLimit(run: Run): Promise<Overrun> {
  const overrun = await run.once(spendOnce)
  run.session.lookAt([overrun.served, overrun.next])
  return overrun
}

/** Where reads or creations alone are refused otherwise than with 429, the next one of the others shows whether the key is banned. */
async function spendOnce(run: Run): Promise<Overrun> {
  const overrun = await withRefused(run, await spend(run), () => creationOverLimit(run))
  const { next, beside } = overrun
  const other = next.status === 429 ? 403 : next.status === 403 ? 429 : undefined
  if (beside.some(({ status }) => status === other))
    await run.session.send(other === 403 ? PROBE : creationOverLimit(run), 'accept')
  return overrun
}

/**
 * Where all that was sent beside it was let in, each as one of the last, one more is sent: that one is over the limit for sure. And one
 * where a single one is answered as by a gateway, which may be that, unless it comes again.
 */
async function withRefused(run: Run, overrun: Overrun, more: () => Probe): Promise<Overrun> {
  const { next, beside } = overrun
  if (next.status !== 429 || beside.length === 0) return overrun
  const all = [...beside]
  for (let sent = 0; sent < MOST_MORE && showsNoRefusal(all); sent += 1)
    all.push(...(await spendingKept(run.session, () => sendBeside(run, [more()]))))
  return { ...overrun, beside: all }
}

const MOST_MORE = 3

function showsNoRefusal(replies: readonly Exchange[]): boolean {
  const [first, ...others] = replies.filter((one) => !isServed(one) && one.status !== 404)
  return first === undefined || (others.length === 0 && isOfGatewayStatus(first))
}

/** The first refusal; where there was none, the clause is named that asks for it. */
export async function refusal(run: Run): Promise<Exchange> {
  const { served, next } = await goOverTheLimit(run)
  if (next.status === 429) return next
  if (next === served) missing(noneRefused(run))
  return dependsOn(rateLimitOf(served).remaining > 0 || next.status === 200 ? 'LIMIT-5' : 'LIMIT-7')
}

/** What is sent together with the first request over the limit. */
type Beside = (run: Run) => Promise<readonly Exchange[]>

/** Spends what is left of the quota of the minute, the last ones at once or not, and asks once more, with something beside it. */
export async function spend(
  run: Run,
  beside: Beside = createBeside,
  how: 'at once' | 'one by one' = 'at once',
): Promise<Overrun> {
  const { session, settings } = run
  if (!settings.exhaust) throw new NotVerified('unsafe here', 'it would use the whole quota (--exhaust)')
  await givenProbe(run)
  let served = await awayFromItsEnd(run, await session.send(PROBE))
  let most = allowance(run, served)
  let last: Exchange | undefined
  for (let sent = 0, more = 0; sent < most; sent += 1) {
    const { remaining } = rateLimitOf(served)
    if (how === 'at once' && last === undefined && remaining > 0 && remaining <= AT_ONCE) {
      const crossing = await crossAtOnce(run, served, beside)
      if (crossing.next.status !== 200) return crossing
      served = crossing.next
      last = served
      continue
    }
    // What only uses the quota up may as well show a page of each length; the last ones are for comparison.
    const isFree = remaining > SPARED
    const isSpent = remaining <= 0
    const [next, others] = await Promise.all([
      session.send(isFree ? pageOf(sent) : PROBE, 'accept'),
      (isSpent && last === undefined) || mayBeSpent(run, served) ? beside(run) : [],
    ])
    if (isFree && next.status !== 200 && next.status !== 429) continue
    if (isSpent) last ??= served
    // Where tokens come back, some are served that the last reply did not speak of.
    const isNewWindow = isRenewed(served, next) && rateLimitOf(next).remaining > 0
    more = isSpent && !isNewWindow ? more + 1 : 0
    const wasLast = more > refilledSince(last, next)
    if (next.status !== 200 || wasLast) return { served, next, beside: others }
    // Where Remaining falls, it leads to a refusal that shows more.
    const falls = rateLimitOf(next).remaining < rateLimitOf(served).remaining
    const beyond = falls ? undefined : servedBeyond(run)
    if (beyond !== undefined) return { served, next: beyond, beside: others }
    if (isRenewed(served, next)) most = sent + allowance(run, next)
    served = next
  }
  return { served, next: served, beside: [] }
}

/** Whether the key was answered as often since its last refusal as a minute has, where its replies speak of the day. */
function mayBeSpent(run: Run, served: Exchange): boolean {
  const minute = limitOfMinute(run)
  if (minute === undefined || !(rateLimitOf(served).limit > minute)) return false
  const own = run.session.exchanges.filter(({ probe }) => probe.caller === 'key' && probe.base === undefined)
  return own.length - 1 - own.findLastIndex(({ status }) => status === 429) === minute
}

const NEAR_MS = 2 * CLOCK_TOLERANCE_MS

/**
 * The first reply of the next minute where a reply's one is nearly over, and the run may wait: of what is refused in the last seconds
 * of a minute nobody can know whether its Retry-After is right.
 */
async function awayFromItsEnd(run: Run, reply: Exchange): Promise<Exchange> {
  const { time } = run.session
  const left = endOfReset(reply) - time.now()
  if (!(left > 0 && left <= NEAR_MS && time.mayPass(left))) return reply
  await time.pass(left, { until: 'a new minute begins' })
  return run.session.send(PROBE)
}

/** How many requests a bucket of a minute may have given back between two exchanges. */
export function refilledSince(before: Exchange | undefined, now: Exchange): number {
  if (before === undefined) return 0
  return mostRefilled(rateLimitOf(before).limit / MINUTE_S, now.received - before.sent)
}

const MINUTE_S = 60

// Twice the smallest plan's minute.
const UNREPORTED = 120
const A_FEW = 10

/** How many requests may at most show what becomes of one over the limit: as many as are left, or as the plan has in two minutes. */
function allowance(run: Run, served: Exchange): number {
  const { session, settings } = run
  const { remaining } = rateLimitOf(served)
  const [minute, room] = [limitOfMinute(run), settings.maxRequests - session.exchanges.length]
  const reported = Number.isNaN(remaining) ? UNREPORTED : remaining
  // Where more is left than a minute has, the day is reported.
  const left = Math.min(reported, minute ?? reported)
  const most = (minute === undefined ? reported : 2 * minute) + A_FEW
  if (left > room) {
    const enough = Math.ceil((session.exchanges.length + most) / 100) * 100
    const why = `--max-requests allows ${room} more, and ${left} requests are left: give it ${enough}`
    throw new NotVerified('budget spent', why)
  }
  return most
}

/** Why it is not known what becomes of a request over the limit, where none was refused. */
export function noneRefused(run: Run): string {
  const asked = `a request over the limit: none of ${run.session.exchanges.length} was refused`
  return limitOfMinute(run) === undefined
    ? `${asked}, and nothing shows how many the key has (--plan)`
    : asked
}

// The last ones of a window are asked for at once, and one more.
export const AT_ONCE = 4

/**
 * Asks for all that is left and for one more at once, creations last: a service that looks at its count before it writes serves too
 * many. Of those that were served, the one with the fewest left counts as the last.
 */
async function crossAtOnce(run: Run, before: Exchange, beside: Beside): Promise<Overrun> {
  const lists = Array.from({ length: rateLimitOf(before).remaining + 1 }, () =>
    run.session.send(PROBE, 'accept'),
  )
  const [sent, others] = await Promise.all([Promise.all(lists), beside(run)])
  const byLeft = [...sent, ...others]
    .filter(isServed)
    .sort((one, other) => rateLimitOf(one).remaining - rateLimitOf(other).remaining)
  const served = byLeft[0] ?? before
  const next = sent.find(({ status }) => status === 429) ?? sent.find(({ status }) => status !== 200)
  return { served, next: next ?? served, beside: others }
}

/** The last read of a pet by the key, one of its own if there is one; `undefined` where it has read none. */
export function readBefore({ session: { exchanges } }: Run): Exchange | undefined {
  const own = exchanges.filter(({ probe }) => probe.caller === 'key')
  const added = new Set(
    own.filter((one) => one.probe.operation === 'createPet' && isAdded(one)).map(({ json }) => idText(json)),
  )
  const reads = own.filter(({ probe, status }) => probe.operation === 'getPet' && status === 200)
  return reads.findLast(({ json }) => added.has(idText(json))) ?? reads.at(-1)
}

// One of them may be served where tokens come back one by one.
const BESIDE = 2

/**
 * Spends what is left of a minute that was renewed since, one by one, so that all that comes then is over the limit for sure, and asks
 * once more, for pets too: one that the key has read, and none.
 */
export async function goOverAgain(run: Run): Promise<Overrun> {
  const read = readBefore(run) ?? missing('a pet that the key has read')
  const beside: Beside = () => sendBeside(run, [read.probe, get(OF_NO_PET)].map(whenOver))
  const spent = await spend(run, beside, 'one by one')
  const overrun = await withRefused(run, spent, () => whenOver(read.probe))
  run.session.lookAt([overrun.served, overrun.next])
  return overrun
}

async function createBeside(run: Run): Promise<readonly Exchange[]> {
  if (run.settings.readOnly) return []
  return sendBeside(
    run,
    Array.from({ length: BESIDE }, () => creationOverLimit(run)),
  )
}

function whenOver(probe: Probe): Probe {
  return { ...probe, moment: 'over the limit' }
}

/**
 * Sends requests at once, as whoever has met a 429 is not to go on, but what is on its way by then does not. None is returned where the
 * run has no room for it, or no reply comes.
 */
export async function sendBeside(run: Run, probes: readonly Probe[]): Promise<readonly Exchange[]> {
  const sent = await Promise.allSettled(probes.map((probe) => run.session.send(probe, 'accept')))
  return sent.flatMap((one) => {
    if (one.status === 'fulfilled') return [one.value]
    if (one.reason instanceof NotVerified) return []
    throw one.reason
  })
}

const SPARED = 2
// Shares no divisor with the number of limits, so that each comes once, far from the one before.
const STRIDE = 37
const MOST_OF_STATUS = 12

/** A list that only uses the quota up: the default page, some of a status, and of all pets a page of each length. */
export function pageOf(sent: number): Probe {
  if (sent === 0) return list()
  const [isFiltered, turn] = [sent % 2 === 1 && sent < 2 * MOST_OF_STATUS, Math.floor(sent / 2)]
  if (!isFiltered) {
    const place = Math.max(turn, sent - MOST_OF_STATUS)
    return list(`?limit=${1 + ((place * STRIDE + 2) % limitBounds.most)}`)
  }
  const status = petStatuses.at(-1 - (turn % petStatuses.length))
  return list(`?status=${status}&limit=${1 + ((turn * 5) % MOST_OF_STATUS)}`)
}

/** Whether a window ended between two exchanges, so that the second has a new quota. */
export function isRenewed(before: Exchange, after: Exchange): boolean {
  return rateLimitOf(after).reset > rateLimitOf(before).reset
}
