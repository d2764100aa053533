import { replyRules } from '../history/reply-rules.ts'
import type { Check } from '../engine/check.ts'
import { breachBy, missing, type Offence } from '../engine/verdicts.ts'
import { oddPetFinder } from '../history/odd-pets.ts'

export const everyExchangeChecks: readonly Check[] = replyRules.map(
  ({ clause: id, aspect, ofBody, concerns, expected, shownBy, fault }): Check => ({
    id,
    ...(aspect !== undefined && { aspect }),
    ...(shownBy !== undefined && { shownBy }),
    check: (run) => {
      const { session, settings } = run
      const concerned = session.exchanges.filter(
        (exchange) => concerns(exchange) && !(ofBody === true && session.discredited.has(exchange)),
      )
      if (concerned.length === 0) {
        const remedy = shownBy !== undefined && !settings.exhaust ? `; --exhaust would` : ''
        missing(`no exchange of this run shows it${remedy}`)
      }
      session.lookAt(concerned)
      let tell: ReturnType<typeof oddPetFinder> | undefined
      const isLitter = (pet: unknown): boolean => (tell ??= oddPetFinder(session.exchanges))(pet)
      const offences = concerned.flatMap((exchange): readonly Offence[] => {
        const actual = fault(exchange, isLitter)
        return actual === undefined ? [] : [{ actual, exchange }]
      })
      const breach = breachBy(expected, offences)
      if (breach) throw breach
    },
  }),
)
