import type { Finding } from './finding.ts'
import { findOperation } from './find-operation.ts'
import { judgeAdmission } from './judge-admission.ts'
import type { JudgedExchange } from './judged-exchange.ts'
import { judgeReply } from './judge-reply.ts'
import { loadPrism } from './load-prism.ts'
import { lowerCaseNames } from './lower-case-names.ts'
import { splitPath } from './split-path.ts'

/**
 * What Prism's validators find in one exchange: breaches of `spec/openapi.yaml`, less those where Prism is wrong about
 * it. What the document does not describe — another path, another method, HEAD — is not judged. Rejects with
 * PrismMissing where Prism is not installed.
 */
export async function judgeExchange(given: JudgedExchange): Promise<readonly Finding[]> {
  const prism = await loadPrism()
  const operation = findOperation(prism.operations, given.method, splitPath(given.path).path)
  if (!operation) return []
  const exchange = {
    ...given,
    requestHeaders: lowerCaseNames(given.requestHeaders),
    headers: lowerCaseNames(given.headers),
  }
  return [...judgeReply(prism, operation, exchange), ...judgeAdmission(prism, operation, exchange)]
}
