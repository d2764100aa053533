import type { Check } from '../engine/check.ts'
import { type Exchange } from '../engine/exchange.ts'
import { rateLimitOf, readWait } from '../history/headers.ts'
import { expectStatus, expectThat, wrongStatus } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import {
  afterReset,
  afterTheWait,
  goOverTheLimit,
  hasTime,
  isRenewed,
  noneRefused,
  type Overrun,
  refusal,
} from '../probes/over-the-limit.ts'
import {
  givenKeyToOurselves,
  givenSentOnce,
  isKeyToOurselves,
  plansOf,
  quotaAt,
  remainingFault,
  toldTo,
} from '../probes/rate-limits.ts'
import { askedOperations, givenFound } from '../probes/each-operation.ts'
import { minuteOf, overServed } from '../probes/over-served.ts'
import { marksOverLimit } from '../probes/additions.ts'
import { givenSearch, search } from '../probes/whole-list.ts'

/** What happens at the end of a minute's quota, and after it. */
export const limitChecks: readonly Check[] = [
  {
    id: 'LIMIT-5',
    aspect: 'no request is refused while some are left',
    needs: ['going over the limit'],
    cost: 4,
    check: async (run) => {
      const { served, next } = await overrun(run)
      const [before, then] = [rateLimitOf(served), rateLimitOf(next)]
      // A service may report one window and be refusing by the other.
      const sameWindow = before.limit === then.limit && before.reset === then.reset
      const early = next.status === 429 && before.remaining > 0
      if (early) {
        // Whoever tells the day alone may be refusing by the minute.
        if (!sameWindow || tellsDay(run, next)) missing('a refusal by the window that Remaining speaks of')
        givenKeyToOurselves(run)
        givenSentOnce(served, next)
      }
      expectThat(!early, `an answer, ${before.remaining} requests being left`, 'status 429', next)
    },
  },
  {
    id: 'LIMIT-5',
    aspect: 'no request is served when none is left',
    needs: ['going over the limit'],
    check: async (run) => {
      const { next } = await overrun(run)
      if (next.status === 200) throw wrongStatus(next, 429)
    },
  },
  {
    id: 'LIMIT-5',
    aspect: 'no more requests are served in a minute than the plan allows, whatever Remaining says',
    needs: ['going over the limit'],
    check: async (run) => {
      const { next, creation } = await goOverTheLimit(run)
      const [most, beyond] = [minuteOf(run), overServed(run)]
      if (beyond !== undefined && beyond === creation) dependsOn('LIMIT-7')
      // What is not counted is served beyond the limit too.
      if (beyond !== undefined && next.status === 429 && remainingFault(run)) dependsOn('LIMIT-3')
      if (beyond) expectThat(false, `429, ${most} having been served`, `status ${beyond.status}`, beyond)
      if (next.status !== 429) missing(noneRefused(run))
      if (most === undefined) missing('the plan of the key (--plan)')
    },
  },
  {
    id: 'LIMIT-7',
    needs: ['going over the limit'],
    check: async (run) => {
      const { next, creation } = await overrun(run)
      if (next.status === 200) dependsOn('LIMIT-5')
      // Others may have got the key banned, which may show in another status; and so may the creation that was sent with it.
      if (next.status !== 429) givenKeyToOurselves(run)
      const mayBeBanned = creation?.status === 429 && (next.status === 401 || next.status === 403)
      if (mayBeBanned) missing('a refusal before a ban')
      expectStatus(next, 429)
    },
  },
  {
    id: 'LIMIT-7',
    aspect: 'a creation sent together with that request',
    needs: ['going over the limit', 'writes'],
    check: async (run) => {
      const { next, creation } = await overrun(run)
      if (next.status === 200) dependsOn('LIMIT-5')
      if (creation === undefined) missing('a creation over the limit')
      run.session.lookAt([creation])
      if (creation.status === 429) return
      if (creation.status === 401 || creation.status === 403) missing('a creation before a ban')
      if (isRenewed(next, creation)) missing('a creation in the same window')
      for (const operation of askedOperations)
        if (operation.id === 'createPet') await givenFound(run, operation, creation)
      expectStatus(creation, 429)
    },
  },
  {
    id: 'LIMIT-9',
    needs: ['going over the limit', 'a clock'],
    cost: 1,
    check: async (run) => {
      const refused = await refusal(run)
      const waited = await afterTheWait(run)
      // Others who did not wait may have got the key banned meanwhile.
      if (waited.status !== 200) givenKeyToOurselves(run)
      // The unit is not shown: what resets in 42 seconds may well mean 42,000 of them.
      if (waited.status !== 200 && readWait(refused)?.form === 'milliseconds')
        missing('a Retry-After with a unit')
      expectStatus(waited, 200)
    },
  },
  {
    id: 'LIMIT-10',
    needs: ['going over the limit', 'a clock'],
    check: async (run) => {
      const before = rateLimitOf(await refusal(run))
      const renewed = await afterReset(run)
      if (renewed.status !== 200) givenKeyToOurselves(run)
      expectStatus(renewed, 200)
      const then = rateLimitOf(renewed)
      if (Number.isNaN(then.remaining)) dependsOn('LIMIT-3')
      if (!hasTime(renewed)) dependsOn('LIMIT-4')
      // Whoever reports the other window by now has renewed this one, or would refuse.
      if (then.limit !== before.limit) return
      if (renewed.sent < before.reset * 1000 && then.reset === before.reset)
        missing('a refusal by the window that Reset speaks of')
      expectThat(then.reset > before.reset, `a Reset after ${before.reset}`, `${then.reset}`, renewed)
      expectThat(then.remaining > 0 || then.limit === 1, 'a quota', `${then.remaining} left`, renewed)
      // Others may have used the key since, where they have before; what it had then was all that it has, or less.
      if (!isKeyToOurselves(run)) return
      const [first = renewed] = toldTo('key', run).filter((one) => rateLimitOf(one).limit === then.limit)
      const [was, is] = [quotaAt(run, first), quotaAt(run, renewed)]
      // From a window that rolls, only the oldest request has left by then.
      if (is < Math.min(was, then.limit))
        missing(`a quota of ${was} again: ${is} may be that of a rolling window`)
    },
  },
]

/** That what was refused over the limit is stored nowhere, whoever sent it and for whatever check. */
export const notStoredCheck: Check = {
  id: 'LIMIT-7',
  aspect: 'a creation over the limit adds nothing',
  needs: ['writes'],
  shownBy: 'going over the limit',
  cost: 1,
  ask: async (run) => {
    if (marksOverLimit(run).names.size === 0) missing('a creation that was answered 429')
    const found = await search(run, 'after going over the limit')
    return givenSearch(run, marksOverLimit(run, found.status), found)
  },
}

/** Whether the limit that a reply tells may be one for a day. */
function tellsDay(run: Run, exchange: Exchange): boolean {
  const { limit } = rateLimitOf(exchange)
  return plansOf('key', run, toldTo('key', run)).some(({ day }) => day === limit || day === 'custom')
}

/** How the key went over its limit; left undone where Remaining does not tell that it did. */
async function overrun(run: Run): Promise<Overrun> {
  const told = await goOverTheLimit(run)
  if (remainingFault(run)) dependsOn('LIMIT-3')
  const { remaining } = rateLimitOf(told.served)
  if (Number.isNaN(remaining)) dependsOn('LIMIT-1')
  if (told.next.status !== 429 && remaining > 0) missing(noneRefused(run))
  return told
}
