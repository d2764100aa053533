// What the rate-limit headers say over a whole run: one figure after the other, as one caller was told.
import type { Check } from '../engine/check.ts'
import { type Caller, type Exchange } from '../engine/exchange.ts'
import { rateLimitOf } from '../history/headers.ts'
import { shown } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { breachBy, missing, type Offence } from '../engine/verdicts.ts'
import { costFault, lateFault } from '../probes/costs.ts'
import {
  allowsLimit,
  type Figures,
  givenFalls,
  isInWindow,
  plansOf,
  refusalFault,
  remainingFault,
  strangeResets,
  toldTo,
  unspentFault,
} from '../probes/rate-limits.ts'

const callers: readonly Exclude<Caller, 'nobody'>[] = ['key', 'second key']
const MOST_FIGURES = 2

export const rateLimitHeaderChecks: readonly Check[] = [
  {
    id: 'LIMIT-2',
    check: (run) => {
      for (const caller of callers) {
        const told = toldTo(caller, run)
        const figures = plansOf(caller, run, told)
        const limits = [...new Set(told.map((exchange) => rateLimitOf(exchange).limit))]
        const strange = told.filter((exchange) => !figures.some((one) => allowsLimit(one, exchange)))
        const more = told.filter((exchange) => limits.indexOf(rateLimitOf(exchange).limit) >= MOST_FIGURES)
        const breach =
          breachBy(`one of ${lawful(figures)}`, strange.map(withLimit)) ??
          breachBy('one figure for the minute and one for the day', more.map(withLimit))
        if (breach) throw breach
      }
      givenPlan(run)
    },
  },
  {
    id: 'LIMIT-4',
    aspect: 'Reset is at most a minute ahead where Limit is the limit per minute',
    check: (run) => {
      for (const caller of callers) {
        const strange = strangeResets(caller, run) ?? missing('limits that are a plan’s (LIMIT-2)')
        const breach = breachBy(
          'X-RateLimit-Reset at most a minute ahead, because X-RateLimit-Limit is the limit per minute',
          strange.map(withReset),
        )
        if (breach) throw breach
      }
      givenPlan(run)
      if (!toldTo('key', run).some(isInWindow)) missing('a request that was served, with a Reset')
    },
  },
  {
    id: 'LIMIT-3',
    aspect: 'Remaining falls with each request that counts',
    check: (run) => {
      const fault =
        remainingFault(run) ?? unspentFault(run) ?? refusalFault(run) ?? lateFault(run) ?? costFault(run)
      if (fault) throw fault
      givenFalls(run)
    },
  },
]

/** Leaves a check undone that any figure would pass, since some plan has no figures of its own. */
function givenPlan(run: Run): void {
  const figures = plansOf('key', run, toldTo('key', run))
  const isOpen = figures.some(({ minute, day }) => minute === 'custom' || day === 'custom')
  if (isOpen && run.settings.plan === undefined)
    missing('the plan of the key (--plan), for its figures are those of none but an Enterprise key')
}

function lawful(figures: readonly Figures[]): string {
  return [...new Set(figures.flatMap(({ minute, day }) => [minute, day]))].join(', ')
}

function withLimit(exchange: Exchange): Offence {
  return { actual: `X-RateLimit-Limit ${shown(exchange.headers['x-ratelimit-limit'])}`, exchange }
}

function withReset(exchange: Exchange): Offence {
  const { limit, reset } = rateLimitOf(exchange)
  const ahead = Math.round(reset - exchange.received / 1000)
  return { actual: `X-RateLimit-Reset is ${ahead} s ahead; X-RateLimit-Limit is ${limit}`, exchange }
}
