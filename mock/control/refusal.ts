import type { components } from '../client/generated/wire.ts'

export type ControlErrorCode = components['schemas']['Error']['code']

/** Every error that the control API can answer, with its status. */
export const controlErrors = {
  malformed_json: 400,
  invalid_body: 400,
  invalid_parameter: 400,
  token_required: 401,
  foreign_origin: 403,
  foreign_host: 403,
  not_found: 404,
  path_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  internal_error: 500,
  too_many_streams: 503,
} as const satisfies Readonly<Record<ControlErrorCode, number>>

// Some messages repeat what was sent.
const LONGEST_MESSAGE = 1000

/** An answer that refuses what was asked. */
export class Refusal {
  readonly code: ControlErrorCode
  readonly message: string
  /** Name, value, name, value. */
  readonly headers: readonly string[]

  constructor(code: ControlErrorCode, message: string, headers: readonly string[] = []) {
    this.code = code
    this.message = message.slice(0, LONGEST_MESSAGE).toWellFormed()
    this.headers = headers
  }

  get status(): number {
    return controlErrors[this.code]
  }

  /** The body, in the shape of the service's own errors. */
  get body(): components['schemas']['Error'] {
    return { code: this.code, message: this.message, status: this.status }
  }
}
