import { NotVerified } from '../engine/not-verified.ts'
import { rateLimitOf, type Exchange, type Probe } from '../engine/exchange.ts'
import { retryAfterOf } from '../engine/retry-after.ts'
import { asSecond, create, get } from './requests.ts'
import type { Run } from '../engine/run.ts'
import { givenProbe, PROBE } from './over-the-limit.ts'

/** A ban that the second key has earned. */
export interface Ban {
  /** Refusals until it began, the one that earned it included. */
  readonly strikes: number
  /** Whether each request was sent once, so that the strikes are those which the service has counted. */
  readonly isCounted: boolean
  /** `undefined` where its Retry-After cannot be read. */
  readonly seconds: number | undefined
  /** When it ends at the latest by what it said of itself, Unix milliseconds of the service's time. */
  readonly until: number
  /** A request that met it. */
  readonly during: Exchange
}

// Who bans nobody after so many is taken not to ban at all.
const MOST_STRIKES = 30
const MOST_REQUESTS = 1100
const DAY = 86_400_000
// What lies further ahead is no time (LIMIT-4).
const LONGEST_BAN = 400 * DAY

/** What became of the second key, which went on after a 429. */
export interface Persistence {
  /** Requests over the limit until a ban began, each of another operation than the one before. */
  readonly before: readonly Exchange[]
  /** `undefined` where none was earned. */
  readonly ban: Ban | undefined
}

let persisted: Promise<Persistence> | undefined

/** Goes on with the second key after a 429, with every operation in turn, until it is banned; once a run. */
export function persist(run: Run): Promise<Persistence> {
  persisted ??= goOn(run)
  return persisted
}

/** In the name of what a creation over the limit would add. */
export function overLimitName({ settings }: Run): string {
  return `${settings.mark}-over`
}

function operations(run: Run): readonly Probe[] {
  const creation = create({ name: overLimitName(run), categoryId: 1 })
  return [...(run.settings.readOnly ? [] : [creation]), get(1), PROBE].map(asSecond)
}

async function goOn(run: Run): Promise<Persistence> {
  const { session, settings } = run
  if (!settings.ban) throw new NotVerified('unsafe here', 'it would get a key banned (--ban)')
  await givenProbe(run)
  let last = await firstRefusal(run)
  let strikes = 1
  let isCounted = (last.tries ?? 1) === 1
  const before: Exchange[] = []
  while (strikes < MOST_STRIKES && before.length < 2 * MOST_STRIKES) {
    for (const probe of operations(run)) {
      const next = await session.send(probe, 'take')
      isCounted &&= (next.tries ?? 1) === 1
      const isServed = ![401, 403, 429].includes(next.status)
      if (!isServed) strikes += 1
      if (isServed || next.status === 429) before.push(next)
      // A ban shows in a Reset that is later than the one before, or in another status.
      if (!isServed && (endOf(next) > endOf(last) + 1 || next.status !== 429)) {
        return { before, ban: await banOf(run, next, { strikes, isCounted }) }
      }
      if (!isServed) last = next
    }
  }
  return { before, ban: undefined }
}

async function banOf(
  { session }: Run,
  first: Exchange,
  counted: Pick<Ban, 'strikes' | 'isCounted'>,
): Promise<Ban> {
  const during = await session.send(asSecond(PROBE), 'take')
  const wait = retryAfterOf(first)
  const reset = endOf(first) * 1000
  const isTime = reset - first.received < LONGEST_BAN
  const until = Math.max(first.received + (wait ?? 0), isTime ? reset : 0)
  return { ...counted, seconds: wait === undefined ? undefined : Math.round(wait / 1000), until, during }
}

async function firstRefusal({ session, control, settings }: Run): Promise<Exchange> {
  if (control !== undefined && settings.secondKey !== undefined) {
    // In another day than the one whose allowance was spent: a refusal of that one is a strike still.
    await session.time.pass(DAY)
    await control.setRemaining(settings.secondKey, { minute: 0 })
  }
  for (let sent = 0; sent < MOST_REQUESTS; sent += 1) {
    const exchange = await session.send(asSecond(PROBE), 'take')
    if (exchange.status === 429) return exchange
  }
  throw new NotVerified('precondition missing', 'a 429: the service refused nothing')
}

function endOf(exchange: Exchange): number {
  return rateLimitOf(exchange).reset
}
