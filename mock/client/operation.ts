import type { components, operations } from './generated/wire.ts'

/** The operations of the control API, by the names that its document gives them. */
export type OperationId = keyof operations

/** The schemas of its document. */
export type Schemas = components['schemas']

/** What a request brings to an operation: its parameters and its body, as far as the document has any. */
export type Input<Id extends OperationId> = PathOf<Id> & QueryOf<Id> & BodyOf<Id>

type PathOf<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer Path }
  ? { readonly path: Readonly<Path> }
  : unknown

interface QueryOf<Id extends OperationId> {
  readonly query?: operations[Id]['parameters']['query']
}

type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? { readonly body: Body }
  : unknown

/** The arguments after the operation's name: the input may be left out where nothing is required. */
export type InputArguments<Id extends OperationId> =
  Input<Id> extends { path: unknown } | { body: unknown } ? [input: Input<Id>] : [input?: Input<Id>]

/** What an operation replies with when it succeeds: a value, a text that is not JSON, or nothing. */
export type Result<Id extends OperationId> =
  Success<Id> extends { content: { 'application/json': infer Json } }
    ? Json
    : Success<Id> extends { content: object }
      ? string
      : undefined

type Success<Id extends OperationId> = operations[Id]['responses'][keyof operations[Id]['responses'] &
  (200 | 201 | 204)]

/** The part of the Fetch standard that clients of the mock need; `fetch` itself is one. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchReply>

export interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}

export interface FetchReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  /** Needed of streams of events only. */
  readonly body?: AsyncIterable<Uint8Array> | null
}
