import { MIMEType } from 'node:util'
import { isInt64, parseInt64 } from '../../../spec/exact-json/int64.ts'
import { parseJson } from '../../../spec/exact-json/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { splitPath, type ObservedExchange } from '../judge.ts'
import type { PrismReply, PrismRequest } from './load-prism.ts'

/** The request of an exchange, in a form that Prism judges rightly. */
export function prismRequest(exchange: ObservedExchange, operation: OperationId): PrismRequest {
  const { method, requestBody = '', requestHeaders } = exchange
  const { 'content-length': _length, ...headers } = requestHeaders
  // Compressed bodies are not text, and the body of a GET has no meaning.
  const isReadable = operation === 'createPet' && !('content-encoding' in requestHeaders)
  return {
    method: method.toLowerCase(),
    url: { path: prismPath(splitPath(exchange.path).path), query: {} },
    headers: {
      ...withMediaType(headers),
      // Without a length Prism does not look at the content type.
      ...(isReadable && { 'content-length': String(Buffer.byteLength(requestBody)) }),
    },
    body: isReadable ? prismBody(requestBody) : {},
  }
}

/** The reply of an exchange, in a form that Prism judges rightly. */
export function prismReply({ status, headers, body }: ObservedExchange): PrismReply {
  return { statusCode: status, headers: withMediaType(headers), body: prismBody(body) }
}

/** A path whose last segment is a number to Prism only where it is an int64. */
function prismPath(path: string): string {
  const at = path.lastIndexOf('/') + 1
  const id = path.slice(at)
  return /^-?\d+$/.test(id) && parseInt64(id) === undefined ? `${path.slice(0, at)}${NO_INTEGER}` : path
}

type Headers = Readonly<Record<string, string>>

function withMediaType(headers: Headers): Headers {
  const { 'content-type': contentType } = headers
  return contentType === undefined ? headers : { ...headers, 'content-type': mediaType(contentType) }
}

/** A Content-Type in the one form that Prism reads; lawful but unusual forms, such as a `;` at the end, are normalized. */
function mediaType(contentType: string): string {
  try {
    return new MIMEType(contentType).toString()
  } catch {
    return UNREADABLE
  }
}

// Prism throws for what it cannot read; this it reads, and finds documented nowhere.
const UNREADABLE = 'unreadable/media-type'

/**
 * A body as Prism can judge it: a bigint is no integer to it, so every int64 becomes a number, rounded where it must
 * be, and every greater integer becomes a number that is no integer. Text that is no JSON stays text.
 */
function prismBody(body: string): unknown {
  if (body === '') return undefined
  try {
    return roundInt64(parseJson(body))
  } catch {
    return body
  }
}

function roundInt64(value: unknown): unknown {
  if (typeof value === 'bigint') return isInt64(value) ? Number(value) : NO_INTEGER
  if (typeof value !== 'object' || value === null) return value
  // The text of a number that neither a double nor a bigint holds.
  if (JSON.isRawJSON(value)) return NO_INTEGER
  if (Array.isArray(value)) return value.map(roundInt64)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, roundInt64(inner)]))
}

// A number beyond int64 must not be valid, and Prism has no bounds for it any more.
const NO_INTEGER = 0.5
