import { other, type Check, type SuiteItem } from '../engine/check.ts'
import { type Exchange, type Probe } from '../engine/exchange.ts'
import { rateLimitOf, retryAfterOf } from '../history/headers.ts'
import { expectStatus, expectThat, wrongStatus } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'
import { dependsOn, missing, NotVerified } from '../engine/verdicts.ts'
import { askedOperations, givenFound } from '../probes/each-operation.ts'
import { givenProbe, goOverTheLimit, isRenewed, PROBE, refilledSince } from '../probes/over-the-limit.ts'
import { isServed } from '../probes/given.ts'
import { givenKeyToOurselves } from '../probes/rate-limits.ts'
import { asSecond } from '../probes/requests.ts'

// What goes over the limit first, the probe, is looked at by LIMIT-7 as it stands.
const others = askedOperations.filter(({ id }) => id !== PROBE.operation)

export const banItems: readonly SuiteItem[] = [
  {
    id: 'ban',
    cost: 11,
    observe: async (run) => {
      const { ban } = await persist(run)
      if (ban === undefined)
        return { variant: 'none', detail: `${MOST_STRIKES} refusals in a row earned none` }
      if (!ban.isCounted) return missing('a request had to be sent again, which the service may have counted')
      const { strikes, seconds } = ban
      if (seconds === undefined)
        return other(`after ${strikes} strikes, for a time that no Retry-After tells`)
      return `after-${strikes}-strikes-for-${seconds}-seconds`
    },
  },
  {
    id: 'status-while-banned',
    observe: async (run) => {
      const { ban } = await persist(run)
      const { status } = (ban ?? missing('no ban was earned')).during
      return ['401', '403', '429'].find((one) => one === String(status)) ?? other(`status ${status}`)
    },
  },
  ...others.map((operation): Check => ({
    id: 'LIMIT-7',
    aspect: `${operation.id} over the limit`,
    needs: ['second key', 'a ban', ...(operation.needs ?? [])],
    check: async (run) => {
      const own = (await persist(run)).before.filter(({ probe }) => probe.operation === operation.id)
      run.session.lookAt(own)
      if (own.length === 0) missing('one more 429 before the ban')
      for (const exchange of own) {
        await givenFound(run, operation, exchange)
        expectStatus(exchange, 429)
      }
    },
  })),
  {
    id: 'LIMIT-7',
    aspect: 'a creation sent together with the first refused request, if that gets no key banned',
    needs: ['going over the limit', 'second key', 'a ban', 'writes'],
    check: async (run) => {
      const { next, creation } = await goOverTheLimit(run)
      if (next.status !== 429 || creation === undefined) missing('a creation beside a 429')
      run.session.lookAt([creation])
      if (creation.status !== 401 && creation.status !== 403) return
      const { before } = await persist(run)
      if (!before.some(({ status }) => status === 429)) missing('one more 429 before the ban')
      givenKeyToOurselves(run)
      throw wrongStatus(creation, 429)
    },
  },
  {
    id: 'LIMIT-12',
    aspect: 'the ban still holds a second before it ends',
    needs: ['second key', 'a ban', 'a clock'],
    cost: 1,
    check: async (run) => {
      const [{ during }, late] = [await earned(run), await run.once(askLate)]
      const before = late ?? missing('a ban of more than a second')
      run.session.lookAt([during, before])
      const isAsBefore = before.status === during.status || isServed(before)
      expectThat(isAsBefore, `${during.status}, as when it began`, String(before.status), before)
    },
  },
  {
    id: 'LIMIT-12',
    needs: ['second key', 'a ban', 'a clock'],
    cost: 1,
    check: async (run) => {
      const [{ until }, late] = [await earned(run), await run.once(askLate)]
      const { time } = run.session
      // Who is asked during a ban may prolong it.
      const end = Math.max(until, late === undefined ? 0 : untilOf(late))
      await time.pass(Math.max(0, end - time.now()))
      expectStatus(await run.session.send(asSecond(PROBE), 'accept'), 200)
    },
  },
]

/** A ban that the second key has earned. */
interface Ban {
  /** Refusals until it began, the one that earned it included. */
  readonly strikes: number
  /** Whether each request was sent once, so that the strikes are those which the service has counted. */
  readonly isCounted: boolean
  /** As its first Retry-After says; `undefined` where that cannot be read. */
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
interface Persistence {
  /** Requests over the limit until a ban began, each of another operation than the one before. */
  readonly before: readonly Exchange[]
  /** `undefined` where none was earned. */
  readonly ban: Ban | undefined
}

/** Goes on with the second key after a 429, with every operation in turn, until it is banned; once a run. */
function persist(run: Run): Promise<Persistence> {
  return run.once(goOn)
}

function operations(run: Run): readonly Probe[] {
  const sendable = others.filter(({ needs = [] }) => needs.length === 0 || !run.settings.readOnly)
  return [...sendable.map(({ overLimit }) => overLimit(run)), PROBE].map(asSecond)
}

async function goOn(run: Run): Promise<Persistence> {
  const { session, settings } = run
  if (!settings.ban) throw new NotVerified('unsafe here', 'it would get a key banned (--ban)')
  await givenProbe(run)
  let last = await firstRefusal(run)
  let strikes = 1
  let isCounted = (last.tries ?? 1) === 1
  const before: Exchange[] = []
  let [asked, served] = [0, 0]
  while (strikes < MOST_STRIKES && asked < 2 * MOST_STRIKES) {
    for (const probe of operations(run)) {
      const next = await session.send(probe, 'accept')
      isCounted &&= (next.tries ?? 1) === 1
      const isRefused = [401, 403, 429].includes(next.status)
      asked += 1
      // An error may be free.
      if (isRefused || isServed(next)) served = isRefused ? 0 : served + 1
      if (!isRefused && isOver(last, next)) missing('a window that does not end while the key goes on')
      // Where tokens come back one by one, the limit is over for as many requests.
      const refilled = refilledSince(last, next)
      if (!isRefused && refilled > 0 && served <= refilled) continue
      if (isRefused) strikes += 1
      if (!isRefused || next.status === 429) before.push(next)
      // A ban shows in a Reset that is later than the one before, or in another status.
      if (isRefused && (endOf(next) > endOf(last) + 1 || next.status !== 429)) {
        return { before, ban: await banOf(run, { first: next, last }, { strikes, isCounted }) }
      }
      if (isRefused) last = next
    }
  }
  return { before, ban: undefined }
}

/** Whether what refused has ended, so that there is a quota again. */
function isOver(refused: Exchange, served: Exchange): boolean {
  return isRenewed(refused, served) && endOf(refused) * 1000 - CLOCK_TOLERANCE_MS <= served.received
}

/** The ban that the second key has earned, whose end is known. */
async function earned(run: Run): Promise<Ban> {
  const ban = (await persist(run)).ban ?? missing('a ban: the service bans nobody who goes on a little')
  if (ban.seconds === undefined && ban.during.status === 429) dependsOn('LIMIT-8')
  return ban.seconds === undefined ? missing('a ban that tells when it ends') : ban
}

/** What meets a ban a second before its end, when windows that began before it may be over; `undefined` for a shorter one. */
async function askLate(run: Run): Promise<Exchange | undefined> {
  const { until } = await earned(run)
  const { time } = run.session
  const wait = until - 1000 - time.now()
  if (wait <= 0) return undefined
  await time.pass(wait)
  return run.session.send(asSecond(PROBE), 'accept')
}

/** When a refusal says that it ends at the latest, Unix milliseconds of the service's time. */
function untilOf(refusal: Exchange): number {
  const reset = endOf(refusal) * 1000
  const isTime = reset - refusal.received < LONGEST_BAN
  return Math.max(refusal.received + (retryAfterOf(refusal) ?? 0), isTime ? reset : 0)
}

/** A ban that began with `first`, after `last`, a refusal without one. */
async function banOf(
  { session }: Run,
  { first, last }: { readonly first: Exchange; readonly last: Exchange },
  counted: Pick<Ban, 'strikes' | 'isCounted'>,
): Promise<Ban> {
  const during = await session.send(asSecond(PROBE), 'accept')
  const wait = retryAfterOf(first)
  // One that ends with the window shows in its status only, once it is earned; and that it is not longer than the window
  // is all that can be seen, which the shortest does too.
  const endsWithWindow = endOf(first) === endOf(last)
  const seconds = wait === undefined || !endsWithWindow ? wait : 1000
  return {
    isCounted: counted.isCounted,
    strikes: counted.strikes - (endsWithWindow ? 1 : 0),
    seconds: seconds === undefined ? undefined : Math.round(seconds / 1000),
    until: untilOf(first),
    during,
  }
}

async function firstRefusal({ session, control, settings }: Run): Promise<Exchange> {
  if (control !== undefined && settings.secondKey !== undefined) {
    // In another day than the one whose quota was spent: a refusal of that one is a strike still.
    await session.time.pass(DAY)
    await control.keys.setRemaining(settings.secondKey, { minute: 0 })
  }
  for (let sent = 0; sent < MOST_REQUESTS; sent += 1) {
    const exchange = await session.send(asSecond(PROBE), 'accept')
    if (exchange.status === 429) return exchange
  }
  missing('a 429: the service refused nothing')
}

function endOf(exchange: Exchange): number {
  return rateLimitOf(exchange).reset
}
