// Whether requests with one key are charged to another.
import type { OperationId } from '../../spec/operations.ts'
import type { Caller, Exchange } from '../engine/exchange.ts'
import { fillIn } from '../engine/keys.ts'
import { rateLimitOf } from '../history/headers.ts'
import type { Run } from '../engine/run.ts'
import { Breach, breachBy, dependsOn, missing } from '../engine/verdicts.ts'
import { ENOUGH, type Kind, kinds } from './costs.ts'
import { passUntil } from './after-a-refusal.ts'
import { PROBE } from './over-the-limit.ts'
import { isServed, precedes, refusesKey } from '../history/history.ts'
import { fallsOf, type Key } from './rate-limits.ts'
import { asSecond } from './requests.ts'

/** What shows that requests with one of two keys are charged to the other; `undefined` where they are not. */
export async function chargedFault(run: Run): Promise<Breach | undefined> {
  const first = await chargedWithSomeLeft(run)
  // Who is charged for two keys has none left the sooner; then the run so far may show it.
  if (first === undefined) return faultOfRun(run) ?? missing(NONE_LEFT)
  if (first.fall === 1) return faultOfRun(run)
  // Others may use the second key too; but what it loses follows the requests with the first one only if it is charged.
  await givenSameFall(run, first)
  if (isByAccident(run, first)) missing(UNSHARED_SECOND_KEY)
  return new Breach(
    'X-RateLimit-Remaining of the second key 1 fewer, for its one request',
    `${first.fall} fewer, over one request with the first key`,
    first.after,
    [],
    first.before,
  )
}

/** What the run so far shows of a key that is charged for other requests. */
function faultOfRun(run: Run): Breach | undefined {
  return (
    chargeFault(run, 'second key', 'key') ??
    chargeFault(run, 'key', 'second key') ??
    chargeFault(run, 'key', 'nobody', [ofNoKey, beginningAs(run)])
  )
}

const NONE_LEFT = 'a second key that has requests left (--thorough waits for them)'

/**
 * How one request with the first key changes what is left to the second, where that has some left: what has fallen to 0 might have
 * fallen further. `undefined` where it has none, and the run does not wait.
 */
async function chargedWithSomeLeft(run: Run): Promise<Charged | undefined> {
  const charged = await chargedToSecond(run, 1)
  const { remaining, reset } = rateLimitOf(charged.after)
  if (remaining > 0) return charged
  if (!run.settings.thorough) return undefined
  await passUntil(run, (reset + 1) * 1000)
  return chargedToSecond(run, 1)
}

// Requests with the first key between two with the second: so unlike that others hardly ask in the same rhythm.
const ROUNDS = [3, 0, 2, 0, 4, 0, 1]
const FEWEST_ROUNDS = 3
/** What is missing where others may use the second key. */
export const UNSHARED_SECOND_KEY = 'a second key that nobody else uses meanwhile'

/** Leaves the rest undone where, in several rounds, some request costs the second key another number than the first one did. */
async function givenSameFall(run: Run, first: Charged): Promise<void> {
  let last = first
  for (const [done, requests] of ROUNDS.entries()) {
    const cost = 1 + (first.fall - 1) * requests
    // What has fallen to 0 might have fallen further.
    if (rateLimitOf(last.after).remaining <= cost + 1) {
      if (done >= FEWEST_ROUNDS) return
      await passUntil(run, (rateLimitOf(last.after).reset + 1) * 1000)
    }
    last = await chargedToSecond(run, requests)
    if (last.fall < 1) dependsOn('LIMIT-3')
    if (last.fall !== cost) missing(UNSHARED_SECOND_KEY)
  }
}

/** Whether the second key has lost less over the run than such requests would cost it, or more where the first was not used. */
function isByAccident(run: Run, { fall: first, operation }: Charged): boolean {
  const falls = fallsOf(run, 'second key').filter(
    ({ before, exchange }) => isServed(before) && isServed(exchange),
  )
  return falls.some(({ by, own, before, exchange }) => {
    // What was under way together with one of the two may have been counted before or after it.
    const between = run.session.exchanges.filter(
      (one) => one.probe.caller !== 'second key' && !precedes(one, before) && !precedes(exchange, one),
    )
    const others = between.filter(({ probe }) => probe.caller === 'key')
    const alike = others.filter(
      (one) =>
        one.probe.operation === operation &&
        one.probe.base === undefined &&
        isServed(one) &&
        precedes(before, one) &&
        precedes(one, exchange),
    )
    const isEmpty = rateLimitOf(exchange).remaining === 0
    // Whoever charges the one key to the other may charge what comes without a key too.
    return between.length === 0 ? by > own : !isEmpty && by < (first - 1) * alike.length
  })
}

/** By how much Remaining of the second key has fallen over requests of an operation, and the replies that say so. */
interface Charged {
  readonly fall: number
  readonly operation: OperationId | undefined
  readonly before: readonly Exchange[]
  readonly after: Exchange
}

/** How much Remaining of the second key falls over one request with it and so many with the first. */
async function chargedToSecond(run: Run, requests: number, tries = 2): Promise<Charged> {
  const { session } = run
  // Of lists and creations there are enough in a run (chargeFault), but few pets are read with the first key.
  const read = session.exchanges.find(
    ({ probe, status }) => probe.operation === 'getPet' && probe.caller === 'key' && status === 200,
  )
  const { probe } = read ?? { probe: PROBE }
  const before = [await session.send(asSecond(PROBE))]
  for (let sent = 0; sent < requests; sent += 1) {
    const reply = await session.send(probe)
    before.push(reply)
    // What was read before is read again, unless the key was banned meanwhile.
    if (read !== undefined && reply.status !== 200 && !refusesKey(reply)) dependsOn('GET-1')
  }
  const after = await session.send(asSecond(PROBE))
  // What is refused without its key may speak of the quota of all who have none.
  if ([...before, after].some(refusesKey)) dependsOn('AUTH-1')
  const [first, second] = [rateLimitOf(before[0] ?? after), rateLimitOf(after)]
  if (Number.isNaN(first.limit)) dependsOn('LIMIT-1')
  if (Number.isNaN(first.remaining)) dependsOn('LIMIT-3')
  if (Number.isNaN(first.reset)) dependsOn('LIMIT-4')
  if (first.reset !== second.reset) {
    return tries > 1
      ? chargedToSecond(run, requests, tries - 1)
      : missing('two requests with the same X-RateLimit-Reset')
  }
  return { fall: first.remaining - second.remaining, operation: probe.operation, before, after }
}

const ofNoKey: Kind = { what: 'requests without a valid key', has: () => true }

/** Requests whose key is none, and begins as the first one does. */
function beginningAs({ settings }: Run): Kind {
  const beginning = `Bearer ${settings.key.slice(0, BEGINNING)}`
  return {
    what: 'requests with a key that begins as the first one',
    has: ({ probe: { headers } }) => fillIn(headers['Authorization'] ?? '', settings).startsWith(beginning),
  }
}

const BEGINNING = 6
const ANY: readonly Kind[] = [
  { what: 'requests', has: () => true },
  { what: 'requests that are served', has: isServed },
]

/**
 * The kind of request with a key that is charged to another one: over the whole run that one has lost as many more as there were
 * of them in between, each time, and no more where there were none.
 */
function chargeFault(
  run: Run,
  charged: Key,
  user: Caller,
  chargeable: readonly Kind[] = [...ANY, ...kinds],
): Breach | undefined {
  const { exchanges } = run.session
  // What has fallen to 0 might have fallen further.
  const falls = fallsOf(run, charged).filter(({ from, by }) => from > by)
  const between = falls.map((fall) => {
    const since = exchanges.filter(({ id }) => id > fall.before.id && id <= fall.exchange.id)
    const served = since.filter((one) => one.probe.caller === charged && isServed(one)).length
    const before = [
      fall.before,
      ...since.filter(({ id, probe }) => id < fall.exchange.id && probe.caller !== 'nobody'),
    ]
    return { ...fall, before, served, since: since.filter(({ probe }) => probe.caller === user) }
  })
  for (const { what, has } of chargeable) {
    const all = between.map((fall) => ({ ...fall, more: fall.since.filter(has).length }))
    // Errors need not count.
    const fits = all.every(({ by, own, served, more }) => by >= served + more && by <= own + more)
    const dear = all.filter(({ more, by, own }) => more > 0 && by > own)
    const count = dear.reduce((sum, { more }) => sum + more, 0)
    const isElse = all.some(({ more }) => more === 0)
    // Others who use the key may do so beside a few of one kind by chance.
    if (!fits || !isElse || count <= ENOUGH || dear.length < 2) continue
    return breachBy(
      'X-RateLimit-Remaining 1 fewer, whatever else is asked for',
      dear.map(({ by, more, before, exchange }) => ({
        actual: `${by} fewer, over ${more} of ${what}${user === 'nobody' ? '' : ' with the other key'}`,
        before,
        exchange,
      })),
    )
  }
  return undefined
}
