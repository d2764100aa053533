import { areaOf, clauses } from '../../spec/clauses.ts'
import type { FinishedCheck, FinishedClause } from '../report/model/finished-check.ts'
import { reportBreach } from './reported-exchange.ts'
import type { Run } from './run.ts'
import { breachBy } from './verdicts.ts'

/**
 * Breaches of clauses whose own checks have met none: an excuse for another check must be somebody's fault. Nothing is
 * added to an area where something is broken anyway, which may explain it.
 */
export function metOnTheWay({ blamed }: Run, finished: readonly FinishedCheck[]): readonly FinishedClause[] {
  const ofClauses = finished.filter((check) => check.kind === 'clause')
  const settled = new Set(
    ofClauses
      .filter(({ result: { kind } }) => kind === 'breach' || kind === 'error')
      .map(({ clause }) => areaOf(clause)),
  )
  const byClause = Map.groupBy(blamed, ({ clause }) => clause)
  return [...byClause].flatMap(([clause, met]): readonly FinishedClause[] => {
    const isReported = ofClauses.some((check) => check.clause === clause)
    const text = clauses.find(({ id }) => id === clause)?.text ?? ''
    const offences = met.map(({ exchange }) => ({
      actual: `status ${exchange.status}: ${exchange.body.slice(0, MOST_SHOWN)}`,
      exchange,
    }))
    const breach = breachBy(text, offences)
    if (!isReported || settled.has(areaOf(clause)) || breach === undefined) return []
    const result = { kind: 'breach', breach: reportBreach(breach) } as const
    const evidence = met.map(({ exchange }) => exchange.id)
    return [
      { kind: 'clause', clause, aspect: ON_THE_WAY, needs: [], result, evidence, sent: [], milliseconds: 0 },
    ]
  })
}

const MOST_SHOWN = 60
const ON_THE_WAY = 'as checks of other clauses have met it'
