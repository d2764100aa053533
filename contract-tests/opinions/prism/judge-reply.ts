import { toFinding } from './parse-diagnostics.ts'
import type { Finding } from './finding.ts'
import type { JudgedExchange } from './judged-exchange.ts'
import { isLeftOpen } from './left-open.ts'
import { mediaType } from './media-type.ts'
import type { Prism, PrismOperation } from './prism.ts'
import { prismValue } from './prism-value.ts'

/** What HTTP itself, or a machine between, may answer to whatever request: worth a word, but no breach. */
const OF_TRANSPORT = new Set([408, 413, 414, 417, 421, 425, 426, 431, 502, 503, 504, 511])

/** What is wrong with a reply, whatever was asked. Header names are in lower case. */
export function judgeReply(
  prism: Prism,
  operation: PrismOperation,
  exchange: JudgedExchange,
): readonly Finding[] {
  const { status, headers, body } = exchange
  const isDocumented = operation.statuses.includes(status)
  if (!isDocumented && isLeftOpen(exchange, operation.id)) return []
  const contentType = headers['content-type']
  const diagnostics = prism.judgeOutput(operation, {
    statusCode: status,
    headers: contentType === undefined ? headers : { ...headers, 'content-type': mediaType(contentType) },
    body: prismValue(body),
  })
  // body-of-429: it may be empty, and what is empty has no type. Prism misses one.
  const isEmpty429 = status === 429 && body === ''
  const findings = diagnostics.filter(({ path }) => !isEmpty429 || path.length > 0).map(toFinding)
  // A status that no reading of the document allows is a breach; to Prism, anything but a 2xx is a warning only.
  return isDocumented || OF_TRANSPORT.has(status)
    ? findings
    : findings.map((finding) => ({ ...finding, severity: 'error' }))
}
