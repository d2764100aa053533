import type { Awaitable } from '../../core/message/awaitable.ts'
import type { BodyBytes } from '../../core/message/body-bytes.ts'

/** A request to the control API, over HTTP or fetch. */
export interface ControlRequest {
  /** The host and port by which the request reached a server; `undefined` without one. */
  readonly host?: string | undefined
  /** In upper case. */
  readonly method: string
  /** The path of the control API, such as `/_mock`. */
  readonly place: string
  /** The path below it, starting with "/", not decoded. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Header fields by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The value that the body parser of another app has read; the body itself is gone then. */
  readonly parsed?: { readonly value: unknown } | undefined
  /** Reads the body, at most `limit` bytes of it. Called at most once. */
  readBytes(limit: number): Awaitable<BodyBytes>
}
