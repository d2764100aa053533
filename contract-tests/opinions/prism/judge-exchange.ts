import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { limitBounds, operationOf, operations, type OperationId } from '../../../spec/operations.ts'
import { figure } from '../../../spec/wording.ts'
import { memberOf } from '../../history/values.ts'
import { givenContent, type Finding, type ObservedExchange } from '../judge.ts'
import { toFinding, type Diagnostic } from './diagnostics.ts'
import { isLeftOpen } from './left-open.ts'
import { loadPrism, type Prism, type PrismRequest } from './load-prism.ts'
import { prismReply, prismRequest } from './prism-messages.ts'

/**
 * What Prism's validators find in one exchange: breaches of `spec/openapi.yaml`, less those where Prism is wrong about
 * it. What the document does not describe — another path, another method, HEAD — is not judged, nor is more of a list than
 * the longest page holds, and a finding says so. Rejects with CannotJudge where Prism is not installed, and where the body cannot be
 * read.
 */
export async function judgeExchange(exchange: ObservedExchange): Promise<readonly Finding[]> {
  const prism = await loadPrism()
  // Prism's own router reads an empty segment as a parameter: `/pets/` would be a pet.
  const operation = operationOf(exchange.method, exchange.path)
  if (operation === undefined || exchange.method === 'HEAD') return []
  const { total, part } = judgedPart(exchange)
  const findings = [...judgeReply(prism, operation, part), ...judgeAdmission(prism, operation, part)]
  if (total <= MOST_JUDGED) return findings
  const message = `a page of ${figure(total)}, where none has more than ${MOST_JUDGED}: Prism has judged so many of them`
  return [{ message, severity: 'error' }, ...findings]
}

// Prism copies all findings with every member, so that thousands of wrong ones would take minutes.
const MOST_JUDGED = limitBounds.most

/** An exchange with the part of its list that is judged, and the length of the whole list. */
function judgedPart(exchange: ObservedExchange): { readonly total: number; readonly part: ObservedExchange } {
  const json = givenContent(exchange)
  if (!Array.isArray(json) || json.length <= MOST_JUDGED) return { total: 0, part: exchange }
  const body = stringifyJson(json.slice(0, MOST_JUDGED))
  return { total: json.length, part: { ...exchange, body } }
}

/** What HTTP itself, or a machine between, may answer to whatever request: worth a word, but no breach. */
const OF_TRANSPORT = new Set([408, 413, 414, 417, 421, 425, 426, 431, 502, 503, 504, 511])

/** The problems of a reply, regardless of the request. */
function judgeReply(prism: Prism, operation: OperationId, exchange: ObservedExchange): readonly Finding[] {
  const { status, body } = exchange
  const isInDocument = isDocumented(operation, status)
  if (!isInDocument && isLeftOpen(exchange, operation)) return []
  // body-of-429: it may be empty, and then has no type. Prism would report that.
  const isEmpty429 = status === 429 && body === ''
  const findings = prism
    .judgeOutput(operation, prismReply(exchange))
    .filter(({ path }) => !isEmpty429 || path.length > 0)
    .map(toFinding)
  // A status that no reading of the document allows is a breach; to Prism, anything but a 2xx is a warning only.
  return isInDocument || OF_TRANSPORT.has(status)
    ? findings
    : findings.map((finding) => ({ ...finding, severity: 'error' }))
}

/** The problems of a status, given the request. */
function judgeAdmission(
  prism: Prism,
  operation: OperationId,
  exchange: ObservedExchange,
): readonly Finding[] {
  const request = prismRequest(exchange, operation)
  const withoutKey = judgeKey(prism, operation, exchange, request)
  return withoutKey.length > 0 ? withoutKey : judgeAcceptance(prism, operation, exchange, request)
}

/** Without a key there are two lawful replies: that one is needed, or that there were too many requests. */
function judgeKey(
  prism: Prism,
  operation: OperationId,
  { status, requestHeaders }: ObservedExchange,
  request: PrismRequest,
): readonly Finding[] {
  // scheme-case: Prism knows `Bearer` in this very spelling only.
  const carriesKey = /^bearer\s+\S/i.test(requestHeaders['authorization'] ?? '')
  const isAnother = isDocumented(operation, status) && status !== 401 && status !== 429
  if (carriesKey || !isAnother) return []
  return prism
    .judgeSecurity(operation, request)
    .filter(({ code }) => code === '401')
    .map(({ message }) => ({
      message: `answered ${status} without a bearer key (${message})`,
      path: 'request.header.authorization',
      severity: 'error',
    }))
}

/** The document does not allow a 201 for an invalid body, or a 200 for an invalid id. */
function judgeAcceptance(
  prism: Prism,
  operation: OperationId,
  { status }: ObservedExchange,
  request: PrismRequest,
): readonly Finding[] {
  // A wrong limit or status may be ignored: a list says nothing about what was asked.
  if (status < 200 || status > 299 || operation === 'listPets') return []
  return prism
    .judgeInput(operation, request)
    .filter((diagnostic) => !isNullStatus(diagnostic, request.body))
    .map(({ message, path }) => ({
      message: `answered ${status}, although: ${message}`,
      path: ['request', ...path].join('.'),
      severity: 'error',
    }))
}

/** null-status: it may be treated as though it were left out. */
function isNullStatus({ path }: Diagnostic, body: unknown): boolean {
  return path.join('.') === 'body.status' && memberOf(body, 'status') === null
}

function isDocumented(operation: OperationId, status: number): boolean {
  return operations[operation].statuses.some((documented) => documented === status)
}
