import { clauses, operationOf, parseJson } from '../../../spec/index.ts'
import { loadWireChecks } from '../../engine/expect/wire-checks.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Finding } from '../../opinions/prism/finding.ts'
import type { JudgedExchange } from '../../opinions/prism/judged-exchange.ts'
import { universalChecks } from './checks.ts'

const should = new Set(clauses.filter(({ level }) => level === 'should').map(({ id }) => id))

/** What the universal checks say of an exchange that the suite did not make, each with its clause. */
export async function universalFindings(judged: JudgedExchange): Promise<readonly Finding[]> {
  // A browser's preflight asks nothing of the service that the document describes.
  if (judged.method === 'OPTIONS') return []
  const checks = await loadWireChecks()
  const exchange = toExchange(judged)
  return universalChecks
    .filter(({ concerns }) => concerns(exchange))
    .flatMap(({ clause, expected, fault }) => {
      const came = fault(exchange, checks)
      if (came === undefined) return []
      const severity = should.has(clause) ? ('warning' as const) : ('error' as const)
      return [{ message: `${clause}: expected ${expected}; came ${came}`, severity }]
    })
}

function toExchange({
  method,
  path,
  requestHeaders,
  requestBody,
  status,
  headers,
  body,
}: JudgedExchange): Exchange {
  const now = Date.now()
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const probe = {
    method,
    path,
    caller: 'nobody',
    headers: requestHeaders,
    operation: operationOf(method, path),
  } as const
  return {
    id: 0,
    probe: { ...probe, ...(requestBody !== undefined && { body: requestBody }) },
    status,
    headers: Object.fromEntries(lowered) as Record<string, string>,
    body,
    json: readJson(body),
    sent: now,
    received: now,
  }
}

function readJson(body: string): unknown {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}
