import type { SuiteItem } from '../engine/check.ts'
import { type Exchange } from '../engine/exchange.ts'
import { rateLimitOf } from '../history/headers.ts'
import type { Run } from '../engine/run.ts'
import { given, missing, NotVerified } from '../engine/verdicts.ts'
import { UNSHARED_SECOND_KEY } from '../probes/charges.ts'
import { givenProbe, PROBE } from '../probes/over-the-limit.ts'
import { givenResets } from '../probes/rate-limits.ts'
import { asSecond, list } from '../probes/requests.ts'

const LONGER_THAN_A_MINUTE_S = 65

export const dayItems: readonly SuiteItem[] = [
  {
    id: 'LIMIT-6',
    needs: ['a day’s quota', 'second key'],
    cost: 2,
    ask: async (run) => {
      const last = await lastOfDay(run)
      const next = await run.session.send(asSecond(PROBE), 'accept')
      const isUsual = last.status === 200 && next.status === 429
      return isUsual ? [last, next] : missing(UNSHARED_SECOND_KEY)
    },
  },
  {
    id: 'reported-window',
    observe: async (run) => {
      const usual = await run.session.share(list())
      givenResets(run)
      if (Number.isNaN(rateLimitOf(usual).reset)) return missing('the rate-limit headers (LIMIT-1)')
      if (isOfDay(usual)) return 'day'
      // With more left in the day than in the minute, only a service that reports the minute anyway can be distinguished.
      given(run.control !== undefined, 'it could be the minute, or the one with the fewest left')
      const last = await lastOfDay(run)
      // A refusal speaks of the window that refuses, whichever is reported otherwise.
      given(last.status === 200, 'the last request of a day, served')
      return isOfDay(last) ? 'fewest-left' : 'minute'
    },
  },
]

/** The second key's last request of its day, of which our mock leaves it one; no real service can be asked to. */
function lastOfDay(run: Run): Promise<Exchange> {
  return run.once(askLastOfDay)
}

async function askLastOfDay(run: Run): Promise<Exchange> {
  const { session, control, settings } = run
  await givenProbe(run)
  if (control === undefined || settings.secondKey === undefined) {
    throw new NotVerified('budget spent', 'it would take the quota of a whole day')
  }
  // A minute that is full on every plan leaves the day alone to refuse.
  await control.keys.setRemaining(settings.secondKey, { minute: 60, day: 1 })
  return session.send(asSecond(PROBE), 'accept')
}

function isOfDay(exchange: Exchange): boolean {
  return rateLimitOf(exchange).reset - exchange.received / 1000 > LONGER_THAN_A_MINUTE_S
}
