import { type ClauseId, clauses } from '../../spec/clauses.ts'
import { operationOf } from '../../spec/operations.ts'
import { type Exchange } from '../engine/exchange.ts'
import { givenContent, type Finding, type ObservedExchange } from './judge.ts'
import { replyRules } from '../history/reply-rules.ts'
import { ServiceClock } from './service-clock.ts'

const should = new Set(clauses.filter(({ level }) => level === 'should').map(({ id }) => id))

/** What the universal checks say of one exchange by itself. */
export interface Judged {
  readonly findings: readonly Finding[]
  /** The clauses that it could have shown broken. */
  readonly evidence: readonly ClauseId[]
}

/** Judges an exchange that the suite did not make, by the clock of its service; throws CannotJudge as `givenContent` does. */
export function universalFindings(observed: ObservedExchange, clock = new ServiceClock()): Judged {
  // A browser's preflight is not a request to the documented service.
  if (observed.method === 'OPTIONS') return { findings: [], evidence: [] }
  const exchange = toExchange(observed, clock)
  const concerned = replyRules.filter(({ concerns }) => concerns(exchange))
  const findings = concerned.flatMap(({ clause, expected, fault }): readonly Finding[] => {
    const actual = fault(exchange)
    if (actual === undefined) return []
    const severity = should.has(clause) ? 'warning' : 'error'
    return [{ message: `${clause}: expected ${expected}; actual ${actual}`, severity, clause }]
  })
  return { findings, evidence: concerned.map(({ clause }) => clause) }
}

function toExchange(observed: ObservedExchange, clock: ServiceClock): Exchange {
  const { method, path, requestHeaders, requestBody, status, headers, body } = observed
  const { sent, received } = clock.timesOf(observed)
  const probe = {
    method,
    path,
    caller: 'nobody',
    headers: requestHeaders,
    operation: operationOf(method, path),
  } as const
  return {
    id: 0,
    after: 0,
    probe: { ...probe, ...(requestBody !== undefined && { body: requestBody }) },
    status,
    headers,
    body,
    json: givenContent({ body }),
    sent,
    received,
  }
}
