import { parseInt64 } from '../../../spec/index.ts'
import type { Diagnostic } from './parse-diagnostics.ts'
import type { Finding } from './finding.ts'
import { isRecord } from './is-record.ts'
import type { JudgedExchange } from './judged-exchange.ts'
import { mediaType } from './media-type.ts'
import type { Prism, PrismOperation, PrismRequest } from './prism.ts'
import { prismValue } from './prism-value.ts'
import { splitPath } from './split-path.ts'

/** What is wrong with a status, considering what was asked. Header names are in lower case. */
export function judgeAdmission(
  prism: Prism,
  operation: PrismOperation,
  exchange: JudgedExchange,
): readonly Finding[] {
  const request = requestOf(exchange, operation)
  const withoutKey = judgeKey(prism, operation, exchange, request)
  return withoutKey.length > 0 ? withoutKey : judgeAcceptance(prism, operation, exchange, request)
}

/** Without a key there are two answers: that one is needed, or that there were too many requests. */
function judgeKey(
  prism: Prism,
  operation: PrismOperation,
  { status, requestHeaders }: JudgedExchange,
  request: PrismRequest,
): readonly Finding[] {
  // scheme-case: Prism knows `Bearer` in this very spelling only.
  const carriesKey = /^bearer\s+\S/i.test(requestHeaders['authorization'] ?? '')
  const isAnother = operation.statuses.includes(status) && status !== 401 && status !== 429
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

/** A pet must not be added from a body, nor found at an id, that the document does not allow. */
function judgeAcceptance(
  prism: Prism,
  operation: PrismOperation,
  { status }: JudgedExchange,
  request: PrismRequest,
): readonly Finding[] {
  // invalid-limit and invalid-status-filter may be ignored: a list says nothing about what was asked.
  if (status < 200 || status > 299 || operation.id === 'listPets') return []
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
  return path.join('.') === 'body.status' && isRecord(body) && body['status'] === null
}

function requestOf(exchange: JudgedExchange, { id }: PrismOperation): PrismRequest {
  const { method, requestBody = '', requestHeaders } = exchange
  const { 'content-type': contentType, 'content-length': _length, ...headers } = requestHeaders
  // What is compressed is not text, and a GET has no body that means anything.
  const isReadable = id === 'createPet' && !('content-encoding' in requestHeaders)
  return {
    method: method.toLowerCase(),
    url: { path: prismPath(splitPath(exchange.path).path), query: {} },
    headers: {
      ...headers,
      ...(contentType !== undefined && { 'content-type': mediaType(contentType) }),
      // Without a length Prism does not look at the content type.
      ...(isReadable && { 'content-length': String(Buffer.byteLength(requestBody)) }),
    },
    body: isReadable ? prismValue(requestBody) : {},
  }
}

/** A path whose last segment is a number to Prism only where it is an int64. */
function prismPath(path: string): string {
  const at = path.lastIndexOf('/') + 1
  const id = path.slice(at)
  return /^-?\d+$/.test(id) && parseInt64(id) === undefined ? `${path.slice(0, at)}0.5` : path
}
