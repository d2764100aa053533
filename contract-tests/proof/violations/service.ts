import type { OperationId } from '../../../spec/index.ts'

/** A request as a violation sees it. */
export interface Ask {
  readonly method: string
  /** The base address that was asked, such as `/v1` or `/staging/v1`. */
  readonly base: string
  /** Below the base address, with its query. */
  readonly path: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly operation: OperationId | undefined
}

/** A reply on its way to the client. */
export interface Reply {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Answers a request: the healthy mock, or what is laid over it. */
export type Service = (ask: Ask) => Promise<Reply>

/** Lays something over a service; called once a run, so that it may remember. */
export type Overlay = (healthy: Service) => Service
