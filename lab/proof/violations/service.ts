import type { Choices } from '../../../spec/choices.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import { operationOf, type OperationId } from '../../../spec/operations.ts'
import type { Reply, Request } from '../../../contract-tests/engine/transport.ts'

/** A request as a violation sees it. */
export interface ServiceRequest {
  readonly method: string
  /** The base address that was asked, such as `/v1` or `/staging/v1`. */
  readonly base: string
  /** Below the base address, with its query. */
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

/** Answers a request: the healthy mock, or what is laid over it. */
export type Service = (request: ServiceRequest) => Promise<Reply>

/** Lays something over a service; called once a run, so that it may remember. */
export type Overlay = (healthy: Service) => Service

/** One promise broken, and all else as it should be. */
export interface Violation {
  /** What the service does wrong, in a few words. */
  readonly name: string
  /** The clause that a run must report broken; any others are broken by the same deed, and nothing else may be. */
  readonly breaks: readonly [ClauseId, ...ClauseId[]]
  readonly overlay: Overlay
  /** How the mock below has to be for the violation to show. */
  readonly mock?: { readonly pets?: number; readonly choices?: Partial<Choices> }
  /** What it breaks too on a service that settles what is open otherwise than the mock, and why. */
  readonly also?: { readonly breaks: readonly ClauseId[]; readonly where: string }
  /** What a run needs to see it, where a default one is not enough. */
  readonly needs?: 'deep' | 'ban' | 'thorough'
}

/** Writes a violation down; `breaks` is the id of its clause, or several with spaces. */
export function violation(
  breaks: ClauseId | readonly [ClauseId, ...ClauseId[]],
  name: string,
  overlay: Overlay,
  more: Pick<Violation, 'mock' | 'needs' | 'also'> = {},
): Violation {
  return { name, breaks: typeof breaks === 'string' ? [breaks] : breaks, overlay, ...more }
}
