import type { Choices } from '../../../spec/choices.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import { operationOf, type OperationId } from '../../../spec/operations.ts'
import type { Reply, Request } from '../../../contract-tests/engine/transport.ts'

/** A request as a violation sees it. */
export interface ServiceRequest {
  readonly method: string
  /** The path of the base address: `/v1` or `/staging/v1`. */
  readonly base: string
  /** The path below the base address, with the query. */
  readonly path: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Their names as they were sent. */
  readonly headerNames?: readonly string[]
  readonly body: string | undefined
  readonly operation: OperationId | undefined
}

/** A request as overlays see it. */
export function serviceRequest({ method, url, headers, body }: Request): ServiceRequest {
  const target = url.replace(/^https?:\/\/[^/]*/, '')
  const [, base = '', path = ''] = /^((?:\/staging)?\/v1)(.*)$/s.exec(target) ?? ['', '', target]
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    method,
    base,
    path,
    headers: Object.fromEntries(lowered),
    headerNames: Object.keys(headers),
    body: body === '' ? undefined : body,
    // A reply to HEAD has no body that an overlay could change.
    operation: method === 'HEAD' ? undefined : operationOf(method, path),
  }
}

export type { Reply }

/** Answers a request: a healthy service, or one with something laid over it. */
export type Service = (request: ServiceRequest) => Promise<Reply>

/** Lays something over a service. Called once for each run, so that the result may have state. */
export type Overlay = (healthy: Service) => Service

/** A service that breaks one promise and keeps all others. */
export interface Violation {
  /** What the service does wrong, in a few words. */
  readonly name: string
  /** The clauses that a run must report broken, and no others; the first is what the violation is about. */
  readonly breaks: readonly [ClauseId, ...ClauseId[]]
  readonly overlay: Overlay
  /** Options of the mock that the violation needs to show. */
  readonly mock?: { readonly pets?: number; readonly choices?: Partial<Choices> }
  /** Clauses that it also breaks on services that settle an open point differently from the mock, and on which. */
  readonly also?: { readonly breaks: readonly ClauseId[]; readonly where: string }
  /** The setting that a run needs to see it, where a default run does not. */
  readonly needs?: 'deep' | 'ban' | 'thorough'
}

/** What a refusal breaks that is laid over a creation which the service below has carried out. */
export const STORED = {
  breaks: ['CREATE-6'],
  where:
    'another media type is accepted: pets of that type stand in lists, though their creation was refused',
} as const satisfies Violation['also']

/** What a Retry-After breaks whose form a standard does not name. */
export const FORM = { also: { breaks: ['LIMIT-16'], where: 'warnings count' } } as const satisfies Pick<
  Violation,
  'also'
>

/** A violation of a clause, or of several. */
export function violation(
  breaks: ClauseId | readonly [ClauseId, ...ClauseId[]],
  name: string,
  overlay: Overlay,
  more: Pick<Violation, 'mock' | 'needs' | 'also'> = {},
): Violation {
  return { name, breaks: typeof breaks === 'string' ? [breaks] : breaks, overlay, ...more }
}
