import type { OperationId } from '../../../spec/index.ts'
import type { Diagnostic } from './parse-diagnostics.ts'

/** What we use of Prism: its reading of the OpenAPI document, and its three validators. */
export interface Prism {
  readonly operations: readonly PrismOperation[]
  /** Path parameters and body of a request. */
  readonly judgeInput: (operation: PrismOperation, request: PrismRequest) => readonly Diagnostic[]
  /** The credentials of a request. */
  readonly judgeSecurity: (operation: PrismOperation, request: PrismRequest) => readonly Diagnostic[]
  /** Status, headers, content type and body of a reply. */
  readonly judgeOutput: (operation: PrismOperation, reply: PrismReply) => readonly Diagnostic[]
}

export interface PrismOperation {
  readonly id: OperationId
  /** In lower case. */
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
  /** The documented statuses. */
  readonly statuses: readonly number[]
  /** The operation as Prism's own functions take it. */
  readonly source: object
}

/** Header names are in lower case, as Prism looks them up. */
export interface PrismRequest {
  readonly method: string
  readonly url: { readonly path: string; readonly query: Readonly<Record<string, string>> }
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface PrismReply {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}
