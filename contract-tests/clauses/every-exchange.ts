import type { Check } from '../engine/check.ts'
import { missing } from '../engine/verdicts.ts'
import { replyRules } from '../history/reply-rules.ts'

/** The rules of one reply, for every exchange of a run that they concern. */
export const everyExchangeChecks: readonly Check[] = replyRules.map(
  ({ clause: id, aspect, concerns, shownBy }): Check => ({
    id,
    ...(aspect !== undefined && { aspect }),
    ...(shownBy !== undefined && { shownBy }),
    ask: ({ session, settings }) => {
      const concerned = session.exchanges.filter((exchange) => concerns(exchange))
      const remedy = shownBy !== undefined && !settings.exhaust ? `; --exhaust would` : ''
      return concerned.length > 0 ? concerned : missing(`no exchange of this run shows it${remedy}`)
    },
  }),
)
