import { clause } from '../engine/clause.ts'
import { Breach } from '../engine/breach.ts'
import { NotVerified } from '../engine/not-verified.ts'
import { universalChecks } from './universal/checks.ts'

for (const { clause: id, aspect, ofBody, concerns, expected, shownBy, fault } of universalChecks) {
  clause(id, aspect, [], ({ session, settings, checks }) => {
    const concerned = session.exchanges.filter(
      (exchange) => concerns(exchange) && !(ofBody && session.discredited.has(exchange)),
    )
    if (concerned.length === 0) {
      const remedy = shownBy !== undefined && !settings.exhaust ? `; ${shownBy} would` : ''
      throw new NotVerified('precondition missing', `no exchange of this run shows it${remedy}`)
    }
    session.lookAt(concerned)
    for (const exchange of concerned) {
      const came = fault(exchange, checks)
      if (came !== undefined) throw new Breach(expected, came, exchange)
    }
    return Promise.resolve()
  })
}
