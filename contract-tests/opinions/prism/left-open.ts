import { parseInt64 } from '../../../spec/exact-json/int64.ts'
import {
  limitBounds,
  petStatuses,
  REMOVAL_OF_GET_PET,
  takesPetId,
  type OperationId,
} from '../../../spec/operations.ts'
import { splitPath, type ObservedExchange } from '../judge.ts'

type Case = (exchange: ObservedExchange, operation: OperationId) => boolean

// The document sets no limit for bodies, but a service may refuse long ones.
const LONG_BODY = 10_000

// Another charset, or a trailing `;`, is still JSON, but not all parsers accept it.
const PLAIN_JSON = /^application\/json(?: *; *charset="?utf-8"?)?$/i

const DAY_MS = 86_400_000

/**
 * The statuses that the document does not name, each with the requests that may lawfully meet it, because the document
 * leaves open how they are answered. Prism knows of none of them.
 */
const cases: Readonly<Record<number, Case>> = {
  // HTTP: to a request that asks for it.
  304: ({ requestHeaders }) => 'if-none-match' in requestHeaders || 'if-modified-since' in requestHeaders,
  // limit-below-1 and its like, invalid-status-filter, unknown-query-parameter, invalid-pet-id; HTTP: an unexpected body.
  400: (exchange, operation) => !isPlain(exchange, operation),
  // status-while-banned. Whether there was cause for a ban, a single exchange cannot show.
  403: ({ requestHeaders }) => 'authorization' in requestHeaders,
  // after-sunset.
  410: (exchange, operation) => operation === 'getPet' && mayBeRemoved(exchange),
  413: ({ requestBody = '' }) => requestBody.length > LONG_BODY,
  // wrong-media-type; HTTP: a content coding that the service does not know.
  415: ({ requestHeaders }) =>
    !PLAIN_JSON.test(requestHeaders['content-type'] ?? '') || 'content-encoding' in requestHeaders,
}

/** Whether an undocumented status is still lawful here. */
export function isLeftOpen(exchange: ObservedExchange, operation: OperationId): boolean {
  return cases[exchange.status]?.(exchange, operation) ?? false
}

/** Whether a request is so plainly as documented that no reading of the document lets a service refuse it with 400. */
function isPlain(exchange: ObservedExchange, operation: OperationId): boolean {
  const { path, query } = splitPath(exchange.path)
  const names = [...query.keys()]
  if ((exchange.requestBody ?? '') !== '' || names.length !== new Set(names).size) return false
  if (operation !== 'listPets' && names.length > 0) return false
  if (takesPetId(operation)) return isPlainId(path.slice(path.lastIndexOf('/') + 1))
  return [...query].every(([name, value]) => isPlainParameter[name]?.(value) ?? false)
}

const isPlainParameter: Readonly<Record<string, (text: string) => boolean>> = {
  limit: (text) =>
    PLAIN_NUMBER.test(text) && Number(text) >= limitBounds.least && Number(text) <= limitBounds.most,
  status: (text) => petStatuses.some((status) => status === text),
}

// As JSON writes it.
const PLAIN_NUMBER = /^(?:0|-?[1-9]\d*)$/

function isPlainId(text: string): boolean {
  return PLAIN_NUMBER.test(text) && parseInt64(text) !== undefined
}

/** By the service's own clock, which X-RateLimit-Reset is at most a day ahead of. */
function mayBeRemoved({ headers }: ObservedExchange): boolean {
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN) * 1000
  return Math.max(Date.now(), Number.isNaN(reset) ? 0 : reset) + DAY_MS >= REMOVAL_OF_GET_PET
}
