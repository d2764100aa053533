import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { rateLimitOf, readWait } from '../history/headers.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, given, missing } from '../engine/verdicts.ts'
import { UNSHARED_SECOND_KEY } from '../probes/charges.ts'
import { isOfGatewayStatus } from '../history/unavailable.ts'
import {
  afterOneRefusal,
  afterReset,
  afterTheWait,
  givenRenewed,
  OTHERS,
  passUntil,
} from '../probes/after-a-refusal.ts'
import {
  goOverAgain,
  goOverTheLimit,
  isRenewed,
  noneRefused,
  type Overrun,
  pageOf,
  PROBE,
  readBefore,
  refusal,
  sendBeside,
} from '../probes/over-the-limit.ts'
import { limitOfMinute } from '../probes/rate-limits.ts'
import { asSecond } from '../probes/requests.ts'
import { invalidOverLimit, wasOverLimit } from '../probes/additions.ts'
import { givenSearch, search } from '../probes/whole-list.ts'
import { isRefusal, isServed, refusesKey } from '../history/history.ts'
import { SURELY_OVER_MS } from '../history/long-minutes.ts'
import { endsAfter, endsInAMinute, MINUTE_MS } from '../history/readings.ts'
import { NONE_REFUSED_EARLY } from '../history/refusals.ts'
import { endOfReset, hasEnd } from '../history/waits.ts'

/** What happens at the end of a minute's quota, and after it. */
export const limitChecks: readonly Check[] = [
  {
    id: 'LIMIT-5',
    aspect: NONE_REFUSED_EARLY,
    needs: ['going over the limit'],
    cost: 5,
    ask: async (run) => {
      const { served, next } = await overrun(run)
      const isEarly = next.status === 429 && rateLimitOf(served).remaining > 0
      return isEarly ? missing('a refusal by the window that Remaining speaks of') : [served, next]
    },
  },
  {
    id: 'LIMIT-5',
    aspect: 'no request is served when none is left',
    needs: ['going over the limit'],
    ask: async (run) => [(await overrun(run)).next],
  },
  {
    id: 'LIMIT-5',
    aspect: 'no more requests are served in a minute than the plan allows, whatever Remaining says',
    needs: ['going over the limit'],
    ask: async (run) => {
      const { next } = await goOverTheLimit(run)
      given(next.status === 429, noneRefused(run))
      return limitOfMinute(run) === undefined ? missing('the plan of the key (--plan)') : [next]
    },
  },
  {
    id: 'LIMIT-7',
    needs: ['going over the limit'],
    cost: 1,
    ask: async (run) => {
      const { next } = await overrun(run)
      // Meanwhile, the other key has what is left to it.
      if (run.session.leftOf('second key') > 0) await run.session.send(asSecond(PROBE), 'accept')
      // One that looks like a gateway's may be that, unless it comes again.
      const again = isOfGatewayStatus(next) ? [await run.session.send(PROBE, 'accept')] : []
      if (!refusesKey(next)) return [next, ...again]
      // That the key is valid shows when it is served again.
      await afterReset(run)
      return missing('a refusal before a ban')
    },
  },
  {
    id: 'LIMIT-7',
    aspect: 'a creation sent together with that request',
    needs: ['going over the limit', 'writes'],
    ask: async (run) => {
      const { next, beside } = await overrun(run)
      // Of those that were sent at once, any may be the last that is served.
      const [creation = missing('a creation over the limit')] = beside.filter((one) => !isServed(one))
      given(!refusesKey(creation), 'a creation before a ban')
      return isRenewed(next, creation) ? missing('a creation in the same window') : beside
    },
  },
  {
    id: 'LIMIT-9',
    needs: ['going over the limit', 'a clock'],
    cost: 3,
    ask: async (run) => {
      const refused = await refusal(run)
      const waited = await afterTheWait(run)
      if (waited.status === 200) return [waited]
      if (readWait(refused)?.form === 'milliseconds') missing('a Retry-After with a unit')
      // Those that were refused at once may have got the key banned.
      const again = await afterOneRefusal(run, waited)
      return again.status === 200 ? [again] : missing(OTHERS)
    },
  },
  {
    id: 'LIMIT-10',
    needs: ['going over the limit', 'a clock'],
    cost: 1,
    ask: async (run) => {
      const before = rateLimitOf(await refusal(run))
      const renewed = await afterReset(run)
      given(renewed.status === 200, OTHERS)
      const then = rateLimitOf(renewed)
      if (Number.isNaN(then.remaining)) dependsOn('LIMIT-3')
      if (!hasEnd(renewed)) dependsOn('LIMIT-4')
      // Whoever reports the other window by now has renewed this one, or would refuse.
      const all = then.limit === before.limit ? await givenRenewed(run, renewed) : [renewed]
      // A new window has more than one.
      const next = await run.session.send(PROBE, 'accept')
      return next.status === 200 ? [...all, next] : missing(OTHERS)
    },
  },
  {
    id: 'GET-1',
    aspect: 'a pet that was read before its key was refused is read again after that',
    needs: ['going over the limit', 'a clock'],
    extra: true,
    cost: 1,
    ask: async (run) => {
      const { remaining } = rateLimitOf(await afterReset(run))
      // Whoever is served with nothing left is another clause's.
      given(remaining > 1, 'a window with some left')
      const read = readBefore(run) ?? missing('a pet that the key has read')
      return [await run.session.send({ ...read.probe, moment: 'after a refusal' }, 'accept')]
    },
  },
  {
    id: 'LIMIT-10',
    aspect: 'the minute of the second key, that began with the first one’s',
    needs: ['second key', 'going over the limit', 'a clock'],
    caller: 'second key',
    cost: 1,
    renews: true,
    ask: async (run) => {
      await afterReset(run)
      const end = endOfSecond(run)
      const soon = run.session.time.now() + SOON_MS
      await passUntil(run, [end, await rolledOver(run)].find((moment) => moment <= soon) ?? 0)
      const reply = await run.session.send(asSecond(PROBE), 'accept')
      given(reply.status === 200, UNSHARED_SECOND_KEY)
      run.session.lookAt([reply])
      const { limit, remaining } = rateLimitOf(reply)
      // Others may have used it since; if they do not, that is a contradiction to the minute before.
      if (limit > remaining + FEW_GONE) missing(UNSHARED_SECOND_KEY)
      return reply.sent >= end ? [reply] : missing('a minute of the second key that is over')
    },
  },
]

// A key of a larger plan has gone over its limit once, which is enough.
const FEW = 60

/** The other operation over the limit, at the end of a run: in the first minute there is no room for one more refusal. */
export const readsOverTheLimit: Check = {
  id: 'LIMIT-7',
  aspect: 'reads of a pet sent together with a request over the limit',
  needs: ['going over the limit'],
  isDue: (run) => !run.settings.ban && isRenewedAndShort(run),
  ask: async (run) => {
    const { next, beside } = await goOverAgain(run)
    given(next.status === 429 && !refusesKey(next), OTHERS)
    const read = beside.find(isRefusal) ?? beside[0] ?? missing('a read over the limit')
    return isRenewed(next, read) ? missing('a read in the same window') : beside
  },
}

/** Where Reset moves with each request, whether the minute of a key that goes on asking ends all the same. */
export const minuteWhileAsked: Check = {
  id: 'LIMIT-10',
  aspect: 'requests do not put the end of their minute off',
  extra: true,
  needs: ['a clock'],
  cost: 2,
  isDue: ({ settings, session }) => settings.thorough && session.time.mayPass(SURELY_OVER_MS),
  ask: async ({ session }) => {
    const replies = [await session.send(PROBE)]
    for (const wait of WHILE_ASKED_MS) {
      await session.time.pass(wait, { until: 'a minute is over in which requests go on' })
      replies.push(await session.send(PROBE, 'accept'))
      given(replies.every(isServed), OTHERS)
      if (!replies.every((one) => endsAfter(one, MINUTE_MS / 1000))) break
    }
    return replies
  },
}

/** The limit of the second key, once it has served for all that needs it below its limit: little is left then of the minute of a small plan. */
export const secondOverTheLimit: readonly Check[] = [
  {
    id: 'LIMIT-5',
    aspect: 'the second key is refused when none is left to it',
    needs: ['second key', 'going over the limit'],
    caller: 'second key',
    // With --ban, that key goes over its limit anyway.
    isDue: ({ settings: { exhaust, ban }, session }) =>
      exhaust && !ban && isFew(session.leftOf('second key')),
    ask: async (run) => {
      const { session } = run
      for (let sent = 0; sent <= FEW; sent += 1) {
        const isSpent = session.leftOf('second key') === 0
        const [reply] = await Promise.all([
          session.send(asSecond(pageOf(sent)), 'accept'),
          isSpent && !run.settings.readOnly ? sendBeside(run, [asSecond(invalidOverLimit(run))]) : [],
        ])
        if (reply.status === 429 || isSpent) return [reply]
      }
      return missing('a minute of the second key that is used up')
    },
  },
  {
    id: 'LIMIT-7',
    aspect: 'an invalid body of the second key, to which none is left',
    needs: ['second key', 'going over the limit', 'writes'],
    caller: 'second key',
    isDue: (run) => invalidBeyond(run) !== undefined,
    ask: (run) => {
      const invalid = invalidBeyond(run) ?? missing('an invalid body over the limit')
      // Whether it was due to be refused, all that the key was answered shows.
      return Promise.resolve([invalid.status === 429 ? invalid : missing('a refusal of it')])
    },
  },
]

function invalidBeyond(run: Run): Exchange | undefined {
  const { body } = invalidOverLimit(run)
  return run.session.exchanges.findLast(({ probe }) => probe.caller === 'second key' && probe.body === body)
}

function isFew(left: number): boolean {
  return left > 0 && left <= FEW
}

/** Whether the key is in a minute after the one in which it was refused, with few requests left. */
function isRenewedAndShort(run: Run): boolean {
  const { exchanges } = run.session
  const own = exchanges.filter(({ probe }) => probe.caller === 'key' && probe.base === undefined)
  const [refused, last] = [own.findLast(({ status }) => status === 429), own.at(-1)]
  const isNew = refused !== undefined && last !== undefined && isServed(last) && isRenewed(refused, last)
  // Where the day is reported, the minute has no more than the plan says.
  return isFew(
    isNew ? Math.min(rateLimitOf(last).remaining, limitOfMinute(run) ?? Number.POSITIVE_INFINITY) : 0,
  )
}

const SOON_MS = 5000
// The first one shows whether Reset moves; two more, for the requests of a stretch have to be more than two.
const WHILE_ASKED_MS = [7000, 30_000, SURELY_OVER_MS - 30_000]
// What was sent at its beginning, before it was asked.
const FEW_GONE = 5

/** When the minute of the second key is over, by its last reply. */
function endOfSecond({ session: { exchanges } }: Run): number {
  const last = exchanges.findLast(({ probe }) => probe.caller === 'second key')
  return last !== undefined && hasEnd(last) ? endOfReset(last) : 0
}

/** When nothing counts any more that was served to the second key before the first one was refused, in a minute of whatever kind. */
async function rolledOver(run: Run): Promise<number> {
  const { id } = await refusal(run)
  const before = run.session.exchanges.filter((one) => one.probe.caller === 'second key' && one.id < id)
  const last = before.at(-1)
  return last !== undefined && endsInAMinute(last) ? last.received + SURELY_OVER_MS : 0
}

/** That what was refused over the limit is stored nowhere, whoever sent it and for whatever check. */
export const notStoredCheck: Check = {
  id: 'LIMIT-7',
  aspect: 'a creation over the limit adds nothing',
  needs: ['writes'],
  shownBy: 'going over the limit',
  cost: 1,
  ask: async (run) => {
    given(wasOverLimit(run), 'a creation that was answered 429')
    const found = await search(run, 'after going over the limit')
    return givenSearch(run, wasOverLimit(run, found.status), found)
  },
}

/** How the key went over its limit; left undone where Remaining does not show that it did. */
async function overrun(run: Run): Promise<Overrun> {
  const overrun = await goOverTheLimit(run)
  const { remaining } = rateLimitOf(overrun.served)
  if (Number.isNaN(remaining)) dependsOn('LIMIT-1')
  given(overrun.next.status === 429 || !(remaining > 0), noneRefused(run))
  return overrun
}
