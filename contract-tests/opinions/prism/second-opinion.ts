import type { Exchange } from '../../engine/exchange.ts'
import type { Finding } from './finding.ts'
import { judgeExchange } from './judge-exchange.ts'

/** An exchange that Prism finds fault with. */
export interface Opinion {
  readonly exchange: Exchange
  readonly findings: readonly [Finding, ...Finding[]]
}

/**
 * Prism's opinion on the exchanges of a run, in their order; of those that it finds nothing wrong with there is none.
 * Rejects with
 * PrismMissing where Prism is not installed.
 */
export async function secondOpinion(exchanges: readonly Exchange[]): Promise<readonly Opinion[]> {
  const judged = await Promise.all(exchanges.map(judge))
  return judged.filter((opinion) => opinion !== undefined)
}

async function judge(exchange: Exchange): Promise<Opinion | undefined> {
  const { probe, status, headers, body } = exchange
  const [first, ...others] = await judgeExchange({
    method: probe.method,
    path: probe.path,
    requestHeaders: probe.headers,
    requestBody: probe.body,
    status,
    headers,
    body,
  })
  return first && { exchange, findings: [first, ...others] }
}
