import { ChoiceError } from '../../../spec/choices.ts'
import type { components } from '../../client/generated/wire.ts'
import { StoreError } from '../../core/request/request-context.ts'
import { ControlError } from '../../core/world/control-error.ts'

export type ControlErrorCode = components['schemas']['Error']['code']

/** The status of every error code of the control API. */
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
  store_unavailable: 503,
} as const satisfies Readonly<Record<ControlErrorCode, number>>

// Some messages quote the request.
const LONGEST_MESSAGE = 1000

/** A refusal of the control API. */
export class ControlRefusal {
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

  /** The body, with the fields of the service's own errors. */
  get body(): components['schemas']['Error'] {
    return { code: this.code, message: this.message, status: this.status }
  }
}

const CODES: Readonly<Record<ControlError['kind'], ControlErrorCode>> = {
  'not-found': 'not_found',
  invalid: 'invalid_body',
  conflict: 'conflict',
}

/** The refusal for an error; `undefined` for an unexpected error. */
export function refusalOf(error: unknown): ControlRefusal | undefined {
  if (error instanceof ControlError) return new ControlRefusal(CODES[error.kind], error.message)
  if (error instanceof ChoiceError) return new ControlRefusal('invalid_body', error.message)
  if (error instanceof StoreError) {
    const message = `The store of the mock has failed: ${error.message}`
    return new ControlRefusal('store_unavailable', message, ['Retry-After', '1'])
  }
  // The router could not decode a parameter of the path.
  if (error instanceof URIError)
    return new ControlRefusal('invalid_parameter', 'The path is not percent-encoded')
  return undefined
}
