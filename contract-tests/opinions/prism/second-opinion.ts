import type { Exchange } from '../../engine/exchange.ts'
import type { SecondOpinion } from '../../report/model/run-report.ts'
import { fewest, findingText, lowerCaseNames } from '../judge.ts'
import { judgeExchange } from './judge-exchange.ts'

/** Prism's opinion on the exchanges of a run whose bodies were read, in their order. Rejects with CannotJudge where Prism is not installed. */
export async function secondOpinion(exchanges: readonly Exchange[]): Promise<SecondOpinion> {
  const findings = await Promise.all(exchanges.filter(({ unread }) => unread === undefined).map(findingsOn))
  return { tool: 'Prism', findings: findings.flat() }
}

async function findingsOn({
  id,
  probe,
  status,
  headers,
  body,
}: Exchange): Promise<SecondOpinion['findings']> {
  const findings = await judgeExchange({
    method: probe.method,
    path: probe.path,
    requestHeaders: lowerCaseNames(probe.headers),
    requestBody: probe.body,
    status,
    headers,
    body,
  })
  return fewest(findings).map((finding) => ({ exchange: id, message: findingText(finding) }))
}
