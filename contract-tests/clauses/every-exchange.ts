import { universalChecks } from './exchange-checks.ts'
import type { Check } from '../engine/check.ts'
import { Breach, missing } from '../engine/verdicts.ts'
import { litterOf } from '../probes/litter.ts'

export const everyExchangeChecks: readonly Check[] = universalChecks.map(
  ({ clause: id, aspect, ofBody, concerns, expected, shownBy, fault }): Check => ({
    id,
    ...(aspect !== undefined && { aspect }),
    ...(shownBy !== undefined && { shownBy }),
    check: (run) => {
      const { session, settings } = run
      const concerned = session.exchanges.filter(
        (exchange) => concerns(exchange) && !(ofBody && session.discredited.has(exchange)),
      )
      if (concerned.length === 0) {
        const remedy = shownBy !== undefined && !settings.exhaust ? `; --exhaust would` : ''
        missing(`no exchange of this run shows it${remedy}`)
      }
      session.lookAt(concerned)
      const isLitter = litterOf(session.exchanges)
      for (const exchange of concerned) {
        const actual = fault(exchange, isLitter)
        if (actual !== undefined) throw new Breach(expected, actual, exchange)
      }
    },
  }),
)
