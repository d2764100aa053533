import type { RequestBody } from '../../core/message/request.ts'

/** A request to the control API, as every way in hands it over. */
export interface ControlRequest {
  /** In capitals, as sent. */
  readonly method: string
  /** The path that the control API is found at, such as `/_mock`. */
  readonly place: string
  /** The path below it, beginning with "/", percent-encoding left as it was sent. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Header fields by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** What the parser of somebody's own app has made of the body, of which nothing else is left. */
  readonly parsed?: { readonly value: unknown } | undefined
  /** Reads the body, at most `limit` bytes of it. Called at most once. */
  readBody(limit: number): Promise<RequestBody>
}
