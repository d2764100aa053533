import { dependsOn } from '../expect/depends-on.ts'
import { NotVerified } from '../not-verified.ts'
import { rateLimitOf, type Exchange } from '../probe/exchange.ts'
import { retryAfterOf } from '../probe/retry-after.ts'
import { asSecond } from '../probes.ts'
import type { Run } from '../run.ts'
import { givenProbe, PROBE } from './over-the-limit.ts'

/** A ban that the second key has earned. */
export interface Ban {
  /** Refusals until it began, the one that earned it included. */
  readonly strikes: number
  readonly seconds: number
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

let earned: Promise<Ban | undefined> | undefined

/** Goes on with the second key after a 429 until it is banned, once a run; `undefined` when it is not. */
export function earnBan(run: Run): Promise<Ban | undefined> {
  earned ??= earn(run)
  return earned
}

async function earn(run: Run): Promise<Ban | undefined> {
  const { session, settings } = run
  if (!settings.ban) throw new NotVerified('unsafe here', 'it would get a key banned (--ban)')
  await givenProbe(run)
  const first = await firstRefusal(run)
  let last = first
  for (let strikes = 2; strikes <= MOST_STRIKES; strikes += 1) {
    const next = await session.send(asSecond(PROBE), 'take')
    // A ban shows in a Retry-After that is later than the one before, or in another status.
    if (endOf(next) > endOf(last) + 1 || next.status !== 429) {
      const during = await session.send(asSecond(PROBE), 'take')
      const wait = retryAfterOf(next) ?? dependsOn('LIMIT-8')
      const reset = endOf(next) * 1000
      const isTime = reset - next.received < LONGEST_BAN
      const until = Math.max(next.received + wait, isTime ? reset : 0)
      return { strikes, seconds: Math.round(wait / 1000), until, during }
    }
    last = next
  }
  return undefined
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
