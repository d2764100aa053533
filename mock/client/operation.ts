import type { components, operations } from './generated/wire.ts'

/** The operations of the control API, by their operationIds. */
export type OperationId = keyof operations

/** The schemas of its document. */
export type Schemas = components['schemas']

/** The input of an operation: its parameters and its body, where the document has any. */
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

/** The arguments after the operation's name. The input is optional if none of it is required. */
export type InputArguments<Id extends OperationId> =
  Input<Id> extends { path: unknown } | { body: unknown } ? [input: Input<Id>] : [input?: Input<Id>]

/** The reply of an operation that succeeds: a JSON value, another text, or nothing. */
export type Result<Id extends OperationId> =
  Success<Id> extends { content: { 'application/json': infer Json } }
    ? Json
    : Success<Id> extends { content: object }
      ? string
      : undefined

type Success<Id extends OperationId> = operations[Id]['responses'][keyof operations[Id]['responses'] &
  (200 | 201 | 204)]

/** The part of the Fetch standard that clients of the mock use; `fetch` satisfies it. */
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
  /** Only needed for event streams. */
  readonly body?: AsyncIterable<Uint8Array> | null
}
