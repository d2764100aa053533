// How a second key that goes on after a 429 is answered, and whether that gets it banned.
import { rateLimitOf, retryAfterOf } from '../history/headers.ts'
import { endOfWait, ROUNDED_WAIT_MS } from '../history/waits.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'
import type { Caller, Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { missing, NotVerified } from '../engine/verdicts.ts'
import { creationOverLimit, invalidOverLimit } from './additions.ts'
import { askedOperations, type AskedOperation } from './each-operation.ts'
import { passUntil } from './after-a-refusal.ts'
import { givenProbe, isRenewed, pageOf, PROBE, refilledSince } from './over-the-limit.ts'
import { asSecond } from './requests.ts'
import { Steps } from './steps.ts'
import { isRefusal, isSuccess } from '../history/history.ts'
import { memberOf } from '../history/values.ts'

/** What goes over the limit first, the probe, is looked at by LIMIT-7 as it stands. */
export const otherOperations: readonly AskedOperation[] = askedOperations.filter(
  ({ id }) => id !== PROBE.operation,
)

/** What became of the second key, which went on after a 429. */
export interface Persistence {
  /** Requests over the limit until a ban began, each of another operation than the one before. */
  readonly before: readonly Exchange[]
  /** All that it was refused, in order. */
  readonly refusals: readonly Exchange[]
  /** `undefined` where none was earned. */
  readonly ban: Ban | undefined
}

/** A ban that the second key has earned. */
export interface Ban {
  /** Refusals until it began, the one that earned it included. */
  readonly strikes: number
  /** Whether each request was sent once, so that the strikes are those which the service has counted. */
  readonly isCounted: boolean
  /** As its first Retry-After says; `undefined` where that cannot be read; 1 where it ends with the window. */
  readonly seconds: number | undefined
  /** Whether it ends with the window, as any shorter one does. */
  readonly endsWithWindow: boolean
  /** A request that met it: a creation, which must have no effect, unless the run adds none. */
  readonly during: Exchange
}

// Who bans nobody after so many is taken not to ban at all.
export const MOST_STRIKES = 30
const MOST_REQUESTS = 1100
const DAY = 86_400_000
// What lies further ahead is no time (LIMIT-4).
const LONGEST_BAN = 400 * DAY
// A ban as long as a window would end with it if it began at the same instant.
const INTO_THE_WINDOW_MS = 7000
// Whatever refuses is over soon: there is no time to spare.
const SHORT_MS = 4 * INTO_THE_WINDOW_MS
// The first key is to be served still.
const FEW = 10

/** Goes on with the second key after a 429, with every operation in turn, until it is banned; once a run. */
export function persist(run: Run): Promise<Persistence> {
  return run.once(goOn)
}

/**
 * What meets the second key a second before its ban ends, when windows that began before it are over; `undefined` for a shorter ban,
 * and for one that the window outlasts.
 */
export function lateInBan(run: Run): Promise<Exchange | undefined> {
  return run.once(askLate)
}

async function askLate(run: Run): Promise<Exchange | undefined> {
  const { refusals, ban } = await persist(run)
  const isOutlasted =
    ban !== undefined && refusals.some((one) => endOfWait(ban.during) < endOfWait(one) - ROUNDED_WAIT_MS)
  // By its own word, which may be rounded up: whoever is asked in the last second must be refused still.
  const wait = ban && retryAfterOf(ban.during)
  const end = ban && wait !== undefined ? ban.during.received + wait : Number.POSITIVE_INFINITY
  const instant = Math.min(overAt(refusals), end) - 1000
  if (isOutlasted || instant <= run.session.time.now()) return undefined
  await passUntil(run, instant, { until: 'the ban of the second key is nearly over' })
  return run.session.send(asSecond(PROBE), 'accept')
}

/** The first reply to the second key once all that it was refused for must be over; whoever is asked during a ban may prolong it. */
export async function afterTheRefusals(run: Run, late: Exchange | undefined): Promise<Exchange> {
  const { refusals } = await persist(run)
  const isRefusedLate = late !== undefined && isRefusal(late)
  const over = overAt(isRefusedLate ? [...refusals, late] : refusals)
  await passUntil(run, over, { until: 'the ban of the second key is over' })
  return run.session.send(asSecond(PROBE), 'accept')
}

/** When refusals say that they end at the latest, in Unix milliseconds; by Reset where Retry-After cannot be read. */
function overAt(refusals: readonly Exchange[]): number {
  return Math.max(
    ...refusals.map((refusal) => {
      const [end, reset] = [endOfWait(refusal), rateLimitOf(refusal).reset * 1000]
      if (!Number.isNaN(end)) return end
      const isTime = reset - refusal.received < LONGEST_BAN
      return Math.max(refusal.received, isTime ? reset : 0)
    }),
  )
}

async function goOn(run: Run): Promise<Persistence> {
  const { session, settings } = run
  if (!settings.ban) throw new NotVerified('unsafe here', 'it would get a key banned (--ban)')
  await givenProbe(run)
  const refusals = [await firstRefusal(run)]
  const before: Exchange[] = []
  let [asked, served] = [0, 0]
  const others = new Steps(run, ['key', 'nobody'])
  while (refusals.length < MOST_STRIKES && asked < 2 * MOST_STRIKES) {
    for (const probe of operations(run)) {
      const last = refusals.at(-1) ?? missing('a refusal')
      await askOthers(run, others, probe, refusals.length === 1)
      const next = await session.send(probe, 'accept')
      asked += 1
      if (!isRefusal(next)) {
        if (isOver(last, next)) missing('a window that does not end while the key goes on')
        // An error may be free.
        served += isSuccess(next) ? 1 : 0
        // Where tokens come back one by one, the limit is over for as many requests.
        const refilled = refilledSince(last, next)
        if (refilled === 0 || served > refilled) before.push(next)
        continue
      }
      served = 0
      refusals.push(next)
      if (next.status === 429) before.push(next)
      if (!beginsBan(last, next)) continue
      const ban = await banOf(run, refusals)
      return { before, refusals: [...refusals, ban.during, ...(await readInBan(run, refusals, ban))], ban }
    }
  }
  return { before, refusals, ban: undefined }
}

/**
 * Asks something else between two refusals, with the first key, whose quota is its own, or without one: what follows on a refusal, or
 * is followed by one.
 */
async function askOthers(run: Run, others: Steps, refused: Probe, isFirst: boolean): Promise<void> {
  const { session, settings } = run
  // What it has left in a new window shows once it was asked.
  if (isFirst && (settings.exhaust || session.leftOf('key') > 0)) await session.send(PROBE, 'accept')
  const hasRoom = (caller: Caller, addsPet: boolean): boolean =>
    caller === 'nobody' || (session.leftOf(caller) > FEW && (!addsPet || run.hasPetsToSpare()))
  const { caller, operation } = refused
  const next = operation === undefined ? undefined : { caller, operation, status: 429 }
  await others.take(hasRoom, 'accept', next)
}

/** The operations in two orders, so that each is refused after each other one. */
function operations(run: Run): readonly Probe[] {
  const others = otherOperations.filter(isAllowed(run)).map(({ overLimit }) => overLimit(run))
  // A service may look at a body before it counts, and answer what is wrong with it to whoever is over the limit.
  const invalid = run.settings.readOnly ? [] : [invalidOverLimit(run)]
  return [...others, ...invalid, PROBE, ...others.toReversed(), PROBE].map(asSecond)
}

function isAllowed({ settings: { readOnly } }: Run): (operation: AskedOperation) => boolean {
  return ({ needs = [] }) => needs.length === 0 || !readOnly
}

/** A ban shows in a Reset that is later than the one before, beyond the time that has passed, in a longer wait, or in another status. */
function beginsBan(last: Exchange, next: Exchange): boolean {
  const passed = (next.received - last.received) / 1000
  const later = rateLimitOf(next).reset - rateLimitOf(last).reset
  return later > passed + 1 || isLonger(last, next) || next.status !== 429
}

function isLonger(last: Exchange, next: Exchange): boolean {
  return (retryAfterOf(next) ?? 0) - (retryAfterOf(last) ?? 0) > ROUNDED_WAIT_MS
}

/**
 * Whether some refusal that earned no longer wait ends sooner than one before it, or has another code: it may be a ban that ends with the
 * window, or before it.
 */
export function mayHideABan(refusals: readonly Exchange[]): boolean {
  const codes = new Set(refusals.map(({ json }) => memberOf(json, 'code')))
  if (codes.size > 1) return true
  const ends = refusals.map(endOfWait).filter((end) => !Number.isNaN(end))
  return ends.some((end, at) => end < Math.max(...ends.slice(0, at)) - ROUNDED_WAIT_MS)
}

/** Whether what refused has ended, so that there is a quota again. */
function isOver(refused: Exchange, served: Exchange): boolean {
  const end = rateLimitOf(refused).reset * 1000
  return isRenewed(refused, served) && end - CLOCK_TOLERANCE_MS <= served.received
}

/** A ban that began with the last of some refusals. */
async function banOf(run: Run, refusals: readonly Exchange[]): Promise<Ban> {
  const probe = run.settings.readOnly ? PROBE : creationOverLimit(run)
  const during = await run.session.send(asSecond(probe), 'accept')
  const [last, first] = [refusals.at(-2) ?? during, refusals.at(-1) ?? during]
  const wait = retryAfterOf(first)
  // One that is not longer than the window shows in its status only, once it is earned.
  const isWithinWindow = rateLimitOf(first).reset === rateLimitOf(last).reset && !isLonger(last, first)
  const endsWithWindow = isWithinWindow && !(endOfWait(first) < endOfWait(last) - ROUNDED_WAIT_MS)
  const seconds = wait === undefined || !endsWithWindow ? wait : 1000
  return {
    isCounted: refusals.every(({ tries = 1 }) => tries === 1),
    strikes: refusals.length - (isWithinWindow ? 1 : 0),
    seconds: seconds === undefined ? undefined : Math.round(seconds / 1000),
    endsWithWindow,
    during,
  }
}

/** Where creations alone are refused otherwise than with 429, a read shows whether the key is banned at all. */
async function readInBan(
  { session }: Run,
  refusals: readonly Exchange[],
  { during }: Ban,
): Promise<readonly Exchange[]> {
  const isRead = ({ probe, status }: Exchange): boolean => status !== 429 && probe.operation !== 'createPet'
  if (during.status === 429 || [...refusals, during].some(isRead)) return []
  return [await session.send(asSecond(PROBE), 'accept')]
}

async function firstRefusal(run: Run): Promise<Exchange> {
  const { session, control, settings } = run
  if (control !== undefined && settings.secondKey !== undefined) {
    // In another day than the one whose quota was spent: a refusal of that one is a strike still.
    await session.time.pass(DAY)
    await control.keys.setRemaining(settings.secondKey, { minute: 0 })
  }
  for (let sent = 0; sent < MOST_REQUESTS; sent += 1) {
    const isFree = session.leftOf('second key') > FEW
    const refused = await session.send(asSecond(isFree ? pageOf(sent) : PROBE), 'accept')
    if (refused.status !== 429) continue
    const left = overAt([refused]) - session.time.now()
    if (left > SHORT_MS)
      await session.time.pass(INTO_THE_WINDOW_MS, { until: 'the minute has gone on, to see when a ban ends' })
    return refused
  }
  missing('a 429: the service refused nothing')
}
